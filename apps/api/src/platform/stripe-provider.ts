/** The card provider over Stripe's SDK. Every call that creates or charges has a key of its own, so that a retry repeats nothing. */
import Stripe from 'stripe';
import {
  ProviderRefusal,
  ProviderUnavailable,
  type CardProvider,
  type ProviderCard,
  type ProviderMoney,
  type ProviderPayoutItem,
} from './card-provider.ts';
import { readStripeEvent } from './stripe-events.ts';
import { chargeOf, disputeOf, knownMoneyOf, movementOf, payoutItemOf } from './stripe-money.ts';
import {
  accountOf,
  cardOf,
  failureOf,
  idOf,
  intentOf,
  isKeyRefused,
  isRecipientRefusal,
  setupOf,
  translate,
} from './stripe-objects.ts';
import { cents } from '@kinfold/domain/money';
import { withTimeout } from './timeout.ts';

/** Stripe's SDK, or the same for the server with Stripe's API at `apiUrl`. `timeoutMs` is per call (default 15 s). */
export function createStripeClient(
  key: string,
  { apiUrl, timeoutMs = 15_000 }: { apiUrl?: string | undefined; timeoutMs?: number | undefined },
): Stripe {
  const url = apiUrl ? new URL(apiUrl) : undefined;
  return new Stripe(key, {
    // The SDK's default is 80 s, longer than browsers wait.
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port,
      protocol: url.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/** A provider for Stripe, or for the server with Stripe's API at `apiUrl`. `timeoutMs` is per call (default 15 s). */
export function createStripeProvider(options: {
  secretKey: string;
  /** For the platform's own events, and for those of connected accounts where these have a separate one. */
  webhookSecrets: readonly string[];
  apiUrl?: string | undefined;
  /** For connecting accounts, which is impossible without it. `authorizeOrigin` is where a browser finds the authorize page. */
  connect?: { clientId: string; authorizeOrigin: string } | undefined;
  timeoutMs?: number;
}): CardProvider {
  const stripe = createStripeClient(options.secretKey, options);
  return providerOver(stripe, options, createProbe(stripe));
}

type ProviderOptions = Pick<Parameters<typeof createStripeProvider>[0], 'webhookSecrets' | 'connect'>;

/** The provider over a client; `deadline`, in ms of `performance.now()`, ends all its calls. */
function providerOver(
  stripe: Stripe,
  options: ProviderOptions,
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
              ...(input.destination && {
                transfer_data: {
                  destination: input.destination.accountId,
                  amount: input.destination.amount,
                },
                on_behalf_of: input.destination.accountId,
              }),
            },
            { idempotencyKey: `pay:${input.paymentId}:pi` },
          ),
        ),
      ),
    retrieveIntent,
    async confirmIntent(intentId, paymentId, isOffSession) {
      try {
        const intent = await withDeadline(() =>
          stripe.paymentIntents.confirm(
            intentId,
            isOffSession ? { off_session: true } : { use_stripe_sdk: true },
            { idempotencyKey: `pay:${paymentId}:confirm:1` },
          ),
        );
        return { kind: 'answered', intent: intentOf(intent), requestId: intent.lastResponse.requestId };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError)
          return { kind: 'declined', failure: failureOf(error) };
        if (isRecipientRefusal(error)) return { kind: 'recipient_refused' };
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
    listRefunds: (chargeId) =>
      ask(async () => {
        const refunds: ProviderMoney[] = [];
        for await (const refund of stripe.refunds.list({ charge: chargeId, limit: 100 })) {
          refunds.push(knownMoneyOf(refund));
        }
        return refunds.toReversed();
      }),
    createRefund: ({ refundId, paymentId, intentId, amount }) =>
      ask(async () =>
        knownMoneyOf(
          await stripe.refunds.create(
            {
              payment_intent: intentId,
              amount,
              metadata: { refundId, paymentId },
            },
            { idempotencyKey: `refund:${refundId}` },
          ),
        ),
      ),
    takeBack: ({ intentId, amount, key }) =>
      ask(async () => {
        const transferId = await transferIdOf(stripe, intentId);
        // The provider forgets keys after a day.
        if (transferId === null || (await isReversed(stripe, transferId, key))) return false;
        await stripe.transfers.createReversal(
          transferId,
          { amount, metadata: { key } },
          { idempotencyKey: `take-back:${key}` },
        );
        return true;
      }),
    isTakenBack: ({ intentId, key }) =>
      ask(async () => {
        const transferId = await transferIdOf(stripe, intentId);
        return transferId !== null && isReversed(stripe, transferId, key);
      }),
    moveAgain: ({ paymentId, accountId, amount, currency, key }) =>
      ask(async () => {
        const group = { destination: accountId, transfer_group: `payment:${paymentId}` };
        for await (const transfer of stripe.transfers.list({ ...group, limit: 100 }))
          if (transfer.metadata['key'] === key) return false;
        await stripe.transfers.create(
          { ...group, amount, currency, metadata: { key, paymentId } },
          { idempotencyKey: `move-again:${key}` },
        );
        return true;
      }),
    findRefund: (intentId, refundId) =>
      ask(async () => {
        for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
          if (refund.metadata?.['refundId'] === refundId) return knownMoneyOf(refund);
        return undefined;
      }),
    retrieveRefund: (id) => unlessRefused(async () => knownMoneyOf(await stripe.refunds.retrieve(id))),
    retrieveDispute: (id) => unlessRefused(async () => disputeOf(await stripe.disputes.retrieve(id))),
    retrievePayout: (id, accountId) =>
      unlessRefused(async () => {
        const of = accountId === null ? {} : { stripeAccount: accountId };
        const payout = await stripe.payouts.retrieve(id, {}, of);
        const { status, amount, currency, automatic } = payout;
        const arrivalDt = new Date(payout.arrival_date * 1000);
        const wanted = { payout: id, limit: 100, expand: ['data.source'] };
        const held = automatic ? await all(stripe.balanceTransactions.list(wanted, of)) : null;
        const items: ProviderPayoutItem[] = [];
        for (const movement of held ?? [])
          if (idOf(movement.source) !== id)
            items.push(payoutItemOf(movement, await intentIdOf(stripe, movement.source, of)));
        return { id, status, amount: cents(amount), currency, arrivalDt, items: held && items };
      }),
    payoutsSince: async (since, accountId) => {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const list = () => all(stripe.payouts.list({ created, limit: 100 }, { stripeAccount: accountId }));
      return ((await unlessRefused(list)) ?? []).map(knownMoneyOf);
    },
    recordsSince: (since) =>
      ask(async () => {
        const wanted = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 };
        const [charges, refunds, disputes, payouts, movements] = await Promise.all([
          all(stripe.charges.list(wanted)),
          all(stripe.refunds.list(wanted)),
          all(stripe.disputes.list(wanted)),
          all(stripe.payouts.list(wanted)),
          all(stripe.balanceTransactions.list(wanted)),
        ]);
        return {
          charges: charges.map(chargeOf),
          refunds: refunds.map(knownMoneyOf),
          disputes: disputes.map(disputeOf),
          payouts: payouts.map(knownMoneyOf),
          movements: movements.map(movementOf),
        };
      }),
    createCustomer: (input) =>
      ask(async () => {
        const customer = await stripe.customers.create(
          { name: input.name, email: input.email, metadata: { memberId: input.memberId } },
          { idempotencyKey: `customer:${input.memberId}` },
        );
        return customer.id;
      }),
    async deleteCustomer(customerId) {
      try {
        await ask(() => stripe.customers.del(customerId));
      } catch (error) {
        if (error instanceof ProviderRefusal && error.failure.code === 'resource_missing') return;
        // A retry does not help.
        throw error instanceof ProviderUnavailable && isKeyRefused(error.cause) ? error.cause : error;
      }
    },
    attachCard: (cardId, customerId) =>
      ask(async () => cardOf(await stripe.paymentMethods.attach(cardId, { customer: customerId }))),
    async detachCard(cardId) {
      await unlessRefused(() => stripe.paymentMethods.detach(cardId));
    },
    createSetup: (customerId, key) =>
      ask(async () => {
        const setup = await stripe.setupIntents.create(
          { customer: customerId, allowed_payment_method_types: ['card'], usage: 'off_session' },
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
    authorizeUrl({ state, redirectUri }) {
      if (!options.connect) return undefined;
      const { clientId, authorizeOrigin } = options.connect;
      // By hand: the SDK's `authorizeUrl` leaves out the port and the protocol of another host.
      const url = new URL('/oauth/authorize', authorizeOrigin);
      const fields = { response_type: 'code', client_id: clientId, scope: 'read_write' };
      url.search = new URLSearchParams({ ...fields, redirect_uri: redirectUri, state }).toString();
      return url.href;
    },
    exchangeCode: (code) =>
      ask(async () => {
        const { stripe_user_id: id } = await stripe.oauth.token({ grant_type: 'authorization_code', code });
        if (!id) throw new Error('an exchanged code gives an account');
        return id;
      }),
    retrieveAccount: (accountId) =>
      unlessRefused(async () => {
        try {
          return accountOf(await stripe.accounts.retrieve(accountId));
        } catch (error) {
          // A deauthorized account.
          if (error instanceof Stripe.errors.StripePermissionError) return undefined;
          throw error;
        }
      }),
    async deauthorize(accountId) {
      const { clientId = '' } = options.connect ?? {};
      await unlessRefused(() => stripe.oauth.deauthorize({ client_id: clientId, stripe_user_id: accountId }));
    },
    readEvent: (body, signature, now) =>
      options.webhookSecrets
        .map((secret) => readStripeEvent(stripe, secret, { body, signature, now }))
        .find((event) => event !== undefined),
    isReachable,
    withBudget: (budgetMs) => providerOver(stripe, options, isReachable, performance.now() + budgetMs),
  };
}

/** The transfer of an intent's charge to a connected account; null where nothing was moved. */
async function transferIdOf(stripe: Stripe, intentId: string): Promise<string | null> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge'],
  });
  return typeof charge === 'string' ? null : idOf(charge?.transfer ?? null);
}

