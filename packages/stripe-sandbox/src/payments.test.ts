import { mkdtempSync, rmSync, appendFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from './index.ts';
import { clientOf, errorOf, newIntent, startForTest } from './testing.ts';

describe('a payment intent', () => {
  it('is created, confirmed and paid, with its charge and balance transaction', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe, 'p1', { description: 'Dues' });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 4606,
      currency: 'usd',
      status: 'requires_payment_method',
      allowed_payment_method_types: ['card'],
      metadata: { paymentId: 'p1' },
      livemode: false,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    expect(intent.lastResponse.requestId).toMatch(/^req_/);

    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 4606, metadata: { paymentId: 'p1' } });
    expect(paid.payment_method).toMatchObject({
      object: 'payment_method',
      card: { brand: 'visa', last4: '4242' },
    });
    const charge = paid.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({
      object: 'charge',
      paid: true,
      amount: 4606,
      metadata: { paymentId: 'p1' },
    });
    expect(charge.balance_transaction).toMatchObject({ amount: 4606, fee: 164, net: 4442, type: 'charge' });

    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      latest_charge: charge.id,
    });
    expect(sandbox.journal.charges('p1')).toMatchObject([
      { id: charge.id, amount: 4606, paymentIntent: intent.id },
    ]);
    expect(sandbox.journal.sums()).toEqual({
      p1: { charges: 1, charged: 4606, failures: 0, refunds: 0, refunded: 0 },
    });
  });

  it('can be created and confirmed in one call', async () => {
    const { stripe } = await startForTest();
    const paid = await newIntent(stripe, 'p1', { confirm: true, payment_method: 'pm_card_mastercard' });
    expect(paid.status).toBe('succeeded');
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['pm_card_chargeDeclinedStolenCard', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['pm_card_chargeDeclinedFraudulent', 'card_declined', 'fraudulent', 'Your card was declined.'],
    [
      'pm_card_chargeDeclinedVelocityLimitExceeded',
      'card_declined',
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', '', "Your card's security code is incorrect."],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      '',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['pm_card_avsZipFail', 'incorrect_zip', '', 'The zip code you supplied failed validation.'],
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ])('declines %s as %s %s', async (card, code, declineCode, message) => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe);
    const error = await errorOf(stripe.paymentIntents.confirm(intent.id, { payment_method: card }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({
      statusCode: 402,
      rawType: 'card_error',
      code,
      decline_code: declineCode,
      message,
    });
    expect(error.requestId).toMatch(/^req_/);
    expect(error.charge).toMatch(/^ch_/);
    expect(error.payment_method).toMatchObject({ object: 'payment_method' });
    expect(error.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code, message },
      payment_method: null,
      amount_received: 0,
    });
    expect(sandbox.journal.charges()).toEqual([]);

    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it('refuses to confirm or cancel what is over', async () => {
    const { stripe } = await startForTest();
    const paid = await newIntent(stripe, 'p1', { confirm: true, payment_method: 'pm_card_visa' });
    const canceled = await stripe.paymentIntents.cancel((await newIntent(stripe, 'p2')).id, {
      cancellation_reason: 'abandoned',
    });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(canceled.canceled_at).toBeTypeOf('number');
    for (const { id, status } of [paid, canceled]) {
      for (const attempt of [
        stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
        stripe.paymentIntents.cancel(id),
      ]) {
        expect(await errorOf(attempt)).toMatchObject({
          statusCode: 400,
          rawType: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          payment_intent: { id, status },
        });
      }
    }
  });

  it('lets exactly one win when confirm and cancel race', async () => {
    const { sandbox, stripe } = await startForTest();
    const wins = { confirm: 0, cancel: 0 };
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const paymentId = `race-${index}`;
        const intent = await newIntent(stripe, paymentId);
        const racers = [
          () => stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
          () => stripe.paymentIntents.cancel(intent.id),
        ];
        const order = index % 2 === 0 ? racers : [...racers].reverse();
        const results = await Promise.allSettled(order.map((start) => start()));
        const won = results
          .filter((result) => result.status === 'fulfilled')
          .map(({ value }) => value.status);
        expect(won).toHaveLength(1);
        expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(won[0]);
        expect(sandbox.journal.charges(paymentId)).toHaveLength(won[0] === 'succeeded' ? 1 : 0);
        wins[won[0] === 'succeeded' ? 'confirm' : 'cancel'] += 1;
      }),
    );
    expect(wins.confirm).toBeGreaterThan(0);
    expect(wins.cancel).toBeGreaterThan(0);
  });

  it('lets exactly one of many confirms charge', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(sandbox.journal.charges('p1')).toHaveLength(1);
  });

  it('checks its parameters as Stripe does', async () => {
    const { stripe } = await startForTest();
    const refuse = (params: object) =>
      errorOf(
        stripe.paymentIntents.create({
          amount: 100,
          currency: 'usd',
          ...params,
        } as Stripe.PaymentIntentCreateParams),
      );
    expect(await refuse({ amount: undefined })).toMatchObject({ code: 'parameter_missing', param: 'amount' });
    expect(await refuse({ amount: 12.5 })).toMatchObject({ code: 'parameter_invalid_integer' });
    expect(await refuse({ amount: 49 })).toMatchObject({ code: 'amount_too_small' });
    expect(await refuse({ amount: 100_000_000 })).toMatchObject({ code: 'amount_too_large' });
    expect(await refuse({ currency: 'dollars' })).toMatchObject({ param: 'currency' });
    expect(await refuse({ customer: 'cus_none' })).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(await refuse({ payment_method: 'pm_none' })).toMatchObject({
      statusCode: 404,
      param: 'payment_method',
    });
    expect(await refuse({ colour: 'blue' })).toMatchObject({ code: 'parameter_unknown', param: 'colour' });
    expect(await refuse({ expand: ['nothing'] })).toMatchObject({ param: 'expand' });
    expect(await refuse({ confirm: true })).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await refuse({ confirm: true, payment_method: 'pm_card_visa' })).toMatchObject({
      param: 'return_url',
    });
    expect(await errorOf(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
      message: "No such payment_intent: 'pi_none'",
    });
  });

  it('is listed newest first, in pages, by customer and time', async () => {
    let now = 1_800_000_000_000;
    const { stripe } = await startForTest({ clock: () => now });
    const customer = await stripe.customers.create();
    const ids: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      now += 1000;
      const owner = index % 2 === 0 ? { customer: customer.id } : {};
      ids.unshift((await newIntent(stripe, `p${index}`, owner)).id);
    }
    const first = await stripe.paymentIntents.list({ limit: 10 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(first.has_more).toBe(true);
    const last = await stripe.paymentIntents.list({ limit: 10, starting_after: ids[19] });
    expect(last.data.map(({ id }) => id)).toEqual(ids.slice(20));
    expect(last.has_more).toBe(false);
    const before = await stripe.paymentIntents.list({ limit: 5, ending_before: ids[5] });
    expect(before.data.map(({ id }) => id)).toEqual(ids.slice(0, 5));
    const all = await stripe.paymentIntents.list({ limit: 7 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect((await stripe.paymentIntents.list({ customer: customer.id, limit: 100 })).data).toHaveLength(13);
    const since = Math.floor(now / 1000) - 4;
    expect((await stripe.paymentIntents.list({ created: { gte: since } })).data).toHaveLength(5);
    expect((await stripe.paymentIntents.list({ created: { gt: since, lt: since + 3 } })).data).toHaveLength(
      2,
    );
    expect(await errorOf(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ statusCode: 400 });
  });
});

describe('3-D Secure', () => {
  it.each([
    'pm_card_authenticationRequired',
    'pm_card_threeDSecure2Required',
    'pm_card_authenticationRequiredOnSetup',
  ])('waits for the payer with %s, then charges', async (card) => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe);
    const waiting = await stripe.paymentIntents.confirm(intent.id, { payment_method: card });
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect(sandbox.journal.charges()).toEqual([]);
    await sandbox.authenticate(intent.id, 'complete');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      next_action: null,
    });
    expect(sandbox.journal.charges('p1')).toHaveLength(1);
    await expect(sandbox.authenticate(intent.id, 'complete')).rejects.toThrow('not waiting');
  });

  it('fails when the payer fails, and may be tried again', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe, 'p1', {
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
    });
    await sandbox.authenticate(intent.id, 'fail');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect(await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
    });
  });

  it('can end in a decline after the payer has authenticated', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe, 'p1', {
      confirm: true,
      payment_method: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    });
    await sandbox.authenticate(intent.id, 'complete');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    expect(sandbox.journal.sums()['p1']).toMatchObject({ charges: 0, failures: 1 });
  });

  it('comes too late when the intent was canceled', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe, 'p1', {
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
    });
    await stripe.paymentIntents.cancel(intent.id);
    await expect(sandbox.authenticate(intent.id, 'complete')).rejects.toThrow('canceled');
    expect(sandbox.journal.charges()).toEqual([]);
  });

  it('redirects to a page of the sandbox when there is an address to return to', async () => {
    const { sandbox, stripe } = await startForTest();
    const { next_action } = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'http://localhost:8080/donate/review',
    });
    expect(next_action?.type).toBe('redirect_to_url');
    const page = await fetch(next_action?.redirect_to_url?.url ?? '');
    expect(page.url).toContain(sandbox.url);
    expect(await page.text()).toContain('Complete authentication');
  });

  it('declines instead when nobody is there to authenticate', async () => {
    const { stripe } = await startForTest();
    const intent = await newIntent(stripe);
    const error = await errorOf(
      stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_authenticationRequired',
        off_session: true,
      }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });
});

