/** Events of Stripe: their signatures, and the parts that are read. */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { cents } from '@kinfold/domain/money';
import type { ProviderEvent, ProviderFailure, ProviderMoney } from './card-provider.ts';
import { lastFailureOf } from './stripe-objects.ts';

/** The parts of an event that are read; signed events of another shape are refused. */
const EventShape = z.object({
  id: z.string(),
  type: z.string(),
  account: z.optional(z.string()),
  created: z.optional(z.number()),
  data: z.object({
    object: z.object({
      object: z.optional(z.string()),
      id: z.optional(z.string()),
      metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
    }),
  }),
});

/** An object, or its id alone. */
const Reference = z.optional(z.nullable(z.union([z.string(), z.object({ id: z.string() })])));

/** The fields that are read of an object about money; missing ones are unknown. Amounts are in cents, times in seconds. */
const MoneyShape = z.object({
  object: z.enum(['refund', 'dispute', 'payout', 'charge', 'payment_intent']),
  id: z.string(),
  status: z.optional(z.nullable(z.string())),
  amount: z.optional(z.int()),
  amount_received: z.optional(z.int()),
  amount_refunded: z.optional(z.int()),
  currency: z.optional(z.string()),
  created: z.optional(z.number()),
  charge: Reference,
  payment_intent: Reference,
  transfer_reversal: z.optional(Reference),
  metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
  evidence_details: z.optional(z.nullable(z.object({ due_by: z.optional(z.nullable(z.number())) }))),
});

const idIn = (reference: z.infer<typeof Reference>): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** What an object of Stripe says about money; null for one of another kind or shape. `at` is used where it has no time. */
export function moneyOf(object: unknown, at: Date): ProviderMoney | null {
  const shaped = z.safeParse(MoneyShape, object);
  if (!shaped.success) return null;
  const {
    object: kind,
    id,
    created,
    charge,
    payment_intent,
    transfer_reversal,
    metadata,
    evidence_details,
    ...found
  } = shaped.data;
  const isCharge = kind === 'charge' || kind === 'payment_intent';
  const amount = isCharge ? (found.amount_refunded ?? found.amount_received ?? found.amount) : found.amount;
  const dueBy = evidence_details?.due_by;
  return {
    kind: isCharge ? 'charge' : kind,
    id,
    status: found.status ?? 'unknown',
    intentId: kind === 'payment_intent' ? id : idIn(payment_intent),
    chargeId: kind === 'charge' ? id : idIn(charge),
    paymentId: metadata?.['paymentId'] ?? null,
    refundId: metadata?.['refundId'] ?? null,
    ...(idIn(transfer_reversal) !== null && { hasTakenBack: true }),
    amount: amount === undefined ? null : cents(amount),
    currency: found.currency ?? '',
    // The refund of a charge happened at the event; the charge itself is older.
    at: created === undefined || kind === 'charge' ? at : new Date(created * 1000),
    answerBy: dueBy ? new Date(dueBy * 1000) : null,
  };
}

const EVENT_MAX_AGE_S = 300;
const EVENT_MAX_AHEAD_S = 60;

/** An event from its raw body and signature; undefined when forged, over 300 s old or over 60 s ahead. */
export function readStripeEvent(
  stripe: Stripe,
  webhookSecret: string,
  { body, signature, now }: { body: Buffer; signature: string; now: Date },
): ProviderEvent | undefined {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      EVENT_MAX_AGE_S,
      undefined,
      now.getTime(),
    );
  } catch {
    return undefined;
  }
  // The SDK accepts timestamps in the future.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!(signedAt <= now.getTime() / 1000 + EVENT_MAX_AHEAD_S)) return undefined;
  const shaped = z.safeParse(EventShape, event);
  if (!shaped.success) return undefined;
  const { id, type, data, account, created } = shaped.data;
  // Payments that a connected account makes by itself are not ours.
  const named = (object: string) =>
    data.object.object === object && account === undefined ? data.object : undefined;
  const intent = named('payment_intent');
  const paymentId = intent?.metadata?.['paymentId'] ?? null;
  return {
    id,
    type,
    intentId: intent?.id ?? null,
    paymentId,
    setupId: named('setup_intent')?.id ?? null,
    accountId: account ?? null,
    failure: account === undefined ? failureOfEvent(event) : null,
    money: moneyOfEvent(event, new Date((created ?? now.getTime() / 1000) * 1000)),
  };
}

/** What an event says of money; of what connected accounts do by themselves, their payouts alone. */
function moneyOfEvent({ account, data }: Stripe.Event, at: Date): ProviderMoney | null {
  const money = moneyOf(data.object, at);
  if (account === undefined) return money;
  return money?.kind === 'payout' ? { ...money, accountId: account } : null;
}

function failureOfEvent(event: Stripe.Event): ProviderFailure | null {
  if (event.type === 'payment_intent.payment_failed')
    return lastFailureOf(event.data.object.last_payment_error);
  if (event.type === 'setup_intent.setup_failed') return lastFailureOf(event.data.object.last_setup_error);
  return null;
}
