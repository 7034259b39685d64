/**
 * What a charge writes on its way from the payment to the ledger entry (payments.md "Records"). The `_id` is unique and
 * the first insert decides; nothing about money is decided by reading and then updating.
 */
import { collection } from '../../platform/database.ts';
import type { ProviderFailure } from '../../platform/card-provider.ts';
import type { LedgerEntry } from '../ledger/ledger.service.ts';

/** Who may pay a donation. `_id` is `donationId:epoch`; live while its payment has no final record. */
export type ClaimRecord = {
  _id: string;
  donationId: string;
  epoch: number;
  paymentId: string;
  createdDt: Date;
};

/**
 * The intent register: `_id` is the paymentId; written once. `intentId` is the provider's intent, or `none` when there
 * must never be one; for an offline receipt `booked` (its entry is or will be in the ledger) or `none`.
 */
export type IntentRecord = { _id: string; intentId: string; receipt?: LedgerEntry };

/** `_id` is `paymentId:n`: inserted before the provider is asked to confirm, updated with its answer. */
export type AttemptRecord = {
  _id: string;
  paymentId: string;
  startedDt: Date;
  result?: 'answered' | 'declined' | 'unknown';
  failure?: ProviderFailure | null;
};

/** How a payment ended. `_id` is the paymentId, so exactly one is ever written. */
export type FinalRecord = { _id: string; result: 'paid' | 'canceled'; finalDt: Date };

/** The marker of a payment that the sweep must still process; removed when the payment is completely done. */
export type OpenPayment = {
  _id: string;
  createdDt: Date;
  /** When the sweep processes it next; `sweeps` counts how often it did, for the backoff. */
  nextDt: Date;
  sweeps: number;
  /** Money may have moved: set before the intent is confirmed. The sweep takes these first. */
  isAttempted: boolean;
  /** The ledger entry of an offline receipt, which has no payment at the provider. */
  receipt?: LedgerEntry;
};

const SWEEP_AFTER_MS = 60_000;

/** The marker of a new payment: due for the sweep after 60 s. */
export function newMarker(_id: string, now: Date): OpenPayment {
  const nextDt = new Date(now.getTime() + SWEEP_AFTER_MS);
  return { _id, createdDt: now, nextDt, sweeps: 0, isAttempted: false };
}

/** An event of the provider, as received. */
export type EventRecord = { _id: string; type: string; body: string; receivedDt: Date };

/** A charge that does not match any payment, for staff. `_id` is the provider's intent id. */
export type ReviewRecord = { _id: string; reason: string; paymentId: string | null; createdDt: Date };

export const claims = () => collection<ClaimRecord>('donation_claims');
export const intents = () => collection<IntentRecord>('payment_intents');
export const attempts = () => collection<AttemptRecord>('payment_attempts');
export const finals = () => collection<FinalRecord>('payment_finals');
export const openPayments = () => collection<OpenPayment>('open_payments');
export const providerEvents = () => collection<EventRecord>('provider_events');
export const reviews = () => collection<ReviewRecord>('payment_reviews');

/** Adds the missing fields to markers of an earlier version: due after 60 s, money may have moved. */
export async function adoptMarkers(now: Date): Promise<void> {
  const { nextDt, sweeps } = newMarker('', now);
  await openPayments().updateMany(
    { isAttempted: { $exists: false } },
    { $set: { nextDt, sweeps, isAttempted: true } },
  );
}
