/**
 * What a charge writes on its way from the payment to the ledger entry (payments.md "Records"). The `_id` is unique and
 * the first insert decides; nothing about money is decided by reading and then updating.
 */
import type { ProviderMoney } from '../../../platform/card-provider.ts';
import { date, flag, int, list, money, object, optional, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';
import { ledgerEntryFields } from '../ledger/ledger.service.ts';

/**
 * The right to pay a donation. `_id` is `donationId:epoch`; live while its payment has no final record. None expires: the
 * last one gives the next epoch, and an erasure finds payments that were never made by the earlier ones.
 */
const ClaimModel = defineModel('donation_claims', {
  _id: text(),
  donationId: text(),
  epoch: int(),
  paymentId: text(),
  createdDt: date(),
});
export type ClaimRecord = DocumentOf<typeof ClaimModel>;

/**
 * The intent register: `_id` is the paymentId; written once. `intentId` is the provider's intent, or `none` when there
 * must never be one; for an offline receipt `booked` (its entry is or will be in the ledger) or `none`.
 */
const IntentModel = defineModel('payment_intents', {
  _id: text(),
  intentId: text(),
  receipt: optional(object(ledgerEntryFields)),
});

/** `_id` is `paymentId:n`: inserted before the provider is asked to confirm, updated with its answer. */
const AttemptModel = defineModel('payment_attempts', {
  _id: text(),
  paymentId: text(),
  startedDt: date(),
  result: optional(text<'answered' | 'declined' | 'recipient_refused' | 'unknown'>()),
  /** The provider's refusal. */
  failure: optional(
    orNull(
      object({
        code: orNull(text()),
        decline_code: orNull(text()),
        message: orNull(text()),
        requestId: orNull(text()),
        tryId: orNull(text()),
        card: orNull(object({ id: text(), fingerprint: orNull(text()) })),
      }),
    ),
  ),
});

/** How a payment ended. `_id` is the paymentId, so exactly one is ever written. */
const FinalModel = defineModel('payment_finals', {
  _id: text(),
  result: text<'paid' | 'canceled'>(),
  finalDt: date(),
});

/** The marker of a payment that the sweep must still process; removed when the payment is completely done. */
const OpenPaymentModel = defineModel('open_payments', {
  _id: text(),
  createdDt: date(),
  /** When the sweep processes it next; `sweeps` counts how often it did, for the backoff. */
  nextDt: date(),
  sweeps: int(),
  /** Money may have moved: set before the intent is confirmed. The sweep takes these first. */
  isAttempted: flag(),
  /** The ledger entry of an offline receipt, which has no payment at the provider. */
  receipt: optional(object(ledgerEntryFields)),
  /** The payment that is refunded, and the id of the request. */
  paymentId: optional(text()),
  refundId: optional(text()),
  /** A report of the provider about money that is not booked yet, under the id of its event. */
  reported: optional(
    object({
      kind: text<ProviderMoney['kind']>(),
      id: text(),
      status: text(),
      intentId: orNull(text()),
      chargeId: orNull(text()),
      paymentId: orNull(text()),
      refundId: orNull(text()),
      amount: orNull(money()),
      currency: text(),
      at: date(),
      answerBy: orNull(date()),
      accountId: optional(text()),
    }),
  ),
  /** The donations of a hold, whose projections the sweep writes when it ends the hold. */
  held: optional(list(text())),
});
export type OpenPayment = DocumentOf<typeof OpenPaymentModel>;

/** An event of the provider, as received. */
const EventModel = defineModel('provider_events', {
  _id: text(),
  type: text(),
  body: text(),
  receivedDt: date(),
});

export const claims = () => collectionOf(ClaimModel);
export const intents = () => collectionOf(IntentModel);
export const attempts = () => collectionOf(AttemptModel);
export const finals = () => collectionOf(FinalModel);
export const openPayments = () => collectionOf(OpenPaymentModel);
export const providerEvents = () => collectionOf(EventModel);

const SWEEP_AFTER_MS = 60_000;

/** The marker of a new payment: due for the sweep after 60 s. */
export function newMarker(_id: string, now: Date): OpenPayment {
  const nextDt = new Date(now.getTime() + SWEEP_AFTER_MS);
  return { _id, createdDt: now, nextDt, sweeps: 0, isAttempted: false };
}
