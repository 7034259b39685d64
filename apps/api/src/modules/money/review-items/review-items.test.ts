import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptNumber } from '@kinfold/domain/payment';
import { signPayload } from '@kinfold/stripe-sandbox';
import { anAccount, aReviewItem } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { expectTheBooksToAgree, pay, sweepLater } from '../../../../test/paying.ts';
import { eventsSettled } from '../../../../test/refunding.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { intents, providerEvents } from '../charges/charge.model.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';
import { verify } from '../../operations/verification/verification.service.ts';
import { reviewItems } from './review-item.model.ts';

let api: Api;
let payer: Payer;
let treasurer: Account;
let paymentId: string;
let intentId: string;
beforeAll(async () => {
  api = await startApi();
  api.sandbox.setWebhook(`${api.url}/webhooks/stripe`);
  payer = await aPayer();
  paymentId = randomUUID();
  await pay(api, payer.account, payer.dues, { paymentId });
  intentId = (await intents().findOne({ _id: paymentId }))?.intentId ?? '';
  treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
});
afterAll(() => api.stop());

const listed = async (query = '', account = treasurer, number = payer.organizationNumber) =>
  (await api.get(`/v2/organizations/${number}/review-items${query}`, account)).body;
const markDone = (id: string, body: object, account = treasurer) =>
  api.request.post(`/v2/review-items/${id}/done`).set(api.as(account)).send(body);

/** The actions of the provider account's owner in its dashboard. */
async function inDashboard(path: string, form: Record<string, string>) {
  const answer = await fetch(`${api.sandbox.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.sandbox.secretKey}` },
    body: new URLSearchParams(form),
  });
  await eventsSettled(api);
  return (await answer.json()) as { id: string; charge: string };
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
async function report(type: string, object: Record<string, unknown>, id = `evt_${randomUUID()}`) {
  const body = JSON.stringify({ id, object: 'event', type, created: nowSeconds(), data: { object } });
  const answer = await api.request
    .post('/webhooks/stripe')
    .set('Content-Type', 'application/json')
    .set('Stripe-Signature', signPayload(body, api.sandbox.webhookSecret, nowSeconds()))
    .send(body);
  await eventsSettled(api);
  return answer;
}
const aDispute = (status: string, change: Record<string, unknown> = {}) => ({
  id: 'dp_1',
  object: 'dispute',
  amount: 2_500,
  currency: 'usd',
  created: nowSeconds(),
  status,
  reason: 'fraudulent',
  charge: 'ch_1',
  payment_intent: intentId,
  evidence_details: { due_by: Date.UTC(2026, 11, 3, 12) / 1000, has_evidence: false },
  ...change,
});