async function isReversed(stripe: Stripe, transferId: string, key: string): Promise<boolean> {
  for await (const reversal of stripe.transfers.listReversals(transferId, { limit: 100 }))
    if (reversal.metadata?.['key'] === key) return true;
  return false;
}

/** The intent of the payment that the source of a movement is about; on a connected account by its transfer. */
async function intentIdOf(
  stripe: Stripe,
  source: Stripe.BalanceTransaction['source'],
  of: Stripe.RequestOptions,
): Promise<string | null> {
  if (typeof source !== 'object' || source === null) return null;
  if ('payment_intent' in source && source.payment_intent) return idOf(source.payment_intent);
  if (of.stripeAccount === undefined) return null;
  const isRefund = source.object === 'refund';
  const chargeId = isRefund ? idOf(source.charge) : null;
  const charge = chargeId ? await stripe.charges.retrieve(chargeId, {}, of) : source;
  const transferId = charge.object === 'charge' ? idOf(charge.source_transfer) : null;
  if (!transferId) return null;
  const transfer = await stripe.transfers.retrieve(transferId, { expand: ['source_transaction'] });
  const origin = transfer.source_transaction;
  return typeof origin === 'object' ? idOf(origin?.payment_intent) : null;
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of pages) found.push(each);
  return found;
}

const PROBE_EVERY_MS = 60_000;

/** Probes the provider when its state is read, at most once a minute. */
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
