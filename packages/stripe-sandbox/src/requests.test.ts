import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { FaultOptions, Sandbox } from './index.ts';
import { clientOf, errorOf, newIntent, sendAndLeave, startForTest } from './testing.ts';

const confirmWith = (stripe: Stripe, id: string, idempotencyKey: string, card = 'pm_card_visa') =>
  stripe.paymentIntents.confirm(id, { payment_method: card }, { idempotencyKey });

describe('an idempotency key', () => {
  it('replays a success', async () => {
    const { sandbox, stripe } = await startForTest();
    const create = () =>
      stripe.paymentIntents.create(
        { amount: 100, currency: 'usd', metadata: { paymentId: 'p1' } },
        { idempotencyKey: 'pay:p1:pi' },
      );
    const first = await create();
    const second = await create();
    expect(second).toEqual(first);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
    expect(sandbox.journal.all().filter(({ effect }) => effect === 'payment_intent.created')).toHaveLength(1);
  });

  it('replays a decline, even when the card would be good now', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe);
    const first = await errorOf(confirmWith(stripe, intent.id, 'k', 'pm_card_chargeDeclined'));
    const second = await errorOf(confirmWith(stripe, intent.id, 'k', 'pm_card_chargeDeclined'));
    expect(second).toMatchObject({ statusCode: 402, code: 'card_declined', charge: first.charge });
    expect(second.headers?.['idempotent-replayed']).toBe('true');
    expect(sandbox.journal.sums()['p1']?.failures).toBe(1);
  });

  it('replays an unexpected state', async () => {
    const { stripe } = await startForTest();
    const intent = await newIntent(stripe);
    await stripe.paymentIntents.cancel(intent.id);
    await errorOf(confirmWith(stripe, intent.id, 'k'));
    const second = await errorOf(confirmWith(stripe, intent.id, 'k'));
    expect(second.headers?.['idempotent-replayed']).toBe('true');
  });

  it('is free again after a validation error', async () => {
    const { stripe } = await startForTest();
    const create = (amount: number) =>
      stripe.paymentIntents.create({ amount, currency: 'usd' }, { idempotencyKey: 'k' });
    expect(await errorOf(create(1))).toMatchObject({ code: 'amount_too_small' });
    expect(await create(100)).toMatchObject({ amount: 100 });
  });

  it('refuses other parameters or another path', async () => {
    const { stripe } = await startForTest();
    await stripe.paymentIntents.create({ amount: 100, currency: 'usd' }, { idempotencyKey: 'k' });
    for (const other of [
      stripe.paymentIntents.create({ amount: 101, currency: 'usd' }, { idempotencyKey: 'k' }),
      stripe.customers.create({}, { idempotencyKey: 'k' }),
    ]) {
      const error = await errorOf(other);
      expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
      expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    }
  });

  it('does not care in which order the parameters are sent', async () => {
    const { stripe } = await startForTest();
    const item = await stripe.paymentIntents.create(
      { amount: 100, currency: 'usd' },
      { idempotencyKey: 'k' },
    );
    const two = await stripe.paymentIntents.create({ currency: 'usd', amount: 100 }, { idempotencyKey: 'k' });
    expect(two.id).toBe(item.id);
  });

  it('is refused with 409 while it is in flight, and replays after', async () => {
    const { sandbox, stripe } = await startForTest({ latencyMs: 500 });
    const intent = await newIntent(stripe);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => confirmWith(stripe, intent.id, 'pay:p1:confirm:1')),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({
        statusCode: 409,
        rawType: 'idempotency_error',
        code: 'idempotency_key_in_use',
      });
    }
    expect(await confirmWith(stripe, intent.id, 'pay:p1:confirm:1')).toMatchObject({ status: 'succeeded' });
    expect(sandbox.journal.charges('p1')).toHaveLength(1);
  });

  it('makes one charge of many concurrent attempts of a client that retries', async () => {
    const { sandbox } = await startForTest({ latencyMs: 20 });
    const stripe = clientOf(sandbox, { maxNetworkRetries: 5 });
    const intent = await newIntent(stripe);
    const paid = await Promise.all(Array.from({ length: 10 }, () => confirmWith(stripe, intent.id, 'k')));
    expect(new Set(paid.map(({ latest_charge }) => latest_charge)).size).toBe(1);
    expect(sandbox.journal.charges('p1')).toHaveLength(1);
  });

  it('is forgotten after a day', async () => {
    let now = Date.now();
    const { stripe } = await startForTest({ clock: () => now });
    const create = () => stripe.customers.create({}, { idempotencyKey: 'k' });
    const first = await create();
    now += 25 * 3600 * 1000;
    expect((await create()).id).not.toBe(first.id);
  });
});