describe('the data file', () => {
  it('keeps everything over a restart, and survives a torn last line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dataFile = join(folder, 'data', 'stripe.jsonl');
    const first = await startSandbox({ dataFile });
    const stripe = clientOf(first);
    const customer = await stripe.customers.create({ name: 'Ada' });
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const intent = await newIntent(stripe);
    const confirm = (client: Stripe) =>
      client.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_visa' },
        { idempotencyKey: 'pay:p1:confirm' },
      );
    const paid = await confirm(stripe);
    const journal = [...first.journal.all()];
    await first.stop();
    appendFileSync(dataFile, '{"put":[{"id":"pi_torn","obj');

    const second = await startSandbox({ dataFile });
    const client = clientOf(second);
    expect(second).toMatchObject({ secretKey: first.secretKey, webhookSecret: first.webhookSecret });
    expect(second.journal.all()).toEqual(journal);
    expect(await client.customers.retrieve(customer.id)).toMatchObject({ name: 'Ada' });
    expect((await client.paymentMethods.list({ customer: customer.id })).data).toMatchObject([
      { id: saved.id },
    ]);
    const replayed = await confirm(client);
    expect(replayed).toEqual(paid);
    expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(second.journal.charges()).toHaveLength(1);
    await newIntent(client, 'p2', { confirm: true, customer: customer.id, payment_method: saved.id });
    await second.stop();
    expect(readFileSync(dataFile, 'utf8')).not.toContain('pi_torn');

    const third = await startSandbox({ dataFile });
    expect(third.journal.charges('p2')).toHaveLength(1);
    await third.stop();
  });

  it('refuses to start on a file that is damaged in the middle', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dataFile = join(folder, 'stripe.jsonl');
    appendFileSync(dataFile, '{"put":[]}\nnonsense\n{"put":[]}\n');
    await expect(startSandbox({ dataFile })).rejects.toThrow('Line 2');
  });
});

it('says so when its port is taken', async () => {
  const { sandbox } = await startForTest();
  const port = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
