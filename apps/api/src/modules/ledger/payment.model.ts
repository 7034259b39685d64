/** Payments as they were asked for (payments.md "Records"). Amounts are integer cents. */
import type { Cents } from '@kinfold/domain/money';
import { collection } from '../../platform/database.ts';
import type { PaymentCard } from './ledger.model.ts';

/** What one payment pays on one donation, with the names that its receipt shows. */
export type PaymentLine = {
  donationId: string;
  campaignMembershipId: string;
  campaignRunId: string;
  /** Whose dues these are: a payment may be for several organizations. */
  organizationNumber: string;
  organizationName: string;
  description: string;
  paidFor: string;
  externalRef: string | null;
  amount: Cents;
};

/** A payment as it was asked for; never changed. `_id` is the paymentId, a UUID. */
export type PaymentRecord = {
  _id: string;
  requestHash: string;
  userId: string;
  email: string;
  memberId: string;
  payeeMemberId: string;
  lines: PaymentLine[];
  amount: Cents;
  processingFee: Cents;
  total: Cents;
  currency: string;
  /** The connected account that is paid; null is the deployment's own. */
  account: string | null;
  customerId: string | null;
  card: PaymentCard;
  /** What a decline counts against; payments of before docs/decisions/014 have none. */
  tryKeys?: string[];
  createdDt: Date;
};

export const payments = () => collection<PaymentRecord>('payments');
