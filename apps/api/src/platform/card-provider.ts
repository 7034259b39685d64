/**
 * The card provider behind one interface (decisions.md "Payments"): Stripe, or the sandbox with the same HTTP API.
 * Amounts are integer cents.
 */
import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Cents } from '@kinfold/domain/money';
import { withTimeout } from './timeout.ts';

/** A payment intent, as far as the payment protocol needs it. */
export type ProviderIntent = {
  id: string;
  status: 'open' | 'needs_card' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  paymentId: string | null;
  clientSecret: string | null;
  /** The card of the last confirmation: for a succeeded intent the one that paid. */
  cardId: string | null;
  failure: ProviderFailure | null;
};

/** Why a card was refused: the provider's code, decline code and message. */
export type ProviderFailure = {
  code: string | null;
  decline_code: string | null;
  message: string | null;
  requestId: string | null;
  /** Identifies the try within its intent, in an answer as in an event; null when no card was tried. */
  tryId: string | null;
  /** The refused card; it may differ from the card that the intent was created with. */
  card: { id: string; fingerprint: string | null } | null;
};

/** A card as the provider keeps it. */
export type ProviderCard = {
  id: string;
  customerId: string | null;
  /** The same for every payment method with the same card number. */
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

/** The outcome of a confirmation; `unknown` when no answer arrived or the provider failed. */
export type ConfirmOutcome =
  | { kind: 'answered'; intent: ProviderIntent; requestId: string | null }
  | { kind: 'declined'; failure: ProviderFailure }
  | { kind: 'unknown' };

/** An event of the provider with a valid signature and timestamp. */
export type ProviderEvent = {
  id: string;
  type: string;
  /** Its object: a payment intent with the paymentId of its metadata, or a setup intent. */
  intentId: string | null;
  paymentId: string | null;
  setupId: string | null;
  /** The refusal at the time of the event; the intent may have a later one, or none, by now. */
  failure: ProviderFailure | null;
};

/** The provider refused the request (an unknown card, for example); a retry would not help. */
export class ProviderRefusal extends Error {
  readonly failure: ProviderFailure;
  constructor(failure: ProviderFailure) {
    super(failure.message ?? 'the card provider refused the request');
    this.failure = failure;
  }
}

/** The provider could not be reached, timed out or failed: the outcome is unknown. */
export class ProviderUnavailable extends Error {}

export type CardProvider = {
  /** Creates an unconfirmed intent, once per payment. Throws ProviderRefusal or ProviderUnavailable. */
  createIntent(input: {
    paymentId: string;
    amount: Cents;
    currency: string;
    paymentMethodId: string;
    customerId: string | null;
    description: string;
  }): Promise<ProviderIntent>;
  /** Reads an intent. Throws ProviderUnavailable. */
  retrieveIntent(intentId: string): Promise<ProviderIntent>;
  /** Confirms an intent, once per payment; never throws. */
  confirmIntent(intentId: string, paymentId: string): Promise<ConfirmOutcome>;
  /** Cancels an intent and gives its state after that: succeeded if that came first. Throws ProviderUnavailable. */
  cancelIntent(intentId: string, paymentId: string): Promise<ProviderIntent>;
  /** A card by its id; undefined when there is none. */
  retrieveCard(cardId: string): Promise<ProviderCard | undefined>;
  /** The cards of a customer, newest first. */
  listCards(customerId: string): Promise<ProviderCard[]>;
  /** Creates the customer of a member, once per member. */
  createCustomer(input: { memberId: string; name: string; email: string }): Promise<string>;
  /** Saves a card for a customer. */
  attachCard(cardId: string, customerId: string): Promise<ProviderCard>;
  /** Removes a card from its customer, for good; a no-op when it was removed before. Throws ProviderUnavailable. */
  detachCard(cardId: string): Promise<void>;
  /** Creates a setup intent for a customer, once per key. With the client secret the browser saves a card. */
  createSetup(customerId: string, key: string): Promise<{ setupId: string; clientSecret: string }>;
  /** A setup intent by its id; undefined when there is none. */
  retrieveSetup(setupId: string): Promise<ProviderSetup | undefined>;
  /** Cancels a setup intent, so that no card can be tried with it; a no-op when it has ended. */
  cancelSetup(setupId: string): Promise<void>;
  /** An event from its raw body and signature; undefined when forged, over 300 s old or over 60 s ahead. */
  readEvent(body: Buffer, signature: string, now: Date): ProviderEvent | undefined;
  /**
   * Whether the last probe of the provider succeeded; true before the first result. Starts a new probe in the
   * background when the last one is a minute old.
   */
  isReachable(now: Date): boolean;
  /** The same provider with a time budget in ms for all its calls together; then they throw ProviderUnavailable. */
  withBudget(budgetMs: number): CardProvider;
};

/** The parts of an event that are read; signed events of another shape are refused. */
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
      // The SDK accepts timestamps in the future.
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

function translate(error: unknown): Error {
  if (error instanceof ProviderUnavailable) return error;
  if (error instanceof Stripe.errors.StripeCardError) return new ProviderRefusal(failureOf(error));
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new ProviderRefusal(failureOf(error));
  return new ProviderUnavailable('the card provider could not be reached', { cause: error });
}

function failureOf(error: InstanceType<typeof Stripe.errors.StripeError>): ProviderFailure {
  return {
    // The SDK gives '' for missing fields.
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

/** The failure of an intent's `last_payment_error` or `last_setup_error`. */
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

/** The refused card and an id of the try: the charge, which Stripe makes for each try, or else the card. */
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

/** The id of an object that the provider gives expanded or as an id. */
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
