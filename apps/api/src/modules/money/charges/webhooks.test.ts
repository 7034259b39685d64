import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signPayload } from '@kinfold/stripe-sandbox';
import { startApi, type Api } from '../../../../test/harness.ts';
import { aPayer } from '../../../../test/payer.ts';
import { CHALLENGE, expectTheBooksToAgree, pay } from '../../../../test/paying.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';
import { reviewItems } from '../review-items/review-item.model.ts';
import { intents, openPayments, providerEvents } from './charge.model.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  api.sandbox.setWebhook(`${api.url}/webhooks/stripe`);
});
afterAll(() => api.stop());

const event = (id: string, object: Record<string, unknown> = {}) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: `pi_${id}`, object: 'payment_intent', metadata: {}, ...object } },
  });

/** Posts an event; by default signed now with the right secret. */
function post(body: string, { secret = api.sandbox.webhookSecret, ageSeconds = 0 } = {}) {
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
  return api.request
    .post('/webhooks/stripe')
    .set('Content-Type', 'application/json')
    .set('Stripe-Signature', signPayload(body, secret, seconds))
    .send(body);
}

describe('an event of the card provider', () => {
  it.each([
    ['forged', { secret: 'whsec_somebody_elses' }],
    ['older than 300 s', { ageSeconds: 301 }],
    ['more than 60 s ahead', { ageSeconds: -90 }],
  ])('that is %s is refused and not stored', async (_name, options) => {
    const id = `evt_${randomUUID()}`;
    expect((await post(event(id), options)).status).toBe(400);
    expect(await providerEvents().findOne({ _id: id })).toBeNull();
  });

  it('that was changed after it was signed, or has no signature, is refused', async () => {
    const body = event('evt_changed');
    const signature = signPayload(body, api.sandbox.webhookSecret, Math.floor(Date.now() / 1000));
    const changed = api.request.post('/webhooks/stripe').set('Content-Type', 'application/json');
    expect((await changed.set('Stripe-Signature', signature).send(body.replace('pi_', 'px_'))).status).toBe(
      400,
    );
    expect((await api.request.post('/webhooks/stripe').send({})).status).toBe(400);
  });

  it('about unknown money goes to the list for staff, and never into the ledger', async () => {
    const id = `evt_${randomUUID()}`;
    for (const _again of [1, 2]) expect((await post(event(id))).status).toBe(200);
    await expect.poll(() => reviewItems().findOne({ _id: `pi_${id}` })).toMatchObject({ paymentId: null });
    expect(await ledgerEntries().findOne({ providerRef: `pi_${id}` })).toBeNull();
  });

  it('that names a payment of ours but another intent goes to the list for staff', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0]], { paymentId });
    const id = `evt_${randomUUID()}`;
    expect((await post(event(id, { metadata: { paymentId } }))).status).toBe(200);
    await expect.poll(() => reviewItems().findOne({ _id: `pi_${id}` })).toMatchObject({ paymentId });
    await expectTheBooksToAgree(api);
  });

  it('that comes again is answered and has no effect', async () => {
    const [again, other] = [`evt_${randomUUID()}`, `evt_${randomUUID()}`];
    await post(event(again));
    await expect.poll(() => reviewItems().findOne({ _id: `pi_${again}` })).not.toBeNull();
    await reviewItems().deleteOne({ _id: `pi_${again}` });
    expect((await post(event(again))).status).toBe(200);
    // Events are handled in order: after the effect of the second, the first would have had its own.
    await post(event(other));
    await expect.poll(() => reviewItems().findOne({ _id: `pi_${other}` })).not.toBeNull();
    expect(await reviewItems().findOne({ _id: `pi_${again}` })).toBeNull();
  });

  it('cannot make us book an amount: what the provider says when asked is booked', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0]], { paymentId });
    const [charge] = api.sandbox.journal.charges(paymentId);
    const lie = event(`evt_${randomUUID()}`, {
      id: charge?.paymentIntent,
      amount: 1,
      amount_received: 1,
      metadata: { paymentId },
    });
    expect((await post(lie)).status).toBe(200);
    await api.sandbox.webhooks.idle();
    await expectTheBooksToAgree(api);
  });
});

describe('a storm of events', () => {
  it('leaves the ledger as it is: duplicated, shuffled, delayed, early and forged ones change nothing', async () => {
    api.sandbox.faults.add({ kind: 'webhook-duplicate', copies: 3, times: 'always' });
    api.sandbox.faults.add({ kind: 'webhook-shuffle', ms: 300, times: 'always' });
    api.sandbox.faults.add({ kind: 'webhook-before-reply', times: 15 });
    api.sandbox.faults.add({ kind: 'webhook-forged', times: 5 });
    const cards = ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_mastercard'];
    const payers = await Promise.all(
      cards.flatMap((token) => [1, 2].map(async () => ({ token, payer: await aPayer() }))),
    );
    const answers = await Promise.all(
      payers.map(({ token, payer }) => pay(api, payer.account, [...payer.dues, payer.linked], { token })),
    );
    const before = await ledgerEntries().find().sort({ _id: 1 }).toArray();
    await api.sandbox.webhooks.idle();
    for (const [index, { status }] of answers.entries())
      expect([payers[index]?.token, status]).toEqual([
        payers[index]?.token,
        payers[index]?.token === 'pm_card_chargeDeclined' ? 402 : 200,
      ]);
    expect(await ledgerEntries().find().sort({ _id: 1 }).toArray()).toEqual(before);
    api.sandbox.faults.clear();
    await expectTheBooksToAgree(api);
  });
});

// Last: it leaves a payment that waits for its owner.
describe('an event of a payment that is under way', () => {
  it('that comes again does not have its payment checked again', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0]], { paymentId, token: CHALLENGE });
    const intentId = (await intents().findOne({ _id: paymentId }))?.intentId;
    const body = event(`evt_${randomUUID()}`, { id: intentId, metadata: { paymentId } });
    const nextDt = async () => (await openPayments().findOne({ _id: paymentId }))?.nextDt.getTime() ?? 0;
    const late = new Date(api.deps.now().getTime() + 86_400_000);
    const putOff = () => openPayments().updateOne({ _id: paymentId }, { $set: { nextDt: late, sweeps: 5 } });
    await putOff();
    expect((await post(body)).status).toBe(200);
    await expect.poll(nextDt).toBeLessThan(late.getTime());
    await putOff();
    expect((await post(body)).status).toBe(200);
    // Events are handled in order: after the effect of another one, this one would have had its own.
    const other = `evt_${randomUUID()}`;
    await post(event(other));
    await expect.poll(() => reviewItems().findOne({ _id: `pi_${other}` })).not.toBeNull();
    expect(await nextDt()).toBe(late.getTime());
  });
});
