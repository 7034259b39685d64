import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anAccount, aMember, TEST_AUTHOR } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import type { PayableLine } from '../../../../test/payer.ts';
import { expectNothingStuck, expectTheBooksToAgree } from '../../../../test/paying.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import { bookedFor } from '../ledger/organization-month.model.ts';
import { readOfficePayment } from './office-payment.model.ts';
import { removePayment } from './office-payment.service.ts';

const { api, payer } = await apiWithSteps();
const treasurer = () => anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
const post = (by: Account, path: string, body: object = {}) =>
  api.request.post(`/v2/${path}`).set(api.as(by)).send(body);
const begin = async (by: Account, controlCount: number, controlTotal: number) => {
  const form = { name: 'Sunday', dt: '2026-11-01', controlCount, controlTotal };
  const { status, body } = await post(by, `organizations/${payer.organizationNumber}/batches`, form);
  expect(status).toBe(201);
  return body as { _id: string };
};
const enter = (by: Account, batchId: string, amount: number, more: object = {}) =>
  post(by, `batches/${batchId}/entries`, {
    entryId: randomUUID(),
    member_id: payer.memberId,
    amount,
    method: 'cash',
    ...more,
  });
const takeBack = (by: Account, batchId: string, entryId: string, query = '') =>
  api.request.delete(`/v2/batches/${batchId}/entries/${entryId}${query}`).set(api.as(by));
const openOf = async ({ donationId }: PayableLine) => {
  const [donation] = await findStoredDonations([donationId]);
  return donation ? donation.minAmountDue - donation.paymentsTotal : NaN;
};
async function received(): Promise<number> {
  let sum = 0;
  const ever = { from: new Date(0), to: new Date('9999-01-01') };
  for await (const { postings } of bookedFor(payer.organizationNumber, ever))
    for (const { organizationNumber, amount } of postings)
      if (organizationNumber === payer.organizationNumber) sum -= amount;
  return sum;
}