describe('what the card provider says about money', () => {
  it('of a refund in the dashboard is in the books, and nothing to look at', async () => {
    const refund = await inDashboard('/v1/refunds', { payment_intent: intentId, amount: '1500' });
    expect(await listed()).toEqual([]);
    expect(await ledgerEntries().findOne({ _id: `refund:${refund.id}` })).toMatchObject({
      paymentId,
      total: -1_500,
    });
  });

  it('of a refund that the provider does not know (any more) reaches treasurers, once', async () => {
    const refund = {
      id: 're_unknown',
      object: 'refund',
      amount: 1_500,
      currency: 'usd',
      created: nowSeconds(),
      status: 'succeeded',
      payment_intent: intentId,
    };
    const entries = await ledgerEntries().countDocuments({});
    await report('refund.created', refund);
    await report('refund.updated', refund);
    await eventsSettled(api);
    const [item, ...more] = await listed();
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      type: 'refund',
      status: 'open',
      amount: 15,
      paymentId,
      receiptNumber: receiptNumber(paymentId),
      member: { member_id: payer.memberId },
      providerId: refund.id,
      detail: expect.stringContaining('Here it still counts as paid'),
    });
    expect(Math.abs(Date.now() - Date.parse(item.at))).toBeLessThan(60_000);
    expect((await api.get('/v2/staff/attention', treasurer)).body.reviewItems).toBe(1);
    expect(await ledgerEntries().countDocuments({})).toBe(entries);
  });

  it('is listed by `verify` until the office records what was done, and then in the history', async () => {
    const lines = async () =>
      (await verify(thoroughChecks({ doesRepair: false, now: api.deps.now() }))).problems;
    const [item] = await listed();
    expect(await lines()).toEqual([
      expect.stringMatching(
        new RegExp(`^To look at: refund of \\$15\\.00 on \\d\\d\\.\\d\\d\\.\\d{4}, payment ${paymentId} `),
      ),
    ]);
    expect((await markDone(item._id, { reason: ' ' })).body.errors).toMatchObject([{ path: 'reason' }]);
    const done = await markDone(item._id, { reason: 'Paid back, as agreed with the family' });
    expect(done.body).toMatchObject({
      status: 'done',
      done: { reason: 'Paid back, as agreed with the family' },
    });
    expect(await lines()).toEqual([]);
    expect(await listed()).toEqual([]);
    expect(await listed('?status=done')).toMatchObject([{ _id: item._id }]);
    const again = await markDone(item._id, { reason: 'Me too' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'review_done', current: { status: 'done' } });
    const admin = await anAccount({ role: 'administrator' });
    const history = await api.get(
      `/v2/audit?organization_number=${payer.organizationNumber}&action=payment.reviewed`,
      admin,
    );
    expect(history.body.entries).toMatchObject([{ reason: 'Paid back, as agreed with the family' }]);
    await expectTheBooksToAgree(api);
  });

  it('of a dispute comes with each of its states, in any order, and the day to answer by', async () => {
    for (const status of ['lost', 'needs_response', 'needs_response', 'under_review'])
      expect((await report('charge.dispute.updated', aDispute(status))).status).toBe(200);
    const found = await listed();
    expect(found.map(({ detail }: { detail: string }) => detail).toSorted()).toEqual([
      expect.stringContaining(
        'The cardholder disputes this payment with their bank. Answer it on the card provider’s website by 12.03.2026.',
      ),
      expect.stringContaining('The cardholder’s bank is looking'),
      expect.stringContaining('The dispute was lost'),
    ]);
    for (const item of found) expect(item).toMatchObject({ type: 'dispute', amount: 25, paymentId });
    await reviewItems().deleteMany({});
  });

  it('of a charge that was paid back leads to its refunds, also where the event does not name them', async () => {
    const { charge, id } = await inDashboard('/v1/refunds', { payment_intent: intentId, amount: '200' });
    await ledgerEntries().deleteOne({ _id: `refund:${id}` });
    await report('charge.refunded', { id: charge, object: 'charge', amount: 5_000, amount_refunded: 1_700 });
    expect(await ledgerEntries().findOne({ _id: `refund:${id}` })).toMatchObject({ total: -200 });
    expect(await listed()).toEqual([]);
    const unknown = {
      id: 'ch_x',
      object: 'charge',
      amount: 900,
      amount_refunded: 300,
      payment_intent: intentId,
    };
    await report('charge.refunded', unknown);
    expect(await listed()).toMatchObject([{ type: 'refund', amount: 3, paymentId }]);
    await reviewItems().deleteMany({});
  });

  it('of money that did not arrive, and of payments nobody knows here, reaches the root’s staff alone', async () => {
    const failed = { id: 're_9', object: 'refund', amount: 700, status: 'failed', payment_intent: 'pi_none' };
    await report('refund.failed', failed);
    await report('payout.failed', { id: 'po_1', object: 'payout', amount: 9_900, status: 'failed' });
    await report('payout.paid', { id: 'po_2', object: 'payout', amount: 9_900, status: 'paid' });
    await report('payment_intent.succeeded', { id: 'pi_none', object: 'payment_intent', amount: 4_000 });
    expect(await listed()).toEqual([]);
    const admin = await anAccount({ role: 'administrator' });
    const found = await listed('', admin, '*');
    expect(found.map(({ type, amount }: { type: string; amount: number }) => [type, amount])).toEqual(
      expect.arrayContaining([
        ['failed', 7],
        ['failed', 99],
        ['unknown_payment', 40],
      ]),
    );
    expect(found).toHaveLength(3);
    await reviewItems().deleteMany({});
  });

  it('is lost by no outage: the sweep books what an acknowledged event reported', async () => {
    const { charge, id } = await inDashboard('/v1/refunds', { payment_intent: intentId, amount: '100' });
    await ledgerEntries().deleteOne({ _id: `refund:${id}` });
    const reported = { id: charge, object: 'charge', amount_refunded: 1_800 };
    const eventId = `evt_${randomUUID()}`;
    api.sandbox.faults.add({ kind: '500', match: { path: '/v1/refunds' }, times: 5 });
    expect((await report('charge.refunded', reported, eventId)).status).toBe(200);
    expect(await providerEvents().findOne({ _id: eventId })).not.toBeNull();
    api.sandbox.faults.clear();
    expect(await ledgerEntries().findOne({ _id: `refund:${id}` })).toBeNull();
    await sweepLater(api);
    expect(await ledgerEntries().findOne({ _id: `refund:${id}` })).toMatchObject({ total: -100 });
  });

  it('is shown to no other role, and to no treasurer of another organization', async () => {
    const id = await aReviewItem({ organizationNumber: payer.organizationNumber });
    const stranger = await anAccount({
      role: 'treasurer',
      organizationNumber: (await aPayer()).organizationNumber,
    });
    for (const account of [
      stranger,
      await anAccount({ role: 'manager', organizationNumber: payer.organizationNumber }),
    ]) {
      const path = `/v2/organizations/${payer.organizationNumber}/review-items`;
      expect((await api.get(path, account)).status).toBe(403);
      expect((await markDone(id, { reason: 'Not mine to say' }, account)).status).toBe(404);
    }
    expect((await api.get('/v2/staff/attention', stranger)).body.reviewItems).toBe(0);
  });
});
