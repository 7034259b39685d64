/** Events of Stripe: their signatures, and what is read of them. */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { ProviderEvent, ProviderFailure } from './card-provider.ts';
import { lastFailureOf } from './stripe-objects.ts';

/** The parts of an event that are read; signed events of another shape are refused. */
const EventShape = z.object({
  id: z.string(),
  type: z.string(),
  account: z.optional(z.string()),
  data: z.object({
    object: z.object({
      object: z.optional(z.string()),
      id: z.optional(z.string()),
      metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
    }),
  }),
});

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
  const { id, type, data, account } = shaped.data;
  // What a connected account does by itself, with payments of its own, is none of ours.
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
  };
}

function failureOfEvent(event: Stripe.Event): ProviderFailure | null {
  if (event.type === 'payment_intent.payment_failed')
    return lastFailureOf(event.data.object.last_payment_error);
  if (event.type === 'setup_intent.setup_failed') return lastFailureOf(event.data.object.last_setup_error);
  return null;
}
