import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { idOf } from './api.ts';
import { errorOf, newIntent, startForTest } from './testing.ts';

const NEXT_YEAR = new Date().getUTCFullYear() + 1;

const newCard = (stripe: Stripe, card: Partial<Stripe.PaymentMethodCreateParams.Card>) =>
  stripe.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 12, exp_year: NEXT_YEAR, cvc: '123', ...card },
    billing_details: { name: 'Ada', address: { postal_code: '12345' } },
  });

describe('a payment method', () => {
  it.each([
    ['4242424242424242', 'visa', 'credit'],
    ['4000056655665556', 'visa', 'debit'],
    ['5555555555554444', 'mastercard', 'credit'],
    ['378282246310005', 'amex', 'credit'],
    ['6011111111111117', 'discover', 'credit'],
  ])('is made of the test number %s', async (number, brand, funding) => {
    const { stripe } = await startForTest();
    const made = await newCard(stripe, { number });
    expect(made).toMatchObject({
      object: 'payment_method',
      type: 'card',
      customer: null,
      billing_details: { name: 'Ada', address: { postal_code: '12345' } },
      card: { brand, funding, last4: number.slice(-4), exp_month: 12, exp_year: NEXT_YEAR },
    });
    expect(await stripe.paymentMethods.retrieve(made.id)).toEqual(made);
  });

  it('of the same number has the same fingerprint for every customer, and no other number has it', async () => {
    const { stripe } = await startForTest();
    const fingerprints = [];
    for (const number of ['4242424242424242', '4242424242424242', '5555555555554444', '2223003122003222'])
      fingerprints.push((await newCard(stripe, { number })).card?.fingerprint);
    fingerprints.push((await stripe.paymentMethods.retrieve('pm_card_visa')).card?.fingerprint);
    const [visa, again, mastercard, other, byToken] = fingerprints;
    expect([again, byToken]).toEqual([visa, visa]);
    expect(new Set([visa, mastercard, other]).size).toBe(3);
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
    ['4000000000000069', 'expired_card', ''],
    ['4000000000000127', 'incorrect_cvc', ''],
    ['4000000000000119', 'processing_error', ''],
    ['4000000000000036', 'incorrect_zip', ''],
    ['4000000000000341', 'card_declined', 'generic_decline'],
  ])('of %s is made, but its charge fails with %s %s', async (number, code, decline_code) => {
    const { stripe } = await startForTest();
    const { id } = await newCard(stripe, { number });
    const intent = await newIntent(stripe);
    const error = await errorOf(stripe.paymentIntents.confirm(intent.id, { payment_method: id }));
    expect(error).toMatchObject({ statusCode: 402, code, decline_code });
  });

  it.each(['4000002500003155', '4000002760003184', '4000000000003220', '4000008260003178'])(
    'of %s asks for 3-D Secure',
    async (number) => {
      const { stripe } = await startForTest();
      const { id } = await newCard(stripe, { number });
      expect(await newIntent(stripe, 'p1', { confirm: true, payment_method: id })).toMatchObject({
        status: 'requires_action',
      });
    },
  );

  it.each<[Partial<Stripe.PaymentMethodCreateParams.Card>, string]>([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ number: '42' }, 'incorrect_number'],
    [{ exp_year: NEXT_YEAR - 2 }, 'invalid_expiry_year'],
    [{ exp_month: 13 }, 'invalid_expiry_month'],
    [{ cvc: '12' }, 'invalid_cvc'],
  ])('is refused for %o with %s', async (card, code) => {
    const { stripe } = await startForTest();
    expect(await errorOf(newCard(stripe, card))).toMatchObject({ statusCode: 402, code });
  });

  it('is good until the end of its month', async () => {
    const { stripe } = await startForTest({ clock: () => Date.UTC(2031, 5, 15) });
    expect(await newCard(stripe, { exp_month: 6, exp_year: 2031 })).toMatchObject({ card: { exp_month: 6 } });
    expect(await errorOf(newCard(stripe, { exp_month: 5, exp_year: 2031 }))).toMatchObject({
      statusCode: 402,
      code: 'invalid_expiry_month',
    });
  });

  it('is never made of a number that is not a test number, and nothing of it is kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dataFile = join(folder, 'stripe.jsonl');
    const { sandbox, stripe } = await startForTest({ dataFile });
    const error = await errorOf(newCard(stripe, { number: '4539578763621486' }));
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      message: expect.stringContaining('test mode'),
    });
    await newCard(stripe, {});
    for (const kept of [
      JSON.stringify(error),
      JSON.stringify(sandbox.journal.all()),
      readFileSync(dataFile, 'utf8'),
    ]) {
      expect(kept).not.toMatch(/4539578763621486|4242424242424242/);
    }
  });

  it('is created from pm_card_visa each time', async () => {
    const { stripe } = await startForTest();
    const customer = await stripe.customers.create();
    const item = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const two = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect(item.id).not.toBe(two.id);
    expect(item.card?.fingerprint).toBe(two.card?.fingerprint);
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data.map(({ id }) => id)).toEqual([
      two.id,
      item.id,
    ]);
    expect((await stripe.customers.listPaymentMethods(customer.id, { limit: 1 })).has_more).toBe(true);
  });

  it('can be charged again and again while it belongs to the customer', async () => {
    const { stripe } = await startForTest();
    const customer = await stripe.customers.create();
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    for (const paymentId of ['p1', 'p2']) {
      expect(
        await newIntent(stripe, paymentId, {
          customer: customer.id,
          payment_method: saved.id,
          confirm: true,
        }),
      ).toMatchObject({ status: 'succeeded', customer: customer.id });
    }
  });

  it('is refused for another customer, and without one', async () => {
    const { stripe } = await startForTest();
    const [owner, other] = [await stripe.customers.create(), await stripe.customers.create()];
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: owner.id });
    const pay = (extra: Partial<Stripe.PaymentIntentCreateParams>) =>
      errorOf(newIntent(stripe, 'p1', { payment_method: saved.id, confirm: true, ...extra }));
    expect(await pay({ customer: other.id })).toMatchObject({ statusCode: 400, code: 'resource_missing' });
    expect(await pay({})).toMatchObject({ statusCode: 400, param: 'payment_method' });
    expect(await errorOf(stripe.paymentMethods.attach(saved.id, { customer: other.id }))).toMatchObject({
      statusCode: 400,
    });
  });

  it('is gone for good once detached, or charged without a customer', async () => {
    const { stripe } = await startForTest();
    const customer = await stripe.customers.create();
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect(await stripe.paymentMethods.detach(saved.id)).toMatchObject({ customer: null });
    const used = await newCard(stripe, {});
    await newIntent(stripe, 'p1', { payment_method: used.id, confirm: true });
    for (const id of [saved.id, used.id]) {
      expect(await errorOf(stripe.paymentMethods.attach(id, { customer: customer.id }))).toMatchObject({
        message: expect.stringContaining('may not be used again'),
      });
      expect(await errorOf(newIntent(stripe, 'p2', { payment_method: id }))).toMatchObject({
        statusCode: 400,
      });
    }
    expect(await errorOf(stripe.paymentMethods.detach(saved.id))).toMatchObject({ statusCode: 400 });
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
  });

  it('is not saved when the bank declines the card, but chargeCustomerFail is', async () => {
    const { stripe } = await startForTest();
    const customer = await stripe.customers.create();
    const attach = (id: string) => stripe.paymentMethods.attach(id, { customer: customer.id });
    expect(await errorOf(attach('pm_card_chargeDeclined'))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    const saved = await attach('pm_card_chargeCustomerFail');
    const error = await errorOf(
      newIntent(stripe, 'p1', { customer: customer.id, payment_method: saved.id, confirm: true }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
  });

  it('declines as expired once its date has passed', async () => {
    const { stripe } = await startForTest();
    const customer = await stripe.customers.create();
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const expired = await stripe.paymentMethods.update(saved.id, { card: { exp_month: 1, exp_year: 2024 } });
    expect(expired.card).toMatchObject({ exp_month: 1, exp_year: 2024 });
    const error = await errorOf(
      newIntent(stripe, 'p1', { customer: customer.id, payment_method: saved.id, confirm: true }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: 'expired_card', message: 'Your card has expired.' });
  });

  it('is saved by a payment that asks for it', async () => {
    const { stripe } = await startForTest();
    const customer = await stripe.customers.create();
    await newIntent(stripe, 'p1', {
      customer: customer.id,
      payment_method: 'pm_card_visa',
      setup_future_usage: 'off_session',
      confirm: true,
    });
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1);
  });

  it('can be made of a token, once', async () => {
    const { stripe } = await startForTest();
    const token = await stripe.tokens.create({
      card: { number: '5555555555554444', exp_month: '12', exp_year: String(NEXT_YEAR), cvc: '123' },
    });
    const make = (id: string) => stripe.paymentMethods.create({ type: 'card', card: { token: id } });
    expect(await make(token.id)).toMatchObject({ card: { brand: 'mastercard', exp_year: NEXT_YEAR } });
    expect(await errorOf(make(token.id))).toMatchObject({ code: 'token_already_used' });
    expect(await make('tok_visa')).toMatchObject({ card: { brand: 'visa' } });
    expect(await errorOf(make('tok_none'))).toMatchObject({ statusCode: 404 });
  });
});

