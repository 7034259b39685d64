import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processingFee } from '@kinfold/domain/fee';
import { cents } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { startApi, type Api } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import {
  chargedByProvider,
  expectTheBooksToAgree,
  forgetCardTries,
  pay,
  sweepLater,
} from '../../../../test/paying.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { createLogger } from '../../../platform/logger.ts';
import { findDonations, requireDonation } from '../../funds/donations/donation.service.ts';

let api: Api;
let log = '';
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  api = await startApi({ logger: createLogger('trace', destination) });
});
afterAll(() => api.stop());
beforeEach(forgetCardTries);

const NUMBER = '4242424242424242';
const CVV = '97531';
const DECLINED =
  'Your card was declined. Please verify that you entered it correctly or try a different card.';

const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** The body that pays all dues of a payer by default. */
function bodyOf(payer: Payer, change: { card?: object; amount?: number } & Record<string, unknown> = {}) {
  const { card, amount = sumOf(payer.dues), ...rest } = change;
  const fee = processingFee(cents(amount));
  return {
    memberName: 'Ruth Okafor',
    memberId: payer.memberId,
    externalRef: 'Multiple',
    employee: '',
    testMode: true,
    orderTotal: amount + fee,
    processingFee: fee,
    lineItems: [{ name: 'Funeral Fund', price: amount }],
    cardholderName: 'Ruth Okafor',
    card: { cardNumber: NUMBER, expMonth: '04', expYear: '2031', CVV, ...card },
    ...rest,
  };
}

const send = (payer: Payer, body: object, key: string = randomUUID()) =>
  api.request.post('/api/v1/donation/pay/').set(api.as(payer.account)).set('Idempotency-Key', key).send(body);

const openOf = async (payer: Payer) =>
  (await findDonations(payer.dues.map(({ donationId }) => donationId)))
    .map(({ minAmountDue, paymentsTotal }) => minAmountDue - paymentsTotal)
    .reduce((sum, open) => sum + open, 0);

describe('the older payment', () => {
  it('pays all dues that are payable, once however often it is sent', async () => {
    const payer = await aPayer();
    const key = randomUUID();
    const body = bodyOf(payer);
    const answer = await send(payer, body, key);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      result: 'APPROVED',
      message: 'Approved',
      amount_paid: body.orderTotal,
      payment_id: key,
      receipt_number: receiptNumber(key),
    });
    expect((await send(payer, body, key)).body).toEqual(answer.body);
    expect(chargedByProvider(api).get(key)).toBe(body.orderTotal);
    expect(await openOf(payer)).toBe(0);
    expect(await mailsTo(api, payer.account.email)).toHaveLength(1);
    const receipt = await api.request.get(`/v2/payments/${key}`).set(api.as(payer.account));
    expect(receipt.body).toMatchObject({ cardType: 'Visa', last4: '4242' });
    await expectTheBooksToAgree(api);
  });

  it('pays the dues whose references its lines name, in part too', async () => {
    const payer = await aPayer();
    const [{ donationId, amount }] = payer.dues;
    const name = (await requireDonation(donationId)).externalRef;
    const part = bodyOf(payer, { amount: amount - 100, lineItems: [{ name, price: amount - 100 }] });
    expect((await send(payer, part)).body.result).toBe('APPROVED');
    expect(await openOf(payer)).toBe(sumOf(payer.dues) - amount + 100);
    await expectTheBooksToAgree(api);
  });

  it('pays the dues of the reference above its lines, and none under one that it does not know', async () => {
    const payer = await aPayer();
    const [{ donationId, amount }] = payer.dues;
    const { externalRef } = await requireDonation(donationId);
    const unknown = await send(payer, bodyOf(payer, { amount, externalRef: 'D-999999' }));
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      [{ path: 'externalRef', message: 'No dues of this reference can be paid now' }],
    ]);
    expect((await send(payer, bodyOf(payer, { amount, externalRef }))).body.result).toBe('APPROVED');
    const [paid] = await findDonations([donationId]);
    expect(paid?.paymentsTotal).toBe(paid?.minAmountDue);
    expect(await openOf(payer)).toBe(sumOf(payer.dues) - amount);
    await expectTheBooksToAgree(api);
  });

  it.each([
    ['another total', { orderTotal: 9999 }],
    ['another fee', { processingFee: 1 }],
    ['lines that do not sum up', { lineItems: [{ name: 'Funeral Fund', price: 1 }] }],
    ['less than everything without a reference', { amount: 100 }],
  ])('refuses %s and charges nothing', async (_name, change) => {
    const payer = await aPayer();
    const key = randomUUID();
    const answer = await send(payer, bodyOf(payer, change), key);
    expect(answer.status).toBe(422);
    expect(chargedByProvider(api).has(key)).toBe(false);
  });

  it('gives the right figures with the refusal', async () => {
    const payer = await aPayer();
    const right = bodyOf(payer);
    const { body } = await send(payer, bodyOf(payer, { amount: 100 }));
    const { processingFee: fee, orderTotal: total } = right;
    expect(body).toMatchObject({
      code: 'figures_differ',
      figures: { donationAmount: total - fee, processingFee: fee, total },
    });
    await send(payer, right);
    const nothing = await send(payer, right);
    expect(nothing.body.figures).toEqual({ donationAmount: 0, processingFee: 0, total: 0 });
  });

  it.each([
    ['4000000000000002', 'DECLINED', DECLINED],
    ['4000000000009995', 'DECLINED', DECLINED],
    ['4000 0000 0000 0127', 'DECLINED', DECLINED],
    ['4000000000000119', 'DECLINED', DECLINED],
    ['4000000000000036', 'DECLINED', DECLINED],
    ['4242424242424241', 'ERROR', 'Last 4 card numbers are invalid.'],
    ['4111111111111111', 'ERROR', 'First 6 card numbers are invalid.'],
    [
      '4000002760003184',
      'ERROR',
      'Your bank asks to confirm this card, which this page cannot do. Please try a different card.',
    ],
  ])('%s: %s', async (cardNumber, result, message) => {
    const payer = await aPayer();
    const key = randomUUID();
    const answer = await send(payer, bodyOf(payer, { card: { cardNumber } }), key);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ result, message, amount_paid: 0, payment_id: null, receipt_number: null });
    expect(chargedByProvider(api).has(key)).toBe(false);
    // The dues are free at once for another card.
    expect((await send(payer, bodyOf(payer))).body.result).toBe('APPROVED');
  });

  it('says when to try again after too many declined cards', async () => {
    const payer = await aPayer();
    const declined = bodyOf(payer, { card: { cardNumber: '4000000000000002' } });
    for (let tries = 0; tries < 5; tries += 1)
      expect((await send(payer, declined)).body).toMatchObject({ result: 'DECLINED', message: DECLINED });
    const answer = await send(payer, bodyOf(payer));
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_declines']);
  });

  it('declines a card that has expired', async () => {
    const payer = await aPayer();
    const answer = await send(payer, bodyOf(payer, { card: { expYear: '24' } }));
    expect(answer.body).toMatchObject({ result: 'DECLINED', message: DECLINED });
  });

  it('says so when the outcome is not known, and charges once when asked again with the same key', async () => {
    const payer = await aPayer();
    const key = randomUUID();
    api.sandbox.faults.add({ kind: 'refuse', match: { path: '/v1/payment_intents' }, times: 'always' });
    const answer = await send(payer, bodyOf(payer), key);
    expect(answer.body).toMatchObject({ result: 'ERROR', message: 'Error connecting to Payment Gateway' });
    // Another key meanwhile finds the dues taken.
    const other = await send(payer, bodyOf(payer));
    expect(other.body).toMatchObject({ result: 'ERROR', amount_paid: 0 });
    expect(other.body.message).toContain('paying these dues right now');
    api.sandbox.faults.clear();
    expect((await send(payer, bodyOf(payer), key)).body.result).toBe('APPROVED');
    await sweepLater(api);
    await expectTheBooksToAgree(api);
  });

  it('is for the member alone', async () => {
    const [payer, stranger] = [await aPayer(), await aPayer()];
    expect((await send(stranger, bodyOf(payer))).status).toBe(404);
    expect((await send(payer, { ...bodyOf(payer), memberId: undefined })).status).toBe(404);
    expect((await api.request.post('/api/v1/donation/pay').send(bodyOf(payer))).status).toBe(401);
  });
});

