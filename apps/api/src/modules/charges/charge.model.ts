/**
 * What a charge writes on its way from the payment to the ledger entry (payments.md "Records"). The `_id` is unique and
 * the first insert decides; nothing about money is decided by reading and then updating.
 */
import { collection } from '../../platform/database.ts';
import type { ProviderFailure } from '../../platform/card-provider.ts';
import type { LedgerEntry } from '../ledger/ledger.service.ts';

/** `_id` is `donationId:epoch`. Live while its payment has no final record. */
export type ClaimRecord = {
  _id: string;
  donationId: string;
  epoch: number;
  paymentId: string;
  createdDt: Date;
};

/**
 * `_id` is the paymentId; write-once: the provider's intent, or `none` when there must never be one. Of money that came
 * without a card, `booked`: the receipt is or will be in the ledger.
 */
export type IntentRecord = { _id: string; intentId: string; receipt?: LedgerEntry };

/** `_id` is `paymentId:n`: inserted before the provider is asked to charge, the answer noted after. */
export type AttemptRecord = {
  _id: string;
  paymentId: string;
  startedDt: Date;
  result?: 'answered' | 'declined' | 'unknown';
  failure?: ProviderFailure | null;
};

/** `_id` is the paymentId; exactly one is ever written. */
export type FinalRecord = { _id: string; result: 'paid' | 'canceled'; finalDt: Date };

/** Payments that the sweep must still look at; removed when everything of the payment is done. */
export type OpenPayment = {
  _id: string;
  createdDt: Date;
  /** The sweep looks at it from then on, and later each time: `sweeps` counts how often it did. */
  nextDt: Date;
  sweeps: number;
  /** An intent is about to be confirmed: money may have moved. The sweep takes these first. */
  isAttempted: boolean;
  /** Money that came without a card, to be booked: it is no payment of the provider's. */
  receipt?: LedgerEntry;
};

const SWEEP_AFTER_MS = 60_000;

/** The marker of something that has just begun: whoever began it has a minute to finish it. */
export function newMarker(_id: string, now: Date): OpenPayment {
  const nextDt = new Date(now.getTime() + SWEEP_AFTER_MS);
  return { _id, createdDt: now, nextDt, sweeps: 0, isAttempted: false };
}

/** An event of the provider, as received. */
export type EventRecord = { _id: string; type: string; body: string; receivedDt: Date };

/** What the ledger cannot explain, for staff. `_id` is the provider's intent id. */
export type ReviewRecord = { _id: string; reason: string; paymentId: string | null; createdDt: Date };

export const claims = () => collection<ClaimRecord>('donation_claims');
export const intents = () => collection<IntentRecord>('payment_intents');
export const attempts = () => collection<AttemptRecord>('payment_attempts');
export const finals = () => collection<FinalRecord>('payment_finals');
export const openPayments = () => collection<OpenPayment>('open_payments');
export const providerEvents = () => collection<EventRecord>('provider_events');
export const reviews = () => collection<ReviewRecord>('payment_reviews');

/** Makes markers of an earlier version, which do not say when they are due, due in a minute. */
export async function adoptMarkers(now: Date): Promise<void> {
  const { nextDt, sweeps } = newMarker('', now);
  await openPayments().updateMany(
    { isAttempted: { $exists: false } },
    { $set: { nextDt, sweeps, isAttempted: true } },
  );
}