describe('a key', () => {
  it('must be the secret one', async () => {
    const { sandbox } = await startForTest();
    const withKey = (key: string) =>
      errorOf(clientOf({ ...sandbox, url: sandbox.url, secretKey: key }).customers.list());
    expect(await withKey('sk_test_wrong')).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(await withKey('sk_test_wrong')).toMatchObject({ message: expect.not.stringContaining('wrong') });
    expect(await withKey(sandbox.publishableKey)).toMatchObject({ statusCode: 401 });
    const none = await fetch(`${sandbox.url}/v1/customers`);
    expect(none.status).toBe(401);
    expect(await none.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('may come by Basic authentication', async () => {
    const { sandbox } = await startForTest();
    const authorization = `Basic ${Buffer.from(`${sandbox.secretKey}:`).toString('base64')}`;
    expect((await fetch(`${sandbox.url}/v1/customers`, { headers: { authorization } })).status).toBe(200);
  });

  it('lets a browser do only what needs no secret, with the right client secret', async () => {
    const { sandbox, stripe } = await startForTest();
    const customer = await stripe.customers.create();
    const intent = await newIntent(stripe, 'p1', { customer: customer.id });
    const get = (query: string) =>
      fetch(`${sandbox.url}/v1/payment_intents/${intent.id}?${query}`, {
        headers: { authorization: `Bearer ${sandbox.publishableKey}`, origin: 'http://localhost:8080' },
      });
    expect((await get('')).status).toBe(400);
    expect((await get(`client_secret=${intent.id}_secret_x`)).status).toBe(400);
    const seen = await get(`client_secret=${intent.client_secret}`);
    expect(seen.headers.get('access-control-allow-origin')).toBe('*');
    const body = (await seen.json()) as object;
    expect(body).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    for (const hidden of ['metadata', 'customer', 'latest_charge']) expect(body).not.toHaveProperty(hidden);
    const preflight = await fetch(`${sandbox.url}/v1/payment_methods`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  });

  it('does not make an unknown address known', async () => {
    const { stripe } = await startForTest();
    expect(await errorOf(stripe.balance.retrieve())).toMatchObject({ statusCode: 404 });
  });
});

describe('a fault', () => {
  const confirmOf = (paymentId: string, rest: Omit<FaultOptions, 'match'>): FaultOptions => ({
    match: { method: 'POST', path: '/v1/payment_intents/*/confirm', metadata: { paymentId } },
    ...rest,
  });

  it('resets after applying: the same key then gives the original result and one charge', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe);
    // stripe-node retries a closed connection once.
    const fault = sandbox.faults.add(confirmOf('p1', { kind: 'reset-after-applying', times: 2 }));
    expect(await errorOf(confirmWith(stripe, intent.id, 'k'))).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    expect(fault.hits).toBe(2);
    expect(sandbox.journal.charges('p1')).toHaveLength(1);
    const paid = await confirmWith(stripe, intent.id, 'k');
    expect(paid.status).toBe('succeeded');
    expect(paid.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(paid.latest_charge).toBe(sandbox.journal.charges('p1')[0]?.id);
    expect(sandbox.journal.charges('p1')).toHaveLength(1);
  });

  it('hangs after applying', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe);
    sandbox.faults.add(confirmOf('p1', { kind: 'hang-after-applying', ms: 60_000 }));
    await sendAndLeave(
      sandbox,
      `/v1/payment_intents/${intent.id}/confirm`,
      { body: { payment_method: 'pm_card_visa' }, idempotencyKey: 'k' },
      () => sandbox.journal.charges('p1').length === 1,
    );
    expect(await confirmWith(stripe, intent.id, 'k')).toMatchObject({ status: 'succeeded' });
  });

  it.each(['refuse', 'hang'] as const)('%ss before anything is applied', async (kind) => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe);
    const fault = sandbox.faults.add(confirmOf('p1', { kind, times: 'always', ms: 30 }));
    expect(await errorOf(confirmWith(stripe, intent.id, 'k'))).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    expect(sandbox.journal.charges()).toEqual([]);
    expect(sandbox.faults.remove(fault.id)).toBe(true);
    const paid = await confirmWith(stripe, intent.id, 'k');
    expect(paid.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  });

  it.each([
    ['500', Stripe.errors.StripeAPIError],
    ['429', Stripe.errors.StripeRateLimitError],
  ] as const)('answers %s without applying or keeping the key', async (kind, type) => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe);
    sandbox.faults.add(confirmOf('p1', { kind }));
    expect(await errorOf(confirmWith(stripe, intent.id, 'k'))).toBeInstanceOf(type);
    expect(sandbox.journal.charges()).toEqual([]);
    expect(await confirmWith(stripe, intent.id, 'k')).toMatchObject({ status: 'succeeded' });
  });

  it('slow executes even when the client has gone', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe);
    const fault = sandbox.faults.add(confirmOf('p1', { kind: 'slow', ms: 1000 }));
    await sendAndLeave(
      sandbox,
      `/v1/payment_intents/${intent.id}/confirm`,
      { body: { payment_method: 'pm_card_visa' } },
      () => fault.hits === 1,
    );
    await expect.poll(() => sandbox.journal.charges('p1').length).toBe(1);
  });

  it('meets only what it is aimed at', async () => {
    const { sandbox, stripe } = await startForTest();
    const [a, b] = [await newIntent(stripe, 'p1'), await newIntent(stripe, 'p2')];
    sandbox.faults.add(confirmOf('p2', { kind: '500' }));
    expect(await confirmWith(stripe, a.id, 'k1')).toMatchObject({ status: 'succeeded' });
    expect(await errorOf(confirmWith(stripe, b.id, 'k2'))).toMatchObject({ statusCode: 500 });
    sandbox.faults.add({ kind: '500', match: { path: '/v1/**' }, times: 'always' });
    expect(await errorOf(stripe.customers.list())).toMatchObject({ statusCode: 500 });
    sandbox.faults.clear();
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  it('is refused when it is malformed', async () => {
    const { sandbox } = await startForTest();
    const add = (fault: object) => () => sandbox.faults.add(fault as FaultOptions);
    expect(add({ kind: 'melt' })).toThrow('kind');
    expect(add({ kind: '500', times: -1 })).toThrow('times');
    expect(add({ kind: '500', match: { url: '/' } })).toThrow('match.url');
  });

  it('does not keep the sandbox from stopping', async () => {
    const { sandbox, stripe } = await startForTest();
    sandbox.faults.add({ kind: 'hang' });
    const hanging = stripe.customers.list().catch((error: unknown) => error);
    await expect.poll(() => sandbox.faults.list()[0]?.hits).toBe(1);
    await sandbox.stop();
    expect(await hanging).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  });
});

