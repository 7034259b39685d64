import type { Cents } from '@kinfold/domain/money';
import type { Posting } from '@kinfold/domain/payment';
import { collection } from '../../platform/database.ts';

/** A card as payments keep it: what the provider says. Payments of before docs/decisions/014 have no fingerprint. */
export type PaymentCard = {
  id: string;
  fingerprint?: string | null;
  cardType: string | null;
  last4: string | null;
};

/**
 * One document with all postings, which sum to zero. `_id` says what happened and makes it happen once:
 * `charge:paymentId`, `cash:receiptId`, `refund:re_…`, `dispute:dp_…:n`.
 */
export type LedgerEntry = {
  _id: string;
  kind: 'charge' | 'cash' | 'check';
  /** When the money moved (UTC). */
  entryDt: Date;
  postings: Posting[];
  /** The donations among the postings: what the projections seek by. */
  donationIds: string[];
  total: Cents;
  currency: string;
  /** The provider's intent, or null for money that no provider saw. */
  providerRef: string | null;
  recordedBy: string;
  /** The card that paid, where it is another than the payment's. */
  card?: PaymentCard;
};

export const ledgerEntries = () => collection<LedgerEntry>('ledger_entries');

/** The id of the entry of a card payment. */
export const chargeEntryId = (paymentId: string) => `charge:${paymentId}`;
