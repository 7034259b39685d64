/** Payments as requested (payments.md "Records"). Amounts are integer cents. */
import type { Cents } from '@kinfold/domain/money';
import { collection } from '../../platform/database.ts';
import type { PaymentCard } from './ledger.model.ts';

/** The part of a payment for one donation, with the names that the receipt shows. */
export type PaymentLine = {
  donationId: string;
  campaignMembershipId: string;
  campaignRunId: string;
  /** The organization of the dues; the lines of a payment may have several. */
  organizationNumber: string;
  organizationName: string;
  description: string;
  paidFor: string;
  externalRef: string | null;
  amount: Cents;
};

/** A payment as requested; never changed. `_id` is the paymentId, a UUID. */
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
  /** The connected account that is paid; null for the deployment's own. */
  account: string | null;
  customerId: string | null;
  card: PaymentCard;
  /** The keys that a decline is counted by; payments from before docs/decisions/014 have none. */
  tryKeys?: string[];
  /** The card has paid for the member before: its tries are not counted (docs/decisions/014). */
  isKnownCard?: boolean;
  createdDt: Date;
};

export const payments = () => collection<PaymentRecord>('payments');
