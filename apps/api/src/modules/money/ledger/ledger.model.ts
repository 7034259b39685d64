import {
  date,
  list,
  money,
  object,
  optional,
  orNull,
  text,
  type StoredIn,
  type ValueOf,
} from '../../../platform/fields.ts';
import { collectionOf, defineModel } from '../../../platform/model.ts';

/** The card of a payment. */
export const paymentCardField = object({
  id: text(),
  fingerprint: orNull(text()),
  cardType: orNull(text()),
  last4: orNull(text()),
});
export type PaymentCard = ValueOf<typeof paymentCardField>;

/**
 * A ledger entry with all its postings, which sum to zero. The `_id` ensures that each event is booked once:
 * `charge:paymentId`, `cash:receiptId` for what the office received, `opening:…` for the last payment from before,
 * `waiver:…` for dues that were waived, `credit:…` for the use of credit, `payback:…` for credit that was paid back; for
 * `fund:campaignId:n` for what a fund had before; `payout:payoutId` for what a fund paid for a claim and
 * `reversed:payout:payoutId` for its correction; for money that goes back to a card `refund:re_…`, `refund:re_…:failed` and `dispute:dp_…:n`.
 */
export const ledgerEntryFields = {
  _id: text(),
  /** `opening` is a payment from before, which nobody received here: it has no donation and no organization. */
  kind: text<
    | 'charge'
    | 'cash'
    | 'check'
    | 'zelle'
    | 'other'
    | 'opening'
    | 'waiver'
    | 'credit'
    | 'payback'
    | 'refund'
    | 'dispute'
    | 'fund'
    | 'payout'
  >(),
  /** When the money moved (UTC). */
  entryDt: date(),
  postings: list(object({ account: text(), amount: money(), organizationNumber: optional(text()) })),
  /** The donations of the postings, for the index of the projections. */
  donationIds: list(text()),
  /** The members of the postings on credit, for its index. */
  creditOf: optional(list(text())),
  total: money(),
  currency: text(),
  /** The provider's intent; null for cash and checks. */
  providerRef: orNull(text()),
  recordedBy: text(),
  /** The card that paid, when it differs from the payment's. */
  card: optional(paymentCardField),
  /** The card payment of which a refund or dispute takes money back. */
  paymentId: optional(text()),
  /** The fund of which it moves money of its own, without dues. */
  campaignId: optional(text()),
};
export type LedgerEntry = StoredIn<typeof ledgerEntryFields>;

const LedgerEntryModel = defineModel('ledger_entries', ledgerEntryFields);

export const ledgerEntries = () => collectionOf(LedgerEntryModel);

/** The `_id` of the entry of a card payment. */
export const chargeEntryId = (paymentId: string) => `charge:${paymentId}`;

/** The card payment of an entry's `_id`; undefined for other entries. */
export const paymentIdOfCharge = (entryId: string): string | undefined =>
  entryId.startsWith(chargeEntryId('')) ? entryId.slice(chargeEntryId('').length) : undefined;
