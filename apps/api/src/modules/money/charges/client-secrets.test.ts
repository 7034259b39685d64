/**
 * The browser gets the client secret of a payment whose bank asks the cardholder. With it and the publishable key a
 * script confirms that payment with card after card, and each try replaces what the intent says about the one before.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import {
  CHALLENGE,
  DECLINED,
  REFUSED,
  confirmBySecret,
  declinesOf,
  expectTheBooksToAgree,
  forgetCardTries,
  pay,
  sweepLater,
  withoutEvents,
  type PayOptions,
} from '../../../../test/paying.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { cardTries, paidCards } from '../cards/card.model.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  api.sandbox.setWebhook(`${api.url}/webhooks/stripe`);
});
afterAll(() => api.stop());
beforeEach(forgetCardTries);
afterEach(() => api.sandbox.webhooks.idle());

const tryCard = (payer: Payer, token: string, options: PayOptions = {}) =>
  pay(api, payer.account, [payer.dues[0]], { token, ...options });

const fingerprintOf = async (token: string) => (await api.deps.provider.retrieveCard(token))?.fingerprint;

const secretOf = async (payer: Payer, options: PayOptions = {}) =>
  String((await tryCard(payer, CHALLENGE, options)).body.client_secret);

describe('cards that are tried with a client secret', () => {
  it('count each, by the event of each, and the first of these ends the payment whatever it waits for', async () => {
    const payer = await aPayer();
    const secret = await secretOf(payer);
    await withoutEvents(api, async () => {
      for (const card of REFUSED.slice(0, 5)) {
        expect(await confirmBySecret(api, secret, card)).toMatch(/^card_declined$|^incorrect_cvc$/);
        expect(await confirmBySecret(api, secret, CHALLENGE)).toBe('requires_action');
      }
    });
    await expect.poll(() => declinesOf(payer.memberId)).toBe(5);
    await api.sandbox.webhooks.idle();
    expect(await confirmBySecret(api, secret, 'pm_card_visa')).toBe('payment_intent_unexpected_state');
    expect((await tryCard(payer, 'pm_card_visa')).body.code).toBe('too_many_declines');
    await expectTheBooksToAgree(api);
  });

  it('count although a good card pays in the end, which is booked as ever', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    const secret = await secretOf(payer, { paymentId });
    await withoutEvents(api, async () => {
      for (const card of REFUSED.slice(0, 3)) await confirmBySecret(api, secret, card);
      expect(await confirmBySecret(api, secret, 'pm_card_visa')).toBe('succeeded');
      expect((await tryCard(payer, CHALLENGE, { paymentId })).status).toBe(200);
    });
    await expect.poll(() => declinesOf(payer.memberId)).toBe(3);
    await api.sandbox.webhooks.idle();
    expect(await declinesOf(payer.memberId)).toBe(3);
    await expectTheBooksToAgree(api);
  });

  it('count for their card, though the payment was begun with one that has paid before', async () => {
    const payer = await aPayer();
    const first = { paymentId: randomUUID() };
    const [id = ''] = (await secretOf(payer, first)).split('_secret_');
    await api.sandbox.authenticate(id, 'complete');
    expect((await tryCard(payer, CHALLENGE, first)).status).toBe(200);
    const due = payer.dues[1];
    const asked = await pay(api, payer.account, [due], { token: CHALLENGE });
    const secret = String(asked.body.client_secret);
    await confirmBySecret(api, secret, DECLINED);
    await expect.poll(() => declinesOf(payer.memberId)).toBe(1);
    const { fingerprint } = (await api.deps.provider.retrieveCard(DECLINED)) ?? {};
    expect((await cardTries().findOne({ _id: `card:${fingerprint}` }))?.tries).toHaveLength(1);
    // Declines of the card that has paid before do not count.
    await api.sandbox.webhooks.idle();
    const options = { token: CHALLENGE, paymentId: randomUUID() };
    const again = await pay(api, payer.account, [due], options);
    await api.sandbox.authenticate(String(again.body.client_secret).split('_secret_')[0] ?? '', 'fail');
    expect((await pay(api, payer.account, [due], options)).status).toBe(402);
    expect(await declinesOf(payer.memberId)).toBe(1);
  });

  it('count once when the handler, the event and the sweep all learn of one', async () => {
    const payer = await aPayer();
    const options = { paymentId: randomUUID() };
    expect((await tryCard(payer, DECLINED, options)).status).toBe(402);
    await api.sandbox.webhooks.idle();
    expect((await tryCard(payer, DECLINED, options)).status).toBe(402);
    const challenged = { paymentId: randomUUID() };
    const [id = ''] = (await secretOf(payer, challenged)).split('_secret_');
    await api.sandbox.authenticate(id, 'fail');
    expect((await tryCard(payer, CHALLENGE, challenged)).status).toBe(402);
    await api.sandbox.webhooks.idle();
    await sweepLater(api);
    expect(await declinesOf(payer.memberId)).toBe(2);
  });
});

it('another card than the payment’s that paid in the end is the one that is shown and remembered', async () => {
  const payer = await aPayer();
  const options = { paymentId: randomUUID() };
  const secret = await secretOf(payer, options);
  expect(await confirmBySecret(api, secret, 'pm_card_mastercard')).toBe('succeeded');
  expect((await tryCard(payer, CHALLENGE, options)).status).toBe(200);
  const path = `/v2/payments/${options.paymentId}`;
  const card = { cardType: 'Mastercard', last4: '4444' };
  expect((await api.get(path, payer.account)).body).toMatchObject(card);
  const list = (await api.get(`/v2/members/${payer.memberId}/payments`, payer.account)).body;
  expect(list.payments[0].method).toBe('Mastercard ending 4444');
  const [mail] = await mailsTo(api, payer.account.email);
  const pdf = pdfTextOf((await api.get(`${path}/receipt.pdf`, payer.account)).body as Buffer);
  for (const text of [pdf, mail?.text, mail?.html]) expect(text).toContain('Mastercard ending 4444');
  const remembered = await paidCards()
    .find({ _id: { $regex: `^${payer.memberId}:` } })
    .toArray();
  expect(remembered).toEqual([
    { _id: `${payer.memberId}:${await fingerprintOf('pm_card_mastercard')}`, lastPaidDt: expect.any(Date) },
  ]);
  await expectTheBooksToAgree(api);
});

it('another card that paid is remembered beside the one that had paid before', async () => {
  const payer = await aPayer();
  const first = { paymentId: randomUUID() };
  const [id = ''] = (await secretOf(payer, first)).split('_secret_');
  await api.sandbox.authenticate(id, 'complete');
  expect((await tryCard(payer, CHALLENGE, first)).status).toBe(200);
  const again = { token: CHALLENGE, paymentId: randomUUID() };
  const asked = await pay(api, payer.account, [payer.dues[1]], again);
  expect(await confirmBySecret(api, String(asked.body.client_secret), 'pm_card_mastercard')).toBe(
    'succeeded',
  );
  expect((await pay(api, payer.account, [payer.dues[1]], again)).status).toBe(200);
  const _id = `${payer.memberId}:${await fingerprintOf('pm_card_mastercard')}`;
  expect(await paidCards().findOne({ _id })).toEqual({ _id, lastPaidDt: expect.any(Date) });
});
