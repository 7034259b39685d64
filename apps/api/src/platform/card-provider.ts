/**
 * The card provider behind one interface (decisions.md "Payments"): Stripe, or the sandbox that speaks Stripe's
 * HTTP API; the same code drives both. Amounts are integer cents.
 */
import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Cents } from '@kinfold/domain/money';
import { within } from './deadline.ts';

/** A payment intent as the protocol sees it. */
export type ProviderIntent = {
  id: string;
  status: 'open' | 'needs_card' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  paymentId: string | null;
  clientSecret: string | null;
  /** The card that it was last confirmed with: when it has succeeded, the one that paid. */
  cardId: string | null;
  failure: ProviderFailure | null;
};

/** Why a card was refused: the provider's code, decline code and message. */
export type ProviderFailure = {
  code: string | null;
  decline_code: string | null;
  message: string | null;
  requestId: string | null;
  /** Names this try of a card within its intent, whoever tells of it; null when no card was tried. */
  tryId: string | null;
  /** The card that was refused: not always the one that the intent was made for. */
  card: { id: string; fingerprint: string | null } | null;
};

/** A card as the provider keeps it. */
export type ProviderCard = {
  id: string;
  customerId: string | null;
  /** The same for the same card number, whoever uses it. */
  fingerprint: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

/**
 * A setup intent: a card being saved for later. `cardId` and `customerId` are null until they are known; `failure` is
 * the last refusal of a card, until another is tried.
 */
export type ProviderSetup = {
  hasSucceeded: boolean;
  customerId: string | null;
  cardId: string | null;
  failure: ProviderFailure | null;
};

/** What a confirmation came to; `unknown` when no answer arrived or the provider failed. */
export type ConfirmOutcome =
  | { kind: 'answered'; intent: ProviderIntent; requestId: string | null }
  | { kind: 'declined'; failure: ProviderFailure }
  | { kind: 'unknown' };

/** An event of the provider whose signature and clock were right. */
export type ProviderEvent = {
  id: string;
  type: string;
  /** What it speaks of: a payment intent and our payment, or a setup intent. */
  intentId: string | null;
  paymentId: string | null;
  setupId: string | null;
  /** The refusal that it tells of: by now the intent may tell of another, or of none. */
  failure: ProviderFailure | null;
};

/** The provider refuses what was asked for (an unknown card, say): asking again would not help. */
export class ProviderRefusal extends Error {
  readonly failure: ProviderFailure;
  constructor(failure: ProviderFailure) {
    super(failure.message ?? 'the card provider refused the request');
    this.failure = failure;
  }
}

/** The provider could not be reached, or failed: the outcome is not known. */
export class ProviderUnavailable extends Error {}

export type CardProvider = {
  /** Makes an unconfirmed intent. Throws ProviderRefusal or ProviderUnavailable. */
  createIntent(input: {
    paymentId: string;
    amount: Cents;
    currency: string;
    paymentMethodId: string;
    customerId: string | null;
    description: string;
  }): Promise<ProviderIntent>;
  /** Asks for an intent. Throws ProviderUnavailable. */
  retrieveIntent(intentId: string): Promise<ProviderIntent>;
  /** Confirms an intent once; never throws. */
  confirmIntent(intentId: string, paymentId: string): Promise<ConfirmOutcome>;
  /** Cancels an intent; gives the intent as it then is, succeeded if that came first. Throws ProviderUnavailable. */
  cancelIntent(intentId: string, paymentId: string): Promise<ProviderIntent>;
  /** A card by its id; undefined when there is none. */
  retrieveCard(cardId: string): Promise<ProviderCard | undefined>;
  /** The cards of a customer, newest first. */
  listCards(customerId: string): Promise<ProviderCard[]>;
  /** Makes the customer of a member; the same member gets the same customer. */
  createCustomer(input: { memberId: string; name: string; email: string }): Promise<string>;
  /** Keeps a card for a customer. */
  attachCard(cardId: string, customerId: string): Promise<ProviderCard>;
  /** Takes a card from its customer for good; one that is gone already stays gone. Throws ProviderUnavailable. */
  detachCard(cardId: string): Promise<void>;
  /** Makes a setup intent for a customer, once per key: its secret lets the browser hand the card over. */
  createSetup(customerId: string, key: string): Promise<{ setupId: string; clientSecret: string }>;
  /** A setup intent by its id; undefined when there is none. */
  retrieveSetup(setupId: string): Promise<ProviderSetup | undefined>;
  /** Cancels a setup intent: no card can be tried with it any more. One that has ended stays as it is. */
  cancelSetup(setupId: string): Promise<void>;
  /** An event from its raw body and signature; undefined when forged, too old or from the future. */
  readEvent(body: Buffer, signature: string, now: Date): ProviderEvent | undefined;
  /**
   * Whether the provider answered with our key when it was last asked; true until it is known. Asks anew, without
   * waiting for it, when that was a minute ago or more.
   */
  isReachable(now: Date): boolean;
  /** The same provider for one request: all its calls together take so many milliseconds, then it is unavailable. */
  withBudget(budgetMs: number): CardProvider;
};

/** What of an event we read; whatever is signed but has another shape is refused. */
const EventShape = z.object({
  id: z.string(),
  type: z.string(),
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

/** The provider of a configuration: Stripe itself, or whatever speaks its API at `apiUrl`. */
export function createStripeProvider(options: {
  secretKey: string;
  webhookSecret: string;
  apiUrl?: string | undefined;
  timeoutMs?: number;
}): CardProvider {
  const url = options.apiUrl ? new URL(options.apiUrl) : undefined;
  const stripe = new Stripe(options.secretKey, {
    // The SDK waits 80 s by default, longer than any browser does.
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

/** The provider over a client; all its calls end by a deadline of `performance.now()` when there is one. */
function providerOver(
  stripe: Stripe,
  webhookSecret: string,
  isReachable: CardProvider['isReachable'],
  deadline = Infinity,
): CardProvider {
  /** Runs a call until the deadline; none is begun after it. */
  async function inTime<T>(call: () => Promise<T>): Promise<T> {
    if (deadline === Infinity) return call();
    const late = () => new ProviderUnavailable('the card provider took too long');
    const left = deadline - performance.now();
    if (left <= 0) throw late();
    return within(left, call(), late);
  }

  /** Runs a call; a refusal and an outage become our own errors. */
  async function ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await inTime(call);
    } catch (error) {
      throw translate(error);
    }
  }

  /** Runs a call; undefined when the provider refuses it: what it is about does not exist (any more). */
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
        const intent = await inTime(() =>
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
        // It was confirmed or canceled first: what it is now decides.
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
    readEvent(body, signature, now) {
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
      // The SDK accepts timestamps of any future.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (!(signedAt <= now.getTime() / 1000 + EVENT_MAX_AHEAD_S)) return undefined;
      const shaped = z.safeParse(EventShape, event);
      if (!shaped.success) return undefined;
      const { id, type, data } = shaped.data;
      const named = (object: string) => (data.object.object === object ? data.object : undefined);
      const intent = named('payment_intent');
      const paymentId = intent?.metadata?.['paymentId'] ?? null;
      return {
        id,
        type,
        intentId: intent?.id ?? null,
        paymentId,
        setupId: named('setup_intent')?.id ?? null,
        failure: failureOfEvent(event),
      };
    },
    isReachable,
    withBudget: (budgetMs) => providerOver(stripe, webhookSecret, isReachable, performance.now() + budgetMs),
  };
}

const PROBE_EVERY_MS = 60_000;

/** Remembers whether the provider answers, and asks again once a minute at most, when somebody wants to know. */
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

function translate(error: unknown): Error {
  if (error instanceof ProviderUnavailable) return error;
  if (error instanceof Stripe.errors.StripeCardError) return new ProviderRefusal(failureOf(error));
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new ProviderRefusal(failureOf(error));
  return new ProviderUnavailable('the card provider could not be reached', { cause: error });
}

function failureOf(error: InstanceType<typeof Stripe.errors.StripeError>): ProviderFailure {
  return {
    // The SDK gives '' for what the answer does not have.
    code: error.code || null,
    decline_code: error.decline_code || null,
    message: error.message,
    requestId: error.requestId ?? null,
    ...triedOf(error),
  };
}

function intentOf(intent: Stripe.PaymentIntent): ProviderIntent {
  const statuses: Readonly<Record<string, ProviderIntent['status']>> = {
    requires_payment_method: 'needs_card',
    requires_action: 'requires_action',
    processing: 'processing',
    succeeded: 'succeeded',
    canceled: 'canceled',
  };
  return {
    id: intent.id,
    status: statuses[intent.status] ?? 'open',
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    paymentId: intent.metadata['paymentId'] ?? null,
    clientSecret: intent.client_secret,
    cardId: idOf(intent.payment_method),
    failure: lastFailureOf(intent.last_payment_error),
  };
}

function setupOf({
  status,
  customer,
  payment_method,
  last_setup_error: last,
}: Stripe.SetupIntent): ProviderSetup {
  return {
    hasSucceeded: status === 'succeeded',
    customerId: idOf(customer),
    cardId: idOf(payment_method),
    failure: lastFailureOf(last),
  };
}

/** The last refusal that an intent tells of. */
function lastFailureOf(
  last: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError | null | undefined,
): ProviderFailure | null {
  if (!last) return null;
  const { code = null, decline_code = null, message = null } = last;
  return { code, decline_code, message, requestId: null, ...triedOf(last) };
}

function failureOfEvent(event: Stripe.Event): ProviderFailure | null {
  if (event.type === 'payment_intent.payment_failed')
    return lastFailureOf(event.data.object.last_payment_error);
  if (event.type === 'setup_intent.setup_failed') return lastFailureOf(event.data.object.last_setup_error);
  return null;
}

/** Which card was refused, and at which try: a charge is made for each; without one there is the card alone. */
function triedOf({
  charge,
  payment_method: method,
}: {
  charge?: string;
  payment_method?: Stripe.PaymentMethod;
}): Pick<ProviderFailure, 'tryId' | 'card'> {
  return {
    tryId: charge || method?.id || null,
    card: method ? { id: method.id, fingerprint: method.card?.fingerprint ?? null } : null,
  };
}

/** The id of something that the provider gives whole or by its id. */
function idOf(given: string | { id: string } | null): string | null {
  return typeof given === 'string' ? given : (given?.id ?? null);
}

function cardOf(method: Stripe.PaymentMethod): ProviderCard {
  const { customer, card } = method;
  return {
    id: method.id,
    customerId: idOf(customer),
    fingerprint: card?.fingerprint ?? null,
    brand: card?.brand ?? 'card',
    last4: card?.last4 ?? '',
    expMonth: card?.exp_month ?? 0,
    expYear: card?.exp_year ?? 0,
  };
}