describe('a customer', () => {
  it('is created, found and deleted with its cards', async () => {
    const { stripe } = await startForTest();
    const customer = await stripe.customers.create({ email: 'ada@demo.test', metadata: { memberId: 'm1' } });
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect((await stripe.customers.list({ email: 'ada@demo.test' })).data).toMatchObject([
      { id: customer.id },
    ]);
    expect(await stripe.customers.del(customer.id)).toEqual({
      id: customer.id,
      object: 'customer',
      deleted: true,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect((await stripe.paymentMethods.retrieve(saved.id)).customer).toBeNull();
    expect(await errorOf(stripe.paymentMethods.list({ customer: customer.id }))).toMatchObject({
      statusCode: 404,
    });
    expect((await stripe.customers.list()).data).toEqual([]);
  });
});

describe('a setup intent', () => {
  it('saves a card, authenticated when the bank asks', async () => {
    const { sandbox, stripe } = await startForTest();
    const customer = await stripe.customers.create();
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
    });
    expect(intent.status).toBe('requires_action');
    await sandbox.authenticate(intent.id, 'complete');
    const done = await stripe.setupIntents.retrieve(intent.id);
    expect(done.status).toBe('succeeded');
    const saved = idOf(done.payment_method) ?? '';
    expect((await stripe.paymentMethods.retrieve(saved)).customer).toBe(customer.id);
    // After a setup intent this card requires no authentication.
    expect(
      await newIntent(stripe, 'p1', { customer: customer.id, payment_method: saved, confirm: true }),
    ).toMatchObject({ status: 'succeeded' });
  });

  it('says why a card cannot be saved, and can be canceled', async () => {
    const { stripe } = await startForTest();
    const customer = await stripe.customers.create();
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['card'],
    });
    const error = await errorOf(
      stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
    );
    expect(error).toMatchObject({
      statusCode: 402,
      setup_intent: { id: intent.id, status: 'requires_payment_method' },
    });
    expect(await stripe.setupIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' });
    expect(
      await errorOf(stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
  });
});

describe('a refund', () => {
  it('returns part, then the rest, never more', async () => {
    const { sandbox, stripe } = await startForTest();
    const intent = await newIntent(stripe, 'p1', { confirm: true, payment_method: 'pm_card_visa' });
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 1000,
      metadata: { reason: 'x' },
    });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 1000, charge: intent.latest_charge });
    expect(await errorOf(stripe.refunds.create({ payment_intent: intent.id, amount: 3607 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    const charge = idOf(intent.latest_charge) ?? '';
    await stripe.refunds.create({ charge });
    expect(await errorOf(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 4606,
      refunded: true,
    });
    expect(sandbox.journal.sums()['p1']).toMatchObject({ refunds: 2, refunded: 4606 });
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2);
    const transactions = await stripe.balanceTransactions.list({ limit: 100 });
    expect(transactions.data.map(({ amount }) => amount)).toEqual([-3606, -1000, 4606]);
    expect(
      (await stripe.charges.list({ expand: ['data.balance_transaction'] })).data[0]?.balance_transaction,
    ).toMatchObject({ type: 'charge' });
  });
});