describe('a batch of payments', () => {
  it('closes when count and total are those counted by hand, and says both while they differ', async () => {
    const by = await treasurer();
    const { _id } = await begin(by, 2, 2500);
    const first = await enter(by, _id, 2000, { method: 'check', checkNumber: '12' });
    expect(first.body).toMatchObject({
      member: { member_id: payer.memberId },
      lines: [{ donation_id: payer.dues[0].donationId, amount: 2000 }],
      credit: 0,
    });
    const early = await post(by, `batches/${_id}/close`);
    expect(early.status).toBe(422);
    expect(early.body).toMatchObject({
      code: 'control_total',
      figures: { controlCount: 2, controlTotal: 2500, count: 1, total: 2000 },
    });
    expect(early.body.detail).toContain('Counted were 2 with $25.00, entered are 1 with $20.00');
    await enter(by, _id, 500);
    const closed = await post(by, `batches/${_id}/close`);
    expect(closed.body).toMatchObject({ state: 'closed', count: 2, total: 2500 });
    expect((await enter(by, _id, 100)).body.code).toBe('batch_closed');
    expect((await post(by, `batches/${_id}/close`)).body.code).toBe('batch_closed');
    const list = await api.get(`/v2/organizations/${payer.organizationNumber}/batches`, by);
    expect(list.body.batches[0]).toMatchObject({ _id, count: 2, total: 2500, state: 'closed' });
    await expectNothingStuck(api, payer);
  });

  it('keeps an entry once, however often it is sent', async () => {
    const by = await treasurer();
    const { _id } = await begin(by, 1, 700);
    const entryId = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter(by, _id, 700, { entryId })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await enter(by, _id, 800, { entryId })).body.code).toBe('idempotency_mismatch');
    expect((await api.get(`/v2/batches/${_id}`, by)).body.entries).toHaveLength(1);
    expect(await openOf(payer.dues[0])).toBe(1300);
  });

  it('holds the money of unknown payers until they are found, also when it is closed', async () => {
    const by = await treasurer();
    const { _id } = await begin(by, 1, 2600);
    const { body } = await enter(by, _id, 2600, { member_id: null, payerName: 'Somebody in a blue hat' });
    expect(body).toMatchObject({ member: null, payerName: 'Somebody in a blue hat', lines: [], credit: 0 });
    expect(await received()).toBe(1000 + 2600);
    await post(by, `batches/${_id}/close`).expect(200);
    const path = `batches/${_id}/entries/${body.entryId}/assign`;
    const stranger = await aMember();
    expect((await post(by, path, { member_id: stranger._id })).status).toBe(422);
    const assigned = await post(by, path, { member_id: payer.memberId });
    expect(assigned.body).toMatchObject({
      member: { member_id: payer.memberId },
      lines: [{ amount: 2000 }, { amount: 600 }],
    });
    expect((await post(by, path, { member_id: payer.memberId })).body.code).toBe('assigned');
    expect(await received()).toBe(1000 + 2600);
    await expectTheBooksToAgree(api);
  });

  it('takes an entry back by the opposite one, with a reason once it is closed', async () => {
    const by = await treasurer();
    const { _id } = await begin(by, 1, 6000);
    const wrong = (await enter(by, _id, 900)).body.entryId;
    expect((await takeBack(by, _id, wrong)).status).toBe(204);
    expect((await takeBack(by, _id, wrong)).body.code).toBe('removed');
    const { body } = await enter(by, _id, 6000);
    expect(body.credit).toBe(1000);
    await post(by, `batches/${_id}/close`).expect(200);
    expect((await takeBack(by, _id, body.entryId)).body.errors[0].path).toBe('reason');
    expect((await takeBack(by, _id, body.entryId, '?reason=The%20check%20bounced')).status).toBe(204);
    for (const line of payer.dues) expect(await openOf(line)).toBe(line.amount);
    expect((await api.get(`/v2/members/${payer.memberId}/credit`, by)).body.balance).toBe(0);
    expect(await received()).toBe(1000);
    const detail = (await api.get(`/v2/batches/${_id}`, by)).body;
    expect(detail).toMatchObject({ count: 0, total: 0 });
    expect(detail.entries[0].removed).toMatchObject({ reason: 'The check bounced' });
    await expectTheBooksToAgree(api);
  });

  it('takes no entry back that is assigned at that moment', async () => {
    const by = await treasurer();
    const { _id } = await begin(by, 1, 900);
    const { entryId } = (await enter(by, _id, 900, { member_id: null })).body;
    const stale = await readOfficePayment(entryId);
    if (!stale) throw new Error('the payment is gone');
    await post(by, `batches/${_id}/entries/${entryId}/assign`, { member_id: payer.memberId }).expect(200);
    const booking = { author: TEST_AUTHOR, now: api.deps.now(), currency: 'usd' };
    const error = { status: 409, code: 'assigned' };
    await expect(removePayment(stale, undefined, booking, async () => undefined)).rejects.toMatchObject(
      error,
    );
    expect(await openOf(payer.dues[0])).toBe(1100);
    await expectTheBooksToAgree(api);
    expect((await takeBack(by, _id, entryId)).status).toBe(204);
    expect(await openOf(payer.dues[0])).toBe(2000);
  });

  it('takes no entry back whose credit is used', async () => {
    const by = await treasurer();
    const { _id } = await begin(by, 1, 1000);
    const { body } = await enter(by, _id, 1000, { lines: [] });
    const back = { amount: 100, method: 'cash', reason: 'They asked for it' };
    await post(by, `members/${payer.memberId}/credit/pay-back`, back).expect(201);
    expect((await takeBack(by, _id, body.entryId)).body.code).toBe('credit_used');
  });

  it('is found by nobody at another organization', async () => {
    const by = await treasurer();
    const { _id } = await begin(by, 0, 0);
    const other = await anAccount({
      role: 'treasurer',
      organizationNumber: (await aMember()).organizationNumber,
    });
    expect((await api.get(`/v2/batches/${_id}`, other)).status).toBe(404);
    expect((await enter(other, _id, 100)).status).toBe(404);
  });
});
