import { randomUUID } from 'node:crypto';
import { SESSION_HOURS } from '@kinfold/domain/constants';
import { beforeEach, expect, it } from 'vitest';
import { anAccount } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { expectTheBooksToAgree, pay } from '../../../../test/paying.ts';
import { refundedAtProvider, refundPayment } from '../../../../test/refunding.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';

const { api, payer } = await apiWithSteps();
const { organizationNumber } = payer;
const of = (role: 'treasurer' | 'manager' | 'administrator') => anAccount({ role, organizationNumber });
let asker: Account;
let other: Account;
const post = (by: Account, path: string, body: object = {}) =>
  api.request.post(`/v2/${path}`).set(api.as(by)).send(body);
const waiting = async (by: Account) =>
  (await api.get(`/v2/organizations/${organizationNumber}/approvals`, by)).body;
const home = async (by: Account) => (await api.get('/v2/staff/attention', by)).body.approvals;

beforeEach(async () => {
  api.sandbox.setWebhook(null);
  [asker, other] = [await of('treasurer'), await of('treasurer')];
  const twoPerson = { refundOverCents: 2500, waiver: true, batchClose: true };
  await api.request
    .post('/api/v1/organization')
    .set(api.as(await of('manager')))
    .send({ organizationNumber, twoPerson })
    .expect(200);
});

it('refunds above the limit wait for another person, who is never who asked', async () => {
  const paymentId = randomUUID();
  await pay(api, payer.account, payer.dues, { paymentId });
  const [old, recent] = payer.dues;
  const part = (amount: number, more: object = {}) => ({
    lines: [{ donation_id: recent.donationId, amount }],
    ...more,
  });
  // Below the limit, but it waives the dues.
  const waives = part(100, { dues: 'waived' });
  expect((await refundPayment(api, asker, paymentId, waives)).status).toBe(202);
  const [waiver] = await waiting(other);
  expect((await post(other, `approvals/${waiver._id}/decline`, { reason: 'Not yet' })).status).toBe(204);
  // Up to the limit, and not above it in two halves.
  expect((await refundPayment(api, asker, paymentId, part(2000))).status).toBe(201);
  const split = await refundPayment(api, asker, paymentId, part(600));
  expect([split.status, split.body.errors[0].path]).toEqual([422, 'amountAgain']);
  expect((await refundPayment(api, asker, paymentId, part(600, { amountAgain: 601 }))).status).toBe(422);
  const refundId = randomUUID();
  const whole = { lines: [{ donation_id: old.donationId, amount: old.amount }], amountAgain: old.amount };
  const asked = await refundPayment(api, asker, paymentId, whole, refundId);
  expect([asked.status, asked.body.waitsForApproval]).toEqual([202, true]);
  // Again: one request.
  expect((await refundPayment(api, asker, paymentId, whole, refundId)).status).toBe(202);
  expect(await refundedAtProvider(api, paymentId)).toBe(2000);
  const [request, ...more] = await waiting(other);
  expect(more).toEqual([]);
  expect(request).toMatchObject({ type: 'refund', amount: old.amount / 100, paymentId, isOwn: false });
  expect([await home(other), (await waiting(asker))[0].isOwn]).toEqual([1, true]);
  const own = await post(asker, `approvals/${request._id}/approve`);
  expect([own.status, own.body.code]).toEqual([403, 'second_person']);
  const stranger = await anAccount({ role: 'treasurer' });
  expect((await post(stranger, `approvals/${request._id}/approve`)).status).toBe(404);
  const both = await Promise.all([1, 2].map(() => post(other, `approvals/${request._id}/approve`)));
  expect(both.some(({ body }) => body.outcome === 'done')).toBe(true);
  expect(await refundedAtProvider(api, paymentId)).toBe(2000 + old.amount);
  expect(await home(other)).toBeUndefined();
  // Declined: nothing is done.
  const rest = part(recent.amount - 2000, { amountAgain: recent.amount - 2000 });
  expect((await refundPayment(api, asker, paymentId, rest)).status).toBe(202);
  const [last] = await waiting(other);
  expect((await post(other, `approvals/${last._id}/decline`, { reason: 'Not yet' })).status).toBe(204);
  expect((await post(other, `approvals/${last._id}/approve`)).status).toBe(404);
  expect(await refundedAtProvider(api, paymentId)).toBe(2000 + old.amount);
  const history = await collection('audit_entries')
    .find({ action: /^approval\./ })
    .sort({ at: 1 })
    .toArray();
  expect(history.map(({ action, actor }) => [action, actor.email])).toEqual([
    ['approval.requested', asker.email],
    ['approval.declined', other.email],
    ['approval.requested', asker.email],
    ['approval.given', other.email],
    ['approval.requested', asker.email],
    ['approval.declined', other.email],
  ]);
  await expectTheBooksToAgree(api);
});

it('two refunds at once do not go above the limit together', async () => {
  const paymentId = randomUUID();
  await pay(api, payer.account, payer.dues, { paymentId });
  const lines = [{ donation_id: payer.dues[1].donationId, amount: 1300 }];
  const both = await Promise.all([1, 2].map(() => refundPayment(api, asker, paymentId, { lines })));
  expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await refundedAtProvider(api, paymentId)).toBe(1300);
});

it('waivers and closed batches wait for another person', async () => {
  const [due] = payer.dues;
  const key = randomUUID();
  const waive = () =>
    api.request
      .post(`/v2/donations/${due.donationId}/waive`)
      .set(api.as(asker))
      .set('Idempotency-Key', key)
      .send({ amount: 500, reason: 'Hardship' });
  const asked = await waive();
  expect([asked.status, asked.body.waitsForApproval, asked.body.waivedTotal]).toEqual([202, true, undefined]);
  const [request] = await waiting(other);
  expect((await post(asker, `approvals/${request._id}/approve`)).body.code).toBe('second_person');
  expect((await post(other, `approvals/${request._id}/approve`)).body).toEqual({ outcome: 'done' });
  const waived = await api.get(`/v2/donations/${due.donationId}`, other);
  expect(waived.body.waivedTotal).toBe(5);

  const form = { name: 'Sunday', dt: '2026-11-01', controlCount: 0, controlTotal: 0 };
  const batch = (await post(asker, `organizations/${organizationNumber}/batches`, form)).body;
  const close = async (by: Account) => {
    const { status, body } = await post(by, `batches/${batch._id}/close`);
    return [status, body.code ?? body.state, body.closing?.isOwn];
  };
  expect(await close(asker)).toEqual([202, 'open', true]);
  expect(await close(asker)).toEqual([403, 'second_person', undefined]);
  expect((await api.get(`/v2/batches/${batch._id}`, other)).body.closing.isOwn).toBe(false);
  // Who confirms has given their password a short time ago.
  const now = api.deps.now();
  const { userId: sub, memberId: mid, email } = other;
  const token = api.deps.accessTokens.sign(
    { sub, mid, email, oid: null, sid: 'old', epoch: 0 },
    now,
    new Date(now.getTime() + (SESSION_HOURS * 60 - 20) * 60_000),
  );
  const late = await api.request
    .post(`/v2/batches/${batch._id}/close`)
    .set('Authorization', `Bearer ${token}`);
  expect([late.status, late.body.code]).toEqual([403, 'step_up']);
  expect(await close(other)).toEqual([200, 'closed', undefined]);
  expect(await close(other)).toEqual([409, 'batch_closed', undefined]);
  expect(await waiting(other)).toEqual([]);
  await expectTheBooksToAgree(api);
});
