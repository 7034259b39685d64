import type { Cents } from '@kinfold/domain/money';
import type { Posting } from '@kinfold/domain/payment';
import { collection } from '../../platform/database.ts';

/** The card of a payment. Payments from before docs/decisions/014 have no fingerprint. */
export type PaymentCard = {
  id: string;
  fingerprint?: string | null;
  cardType: string | null;
  last4: string | null;
};

/**
 * A ledger entry with all its postings, which sum to zero. The `_id` makes each event booked once: `charge:paymentId`,
 * `cash:receiptId` for cash and checks.
 */
export type LedgerEntry = {
  _id: string;
  kind: 'charge' | 'cash' | 'check';
  /** When the money moved (UTC). */
  entryDt: Date;
  postings: Posting[];
  /** The donations of the postings, for the index of the projections. */
  donationIds: string[];
  total: Cents;
  currency: string;
  /** The provider's intent; null for cash and checks. */
  providerRef: string | null;
  recordedBy: string;
  /** The card that paid, when it differs from the payment's. */
  card?: PaymentCard;
};

export const ledgerEntries = () => collection<LedgerEntry>('ledger_entries');

/** The `_id` of the entry of a card payment. */
export const chargeEntryId = (paymentId: string) => `charge:${paymentId}`;