describe('card numbers', () => {
  it('are refused where cards are real, whatever call carries them', async () => {
    const payer = await aPayer();
    const { config } = api.deps;
    api.deps.config = { ...config, STRIPE_API_URL: undefined, STRIPE_SECRET_KEY: 'sk_live_of_a_test' };
    const answer = await send(payer, bodyOf(payer));
    api.deps.config = config;
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain('Card numbers are not taken here');
  });

  it('are refused by every other call that takes a card', async () => {
    const payer = await aPayer();
    const [{ amount }] = payer.dues;
    const path = `/api/v1/member/${payer.memberId}`;
    const figures = {
      donationAmount: amount,
      processingFee: processingFee(cents(amount)),
      campaign_id: payer.campaignId,
    };
    for (const cardData of [
      { token: NUMBER },
      { id: NUMBER },
      { token: 'pm_card_visa', cardType: NUMBER },
      { token: 'pm_card_visa', cardNumber: NUMBER },
      { token: 'pm_card_visa', card: { number: NUMBER, cvc: CVV } },
    ]) {
      const answer = await api.request
        .post(`${path}/donation/pay`)
        .set(api.as(payer.account))
        .send({ ...figures, cardData });
      expect(answer.status).toBe(422);
      expect(answer.text).not.toContain(NUMBER);
    }
    expect((await pay(api, payer.account, payer.dues)).status).toBe(200);
  });

  it('and codes are never logged nor stored, not even of requests that are refused or cannot be read', async () => {
    const payer = await aPayer();
    const answers = [
      await send(payer, bodyOf(payer, { amount: 1 })),
      await send(payer, bodyOf(payer, { cardholderName: '' })),
      await send(payer, bodyOf(payer, { card: { cardNumber: '4000000000000002' } })),
      await send(payer, bodyOf(payer, { card: { cardNumber: '4111111111111111' } })),
      await api.request
        .post('/api/v1/donation/pay')
        .set(api.as(payer.account))
        .set('Content-Type', 'application/json')
        .send(`{"card":{"cardNumber":"${NUMBER}","CVV":"${CVV}" oops`),
      await send(payer, bodyOf(payer)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 200, 200, 400, 200]);
    const written = [log, ...answers.map(({ text }) => text), ...(await wholeDatabase())];
    expect(written.length).toBeGreaterThan(20);
    expect(log).toContain('/api/v1/donation/pay');
    for (const text of written) {
      expect(text).not.toMatch(/4[\s-]?2[\s-]?4[\s-]?2[\s-]?4[\s-]?2[\s-]?4[\s-]?2[\s-]?4[\s-]?2/);
      expect(text).not.toMatch(/4000000000000002|4111111111111111/);
      expect(text).not.toContain(CVV);
    }
  });
});

/** Every document of every collection, as texts. */
async function wholeDatabase(): Promise<string[]> {
  const names = await mongoose.connection.listCollections();
  const found = await Promise.all(
    names.map(({ name }) => mongoose.connection.collection(name).find().toArray()),
  );
  return found.flat().map((document) => JSON.stringify(document));
}
