/** The card provider over Stripe's SDK. Every call that creates or charges has a key of its own, so that a retry repeats nothing. */
import Stripe from 'stripe';
import {
  ProviderRefusal,
  ProviderUnavailable,
  type CardProvider,
  type ProviderCard,
} from './card-provider.ts';
import { readStripeEvent } from './stripe-events.ts';
import { cardOf, failureOf, intentOf, setupOf, translate } from './stripe-objects.ts';
import { withTimeout } from './timeout.ts';

/** A provider over Stripe, or over the server with Stripe's API at `apiUrl`. `timeoutMs` is per call (default 15 s). */
export function createStripeProvider(options: {
  secretKey: string;
  webhookSecret: string;
  apiUrl?: string | undefined;
  timeoutMs?: number;
}): CardProvider {
  const url = options.apiUrl ? new URL(options.apiUrl) : undefined;
  const stripe = new Stripe(options.secretKey, {
    // The SDK's default is 80 s, longer than browsers wait.
    timeout: options.timeoutMs ?? 15_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port,
      protocol: url.protocol === 'https:' ? 'https' : 'http',
    }),
  });
  return providerOver(stripe, options.webhookSecret, createProbe(stripe));
}

/** The provider over a client; `deadline`, in ms of `performance.now()`, ends all its calls. */
function providerOver(
  stripe: Stripe,
  webhookSecret: string,
  isReachable: CardProvider['isReachable'],
  deadline = Infinity,
): CardProvider {
  /** Runs a call with the time that is left; throws ProviderUnavailable after the deadline. */
  async function withDeadline<T>(call: () => Promise<T>): Promise<T> {
    if (deadline === Infinity) return call();
    const late = () => new ProviderUnavailable('the card provider took too long');
    const left = deadline - performance.now();
    if (left <= 0) throw late();
    return withTimeout(left, call(), late);
  }

  /** Runs a call and translates its errors to ProviderRefusal and ProviderUnavailable. */
  async function ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await withDeadline(call);
    } catch (error) {
      throw translate(error);
    }
  }

  /** Runs a call; undefined when the provider refuses it, because the object does not exist (any more). */
  async function unlessRefused<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask(call);
    } catch (error) {
      if (error instanceof ProviderRefusal) return undefined;
      throw error;
    }
  }

  const retrieveIntent = (intentId: string) =>
    ask(async () => intentOf(await stripe.paymentIntents.retrieve(intentId)));

  return {
    createIntent: (input) =>
      ask(async () =>
        intentOf(
          await stripe.paymentIntents.create(
            {
              amount: input.amount,
              currency: input.currency,
              payment_method: input.paymentMethodId,
              allowed_payment_method_types: ['card'],
              description: input.description,
              metadata: { paymentId: input.paymentId },
              ...(input.customerId && { customer: input.customerId }),
            },
            { idempotencyKey: `pay:${input.paymentId}:pi` },
          ),
        ),
      ),
    retrieveIntent,
    async confirmIntent(intentId, paymentId) {
      try {
        const intent = await withDeadline(() =>
          stripe.paymentIntents.confirm(
            intentId,
            { use_stripe_sdk: true },
            { idempotencyKey: `pay:${paymentId}:confirm:1` },
          ),
        );
        return { kind: 'answered', intent: intentOf(intent), requestId: intent.lastResponse.requestId };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError)
          return { kind: 'declined', failure: failureOf(error) };
        return { kind: 'unknown' };
      }
    },
    async cancelIntent(intentId, paymentId) {
      try {
        return await ask(async () =>
          intentOf(
            await stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey: `pay:${paymentId}:cancel` }),
          ),
        );
      } catch (error) {
        // It was confirmed or canceled before: its current state decides.
        if (error instanceof ProviderRefusal) return retrieveIntent(intentId);
        throw error;
      }
    },
    retrieveCard: (cardId) => unlessRefused(async () => cardOf(await stripe.paymentMethods.retrieve(cardId))),
    listCards: (customerId) =>
      ask(async () => {
        const cards: ProviderCard[] = [];
        const pages = stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 100 });
        for await (const method of pages) cards.push(cardOf(method));
        return cards;
      }),
    createCustomer: (input) =>
      ask(async () => {
        const customer = await stripe.customers.create(
          { name: input.name, email: input.email, metadata: { memberId: input.memberId } },
          { idempotencyKey: `customer:${input.memberId}` },
        );
        return customer.id;
      }),
    attachCard: (cardId, customerId) =>
      ask(async () => cardOf(await stripe.paymentMethods.attach(cardId, { customer: customerId }))),
    async detachCard(cardId) {
      await unlessRefused(() => stripe.paymentMethods.detach(cardId));
    },
    createSetup: (customerId, key) =>
      ask(async () => {
        const setup = await stripe.setupIntents.create(
          { customer: customerId, allowed_payment_method_types: ['card'], usage: 'on_session' },
          { idempotencyKey: `setup:${key}` },
        );
        if (!setup.client_secret) throw new Error('a new setup intent has a client secret');
        return { setupId: setup.id, clientSecret: setup.client_secret };
      }),
    retrieveSetup: (setupId) =>
      unlessRefused(async () => setupOf(await stripe.setupIntents.retrieve(setupId))),
    async cancelSetup(setupId) {
      await unlessRefused(() => stripe.setupIntents.cancel(setupId));
    },
    readEvent: (body, signature, now) => readStripeEvent(stripe, webhookSecret, { body, signature, now }),
    isReachable,
    withBudget: (budgetMs) => providerOver(stripe, webhookSecret, isReachable, performance.now() + budgetMs),
  };
}

const PROBE_EVERY_MS = 60_000;

/** Probes the provider when it is asked for its state, at most once a minute. */
function createProbe(stripe: Stripe): CardProvider['isReachable'] {
  let isReachable = true;
  let askedAt = -Infinity;
  return (now) => {
    if (now.getTime() - askedAt >= PROBE_EVERY_MS) {
      askedAt = now.getTime();
      stripe.paymentIntents.list({ limit: 1 }, { timeout: 3_000, maxNetworkRetries: 0 }).then(
        () => {
          isReachable = true;
        },
        () => {
          isReachable = false;
        },
      );
    }
    return isReachable;
  };
}