describe('the controls over HTTP', () => {
  const control = (sandbox: Sandbox, method: string, path: string, body?: object) =>
    fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });

  it('add, list and remove faults', async () => {
    const { sandbox, stripe } = await startForTest();
    const added = await control(sandbox, 'POST', 'faults', { kind: '500', match: { path: '/v1/customers' } });
    expect(added.status).toBe(201);
    expect(await errorOf(stripe.customers.list())).toMatchObject({ statusCode: 500 });
    expect(await (await control(sandbox, 'GET', 'faults')).json()).toMatchObject([{ kind: '500', hits: 1 }]);
    await control(sandbox, 'POST', 'faults', { kind: '500', times: 'always' });
    expect((await control(sandbox, 'DELETE', 'faults')).status).toBe(200);
    expect((await stripe.customers.list()).data).toEqual([]);
    expect((await control(sandbox, 'POST', 'faults', { kind: 'melt' })).status).toBe(422);
  });

  it('show the journal with sums by payment', async () => {
    const { sandbox, stripe } = await startForTest();
    for (const paymentId of ['p1', 'p2']) {
      await newIntent(stripe, paymentId, { confirm: true, payment_method: 'pm_card_visa' });
    }
    const journal = await (await control(sandbox, 'GET', 'journal?paymentId=p2')).json();
    expect(journal).toMatchObject({ sums: { p2: { charges: 1, charged: 4606 } } });
    expect(journal).not.toHaveProperty('sums.p1');
    expect((await control(sandbox, 'GET', 'health')).status).toBe(200);
  });

  it('cannot be used by pages of other origins', async () => {
    const { sandbox } = await startForTest();
    const simple = await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: '{"kind":"500"}' });
    expect(simple.status).toBe(404);
    expect(simple.headers.get('access-control-allow-origin')).toBeNull();
  });
});
