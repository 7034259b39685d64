import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@kinfold/domain/dates';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAccount } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { expectTheBooksToAgree, pay, sweepLater } from '../../../../test/paying.ts';
import {
  atProvider,
  chargeOf,
  eventsSettled,
  expectRefundsToAgree,
  intentOf,
  refundedAtProvider,
  refundPayment,
} from '../../../../test/refunding.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { outboxMails as outbox } from '../../../work/outbox.model.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';
import { reviewItems } from '../review-items/review-item.model.ts';
import { openPayments } from './charge.model.ts';
import { settleRefundOf } from './provider-money.service.ts';
import { whileClaimed } from './temporary-claim.service.ts';

const { steps, api, payer } = await apiWithSteps();
const treasurer: Account = await anAccount({
  role: 'treasurer',
  organizationNumber: payer.organizationNumber,
});
await api.keep();

let paymentId: string;
let total: number;
const [old, recent] = payer.dues;
beforeEach(async () => {
  api.sandbox.setWebhook(null);
  paymentId = randomUUID();
  const paid = await pay(api, payer.account, payer.dues, { paymentId });
  total = paid.body.data.amount_paid;
});

const owed = async () => {
  const { body } = await api.get(`/v2/members/${payer.memberId}/donations?payable=true`, payer.account);
  return body.donations.map((due: { _id: string; totalBalance: number }) => [due._id, due.totalBalance]);
};
const fee = () => total - old.amount - recent.amount;

describe('a refund that the office asks for', () => {
  it('of everything returns the dues: they are owed again, and the member gets a mail', async () => {
    expect(await owed()).toEqual([]);
    const answer = await refundPayment(api, treasurer, paymentId, { includeFee: true });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status: 'succeeded', amount: total });
    expect(Object.fromEntries(await owed())).toEqual({
      [old.donationId]: old.amount / 100,
      [recent.donationId]: recent.amount / 100,
    });
    const mail = await outbox().findOne({ subject: /goes back to your card/ });
    expect(mail?.to).toBe(payer.account.email);
    expect(mail?.text).toContain('What is refunded no longer counts as paid');
    await expectRefundsToAgree(api, paymentId);
    expect(await openPayments().countDocuments({})).toBe(0);
  });

  it('makes dues owed again by whoever pays for the membership now', async () => {
    const spouse = await collection('members').findOne({
      organizationNumber: payer.organizationNumber,
      firstNm: 'Sam',
    });
    const manager = await anAccount({ role: 'manager', organizationNumber: payer.organizationNumber });
    const covered = `/api/v1/member/${payer.memberId}/campaign-membership/${payer.campaignMembershipId}/`;
    const changed = await api.request
      .post(covered)
      .set(api.as(manager))
      .send({ primaryMemberId: String(spouse?._id) });
    expect(changed.status).toBe(200);
    expect((await refundPayment(api, treasurer, paymentId, {})).status).toBe(201);
    const path = `/v2/members/${String(spouse?._id)}/donations?payable=true`;
    expect((await api.get(path, manager)).body.donations).toHaveLength(2);
    await expectRefundsToAgree(api, paymentId);
  });

  it('keeps the fee unless it is asked for', async () => {
    const answer = await refundPayment(api, treasurer, paymentId);
    expect(answer.body.amount).toBe(total - fee());
    const rest = await refundPayment(api, treasurer, paymentId, { includeFee: true });
    expect(rest.body.amount).toBe(fee());
    await expectRefundsToAgree(api, paymentId);
  });

  it('takes single lines, and refuses more than is left of them with what is left', async () => {
    const lines = [{ donation_id: old.donationId, amount: old.amount - 500 }];
    expect((await refundPayment(api, treasurer, paymentId, { lines })).status).toBe(201);
    const refused = await refundPayment(api, treasurer, paymentId, { lines });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'more_than_left',
      figures: { donationAmount: recent.amount + 500, processingFee: fee() },
    });
    expect(refused.body.figures.lines).toContainEqual({ donation_id: old.donationId, amount: 500 });
    expect((await refundPayment(api, treasurer, paymentId)).body.amount).toBe(recent.amount + 500);
    const nothing = await refundPayment(api, treasurer, paymentId);
    expect(nothing.body).toMatchObject({
      code: 'more_than_left',
      detail: expect.stringContaining('Nothing'),
    });
    await expectRefundsToAgree(api, paymentId);
  });

  it('waives the dues where that is chosen: not owed, not received, and taken back if it fails', async () => {
    const lastPaid = async () => {
      const path = `/v2/membership/${payer.campaignMembershipId}`;
      return (await api.get(path, treasurer)).body.lastPayment?.modifiedDt;
    };
    const before = await lastPaid();
    const answer = await refundPayment(api, treasurer, paymentId, { dues: 'waived' });
    expect(answer.body).toMatchObject({ status: 'succeeded', amount: total - fee() });
    expect(await owed()).toEqual([]);
    const stored = await collection('donations')
      .find({ 'waived.amount': { $gt: 0 } })
      .toArray();
    expect(new Set(stored.map(({ waived }) => waived.amount))).toEqual(new Set([old.amount, recent.amount]));
    // What was paid before it is the last payment again.
    expect(await lastPaid()).not.toBe(before);
    const { body } = await api.get(`/v2/payments/${paymentId}`, treasurer);
    expect(body.story.map(({ what }: { what: string }) => what)).toContain('dues_waived');
    const mail = await outbox().findOne({ subject: /goes back to your card/ });
    expect(mail?.text).toContain('The dues are waived');
    await expectRefundsToAgree(api, paymentId);
  });

  it('waives the part of the dead once, in however many parts it comes', async () => {
    const { donationId: donation_id } = old;
    const dead = objectId(payer.memberId);
    await collection('members').updateOne({ _id: dead }, { $set: { deceasedDt: '2026-11-01' } });
    await collection('donations').updateOne(
      { _id: objectId(donation_id) },
      { $set: { members: [{ member_id: dead, price: 500 }] } },
    );
    const waived = async () =>
      (await collection('donations').findOne({ _id: objectId(donation_id) }))?.waived?.amount;
    for (const amount of [300, 400, 200]) {
      const lines = [{ donation_id, amount }];
      expect((await refundPayment(api, treasurer, paymentId, { lines })).status).toBe(201);
      expect(await waived()).toBe(amount === 300 ? 300 : 500);
    }
    // What the office reads before a refund is what decides it; the member reads none of it.
    const duesOf = async (account: Account) =>
      (await api.get(`/v2/payments/${paymentId}`, account)).body.left.lines.map(
        (line: { donation_id: string; dues?: object }) => line.donation_id === donation_id && line.dues,
      );
    expect(await duesOf(treasurer)).toContainEqual({ balance: 4, partOfDead: 5, alreadyWaived: 5 });
    expect(await duesOf(payer.account)).toContainEqual(undefined);
    await expectRefundsToAgree(api, paymentId);
  });

  it('waives the part of the dead once, also while a refund is recorded and not booked', async () => {
    const { donationId: donation_id } = old;
    const dead = objectId(payer.memberId);
    await collection('members').updateOne({ _id: dead }, { $set: { deceasedDt: '2026-11-01' } });
    await collection('donations').updateOne(
      { _id: objectId(donation_id) },
      { $set: { members: [{ member_id: dead, price: 500 }] } },
    );
    const refundPart = (amount: number) =>
      refundPayment(api, treasurer, paymentId, { lines: [{ donation_id, amount }] });
    steps.crashAt('refund-recorded');
    await refundPart(500);
    steps.reset();
    expect((await refundPart(400)).status).toBe(201);
    await sweepLater(api);
    const stored = await collection('donations').findOne({ _id: objectId(donation_id) });
    expect(stored?.waived?.amount).toBe(500);
    expect(Object.fromEntries(await owed())[donation_id]).toBe(4);
    await expectRefundsToAgree(api, paymentId);
  });

  /** Two payments of the same dues, whose one half is for a person who died since. */
  async function halvesOfDead(): Promise<[string, string]> {
    await api.forget();
    const { donationId } = old;
    const dead = objectId(payer.memberId);
    await collection('donations').updateOne(
      { _id: objectId(donationId) },
      { $set: { members: [{ member_id: dead, price: old.amount / 2 }] } },
    );
    const halves: [string, string] = [randomUUID(), randomUUID()];
    for (const id of halves)
      await pay(api, payer.account, [{ donationId, amount: old.amount / 2 }], { paymentId: id });
    await collection('members').updateOne({ _id: dead }, { $set: { deceasedDt: '2026-11-01' } });
    return halves;
  }
  const waivedOfOld = async () =>
    (await collection('donations').findOne({ _id: objectId(old.donationId) }))?.waived?.amount;

  it('waives the part of the dead once, of two refunds from the dashboard while the dues are held', async () => {
    const halves = await halvesOfDead();
    const made = await Promise.all(
      halves.map(async (id) => {
        await atProvider(api, '/v1/refunds', { payment_intent: await intentOf(id) });
        return api.deps.provider.listRefunds(await chargeOf(api, id));
      }),
    );
    const settled = () => Promise.allSettled(made.flat().map((one) => settleRefundOf(one, api.deps)));
    const held = await whileClaimed([old.donationId], new Date(), settled);
    expect(held).toMatchObject([0, 1].map(() => ({ reason: { code: 'payment_in_progress' } })));
    // As the sweep does.
    expect(await settled()).toMatchObject([0, 1].map(() => ({ status: 'fulfilled' })));
    expect(await waivedOfOld()).toBe(old.amount / 2);
    for (const id of halves) await expectRefundsToAgree(api, id);
  });

  it('waives the part of the dead once, of two payments of the same dues refunded at once', async () => {
    const halves = await halvesOfDead();
    const { donationId } = old;
    // Whoever changes these dues at this moment is waited for, for a second.
    const [first] = halves;
    const meanwhile = await whileClaimed([donationId], new Date(), () =>
      refundPayment(api, treasurer, first),
    );
    expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'payment_in_progress']);
    const answers = await Promise.all(halves.map((id) => refundPayment(api, treasurer, id)));
    expect(answers.map(({ body }) => body.status)).toEqual(['succeeded', 'succeeded']);
    expect(await waivedOfOld()).toBe(old.amount / 2);
    expect(await openPayments().countDocuments({ _id: /^hold:/ })).toBe(0);
    for (const id of halves) await expectRefundsToAgree(api, id);
  });

  it.each([
    { lines: [{ donation_id: old.donationId, amount: 0 }] },
    { lines: [] },
    { lines: [{ donation_id: '0'.repeat(24), amount: 1 }] },
    { lines: [1, 1].map((amount) => ({ donation_id: old.donationId, amount })) },
    { reason: '' },
  ])('refuses %j', async (body) => {
    expect((await refundPayment(api, treasurer, paymentId, body)).status).toBe(422);
    expect(await refundedAtProvider(api, paymentId)).toBe(0);
  });

  it('is for those who may refund, where the dues are; the history names them and the reason', async () => {
    const { organizationNumber } = payer;
    const manager = await anAccount({ role: 'manager', organizationNumber });
    const elsewhere = await anAccount({ role: 'treasurer' });
    for (const account of [payer.account, manager, elsewhere])
      expect((await refundPayment(api, account, paymentId)).status).toBe(404);
    expect((await refundPayment(api, treasurer, randomUUID())).status).toBe(404);
    await refundPayment(api, treasurer, paymentId);
    expect(await collection('audit_entries').find({ action: 'payment.refunded' }).toArray()).toMatchObject([
      { organizationNumber, reason: 'Paid by mistake', actor: { email: treasurer.email } },
    ]);
  });

  it('is made once, however often and how many at once it is sent', async () => {
    const refundId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refundPayment(api, treasurer, paymentId, {}, refundId)),
    );
    await sweepLater(api);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await refundedAtProvider(api, paymentId)).toBe(total - fee());
    const other = await refundPayment(api, treasurer, paymentId, { reason: 'Another' }, refundId);
    expect(other.body.code).toBe('idempotency_mismatch');
    await expectRefundsToAgree(api, paymentId);
  });

  it('never makes more than is left, whatever races', async () => {
    const lines = [{ donation_id: recent.donationId, amount: 1_100 }];
    const dashboard = async () =>
      atProvider(api, '/v1/refunds', { payment_intent: await intentOf(paymentId), amount: '900' });
    api.sandbox.setWebhook(`${api.url}/webhooks/stripe`);
    await Promise.all([
      ...Array.from({ length: 5 }, () => refundPayment(api, treasurer, paymentId, { lines })),
      dashboard(),
      dashboard(),
    ]);
    await eventsSettled(api);
    await sweepLater(api);
    await expectRefundsToAgree(api, paymentId);
    for (const { donationId, amount } of payer.dues) {
      const entries = await ledgerEntries().find({ paymentId, donationIds: donationId }).toArray();
      const gone = entries
        .flatMap(({ postings }) => postings)
        .filter(({ account }) => account === `donation:${donationId}`)
        .reduce((sum, posting) => sum + posting.amount, 0);
      expect(gone).toBeLessThanOrEqual(amount);
    }
  });
});

const POINTS = [
  'refund-opened',
  'refund-recorded',
  'refund-made',
  'refund-registered',
  'refund-booked',
  'refund-told',
  'refund-projected',
] as const;

describe('a process that dies while it refunds', () => {
  it.each(POINTS)('at "%s" and never comes back: the sweep ends the refund', async (point) => {
    steps.crashAt(point);
    await refundPayment(api, treasurer, paymentId, { includeFee: true });
    steps.reset();
    await sweepLater(api);
    await expectRefundsToAgree(api, paymentId);
    expect(await refundedAtProvider(api, paymentId)).toBe(point === 'refund-opened' ? 0 : total);
  });

  it.each(POINTS)('at "%s", and the request comes again: one refund', async (point) => {
    const refundId = randomUUID();
    steps.crashAt(point);
    await refundPayment(api, treasurer, paymentId, {}, refundId);
    steps.reset();
    const again = await refundPayment(api, treasurer, paymentId, {}, refundId);
    expect(again.body).toMatchObject({ refund_id: refundId, status: 'succeeded', amount: total - fee() });
    await sweepLater(api);
    await expectRefundsToAgree(api, paymentId);
    expect(await refundedAtProvider(api, paymentId)).toBe(total - fee());
  });

  it('and is swept once the provider has forgotten the key of the request: one refund', async () => {
    steps.crashAt('refund-made');
    await refundPayment(api, treasurer, paymentId);
    steps.reset();
    api.advance(2 * DAY_MS);
    await sweepLater(api);
    await expectRefundsToAgree(api, paymentId);
    expect(await refundedAtProvider(api, paymentId)).toBe(total - fee());
  });

  it.each(POINTS)('stands still at "%s" while the sweep ends it: both agree', async (point) => {
    steps.runAt(point, () => sweepLater(api));
    expect((await refundPayment(api, treasurer, paymentId)).status).toBe(201);
    await sweepLater(api);
    await expectRefundsToAgree(api, paymentId);
    expect(await refundedAtProvider(api, paymentId)).toBe(total - fee());
  });

  it.each(POINTS)('stands still at "%s" while its event comes', async (point) => {
    api.sandbox.setWebhook(`${api.url}/webhooks/stripe`);
    steps.runAt(point, () => sleep(150));
    await refundPayment(api, treasurer, paymentId);
    await eventsSettled(api);
    await sweepLater(api);
    await expectRefundsToAgree(api, paymentId);
  });

  it.each(['refuse', 'reset-after-applying', '500', 'hang-after-applying'] as const)(
    'asks a provider that answers with %s: pending, then one refund',
    async (kind) => {
      api.sandbox.faults.add({ kind, match: { path: '/v1/refunds' }, times: 2, ms: 200 });
      const answer = await refundPayment(api, treasurer, paymentId);
      api.sandbox.faults.clear();
      // The client tries again by itself, once.
      expect(answer.body.status).toBe(kind === 'hang-after-applying' ? 'succeeded' : 'pending');
      await sweepLater(api);
      await expectRefundsToAgree(api, paymentId);
      expect(await refundedAtProvider(api, paymentId)).toBe(total - fee());
    },
  );
});

describe('what happens to refunds afterwards', () => {
  beforeEach(() => api.sandbox.setWebhook(`${api.url}/webhooks/stripe`));
  const payWith = async (token: string) => {
    await api.forget();
    const id = randomUUID();
    await pay(api, payer.account, payer.dues, { paymentId: id, token });
    return id;
  };

  it('one that is pending is on its way, and followed until it ends', async () => {
    paymentId = await payWith('pm_card_pendingRefund');
    api.sandbox.setWebhook(null);
    expect((await refundPayment(api, treasurer, paymentId)).body.status).toBe('pending');
    expect(await openPayments().countDocuments({})).toBe(1);
    const [made] = (await ledgerEntries().find({ kind: 'refund' }).toArray()).map(
      ({ providerRef }) => providerRef,
    );
    await atProvider(api, `/v1/test_helpers/refunds/${made}`, { status: 'succeeded' });
    await sweepLater(api);
    expect(await openPayments().countDocuments({})).toBe(0);
    await expectRefundsToAgree(api, paymentId);
  });

  it('one that fails later is taken back, the dues are paid again, and it is on the list of the office', async () => {
    paymentId = await payWith('pm_card_refundFail');
    await refundPayment(api, treasurer, paymentId, { includeFee: true });
    await eventsSettled(api);
    expect(await owed()).toEqual([]);
    expect(await reviewItems().find({}).toArray()).toMatchObject([{ type: 'failed', paymentId }]);
    await expectRefundsToAgree(api, paymentId);
    // It can be asked for again.
    expect((await refundPayment(api, treasurer, paymentId)).status).toBe(201);
    await eventsSettled(api);
  });

  it('one that fails after the dues were paid otherwise becomes credit of who paid, with a mail', async () => {
    paymentId = await payWith('pm_card_pendingRefund');
    await refundPayment(api, treasurer, paymentId, {
      includeFee: true,
      lines: [{ donation_id: old.donationId, amount: old.amount }],
    });
    const cash = { entryId: randomUUID(), amount: old.amount, method: 'cash', paidDt: '2026-11-01' };
    const paid = await api.request
      .post(`/v2/members/${payer.memberId}/payments`)
      .set(api.as(treasurer))
      .send(cash);
    expect([paid.status, paid.body.credit]).toEqual([201, 0]);
    const made = await ledgerEntries().findOne({ kind: 'refund' });
    await atProvider(api, `/v1/test_helpers/refunds/${made?.providerRef}`, { status: 'failed' });
    await sweepLater(api);
    expect(await owed()).toEqual([]);
    const credit = await api.get(`/v2/members/${payer.memberId}/credit`, treasurer);
    expect(credit.body.balance).toBe(old.amount / 100);
    expect((await outbox().findOne({ subject: /is credit for you/ }))?.to).toBe(payer.account.email);
    const listed = (await api.get(`/v2/members/${payer.memberId}/payments`, payer.account)).body.payments;
    const ahead = { description: 'Paid ahead', amount: old.amount / 100 };
    expect(listed.flatMap(({ lines }: { lines: object[] }) => lines)).toContainEqual(
      expect.objectContaining(ahead),
    );
    const { body } = await api.get(`/v2/payments/${paymentId}`, treasurer);
    expect(body.story.map(({ what }: { what: string }) => what)).toContain('credited');
    // It left the payment: the office pays credit back, and does not refund it.
    expect(
      body.left.lines.find((line: { donation_id: string }) => line.donation_id === old.donationId).amount,
    ).toBe(0);
    await expectRefundsToAgree(api, paymentId);
  });

  it('one that the provider refuses takes nothing from what is left', async () => {
    const intent = await intentOf(paymentId);
    api.sandbox.setWebhook(null);
    await atProvider(api, '/v1/refunds', { payment_intent: intent, amount: '100' });
    const answer = await refundPayment(api, treasurer, paymentId, { includeFee: true });
    expect(answer.body).toMatchObject({ status: 'failed' });
    expect(await openPayments().countDocuments({})).toBe(0);
    const lines = [{ donation_id: old.donationId, amount: old.amount }];
    const part = await refundPayment(api, treasurer, paymentId, { lines });
    expect(part.body).toMatchObject({ status: 'succeeded', amount: old.amount });
  });

  it('one from the dashboard reaches dues and books, without anything to look at: the newest dues first', async () => {
    const form = { payment_intent: await intentOf(paymentId), amount: String(recent.amount + 100) };
    await atProvider(api, '/v1/refunds', form);
    expect(Object.fromEntries(await owed())).toEqual({
      [old.donationId]: 1,
      [recent.donationId]: recent.amount / 100,
    });
    await expectRefundsToAgree(api, paymentId);
    expect(await reviewItems().countDocuments({})).toBe(0);
  });

  it('an event whose process dies is booked by the sweep', async () => {
    steps.crashAt('refund-booked');
    await atProvider(api, '/v1/refunds', { payment_intent: await intentOf(paymentId), amount: '100' });
    steps.reset();
    await sweepLater(api);
    await expectRefundsToAgree(api, paymentId);
  });
});

describe('a dispute', () => {
  beforeEach(() => api.sandbox.setWebhook(`${api.url}/webhooks/stripe`));
  const listed = async () =>
    (await api.get(`/v2/organizations/${payer.organizationNumber}/disputes`, treasurer)).body;
  const open = async (more: Record<string, string> = {}) =>
    atProvider(api, '/v1/test_helpers/disputes', { charge: await chargeOf(api, paymentId), ...more });

  it('takes the money from the dues until it is won, and says until when to answer', async () => {
    const { id } = await open();
    expect(await owed()).toHaveLength(2);
    expect(await listed()).toMatchObject([
      {
        isOpen: true,
        status: 'needs_response',
        amount: total / 100,
        paymentId,
        member: { member_id: payer.memberId },
      },
    ]);
    const [{ _id, answerBy }] = await listed();
    expect(answerBy).toMatch(/^\d{4}-\d\d-\d\d$/);
    const evidence = await api.get(`/v2/disputes/${_id}/evidence.pdf`, treasurer);
    expect([evidence.status, evidence.type]).toEqual([200, 'application/pdf']);
    expect(pdfTextOf(evidence.body)).toMatch(
      /Answer by[^]*The dues[^]*The membership[^]*on the day of the payment/,
    );
    const elsewhere = await anAccount({ role: 'treasurer' });
    expect((await api.get(`/v2/disputes/${_id}/evidence.pdf`, elsewhere)).status).toBe(404);
    await atProvider(api, `/v1/test_helpers/disputes/${id}`, { status: 'won' });
    expect(await owed()).toEqual([]);
    expect(await listed()).toMatchObject([{ isOpen: false, status: 'won', answerBy: null }]);
    await expectTheBooksToAgree(api);
    const entries = await ledgerEntries().find({ kind: 'dispute' }).toArray();
    expect(entries.map(({ _id, total: sum }) => [_id, sum])).toEqual([
      [`dispute:${id}:1`, -total],
      [`dispute:${id}:2`, total],
    ]);
  });

  it('that is lost leaves the dues owed; an inquiry moves nothing', async () => {
    const { id } = await open();
    await atProvider(api, `/v1/test_helpers/disputes/${id}`, { status: 'lost' });
    expect(await owed()).toHaveLength(2);
    expect(await listed()).toMatchObject([{ isOpen: false, status: 'lost' }]);
    await expectTheBooksToAgree(api);
    await api.forget();
    await pay(api, payer.account, payer.dues, { paymentId: (paymentId = randomUUID()) });
    await open({ inquiry: 'true' });
    expect(await owed()).toEqual([]);
    expect(await listed()).toMatchObject([{ isOpen: true, status: 'warning_needs_response' }]);
  });

  it('is booked the same in any order of its events, twice and late', async () => {
    for (const kind of ['webhook-duplicate', 'webhook-shuffle'] as const)
      api.sandbox.faults.add({ kind, match: {}, times: 'always', ms: 100 });
    const { id } = await open();
    await atProvider(api, `/v1/test_helpers/disputes/${id}`, { status: 'under_review' });
    await atProvider(api, `/v1/test_helpers/disputes/${id}`, { status: 'won' });
    api.sandbox.faults.clear();
    expect(await ledgerEntries().countDocuments({ kind: 'dispute' })).toBe(2);
    expect(await listed()).toMatchObject([{ status: 'won' }]);
    await expectTheBooksToAgree(api);
  });

  it('of a test card comes by itself', async () => {
    await api.forget();
    await pay(api, payer.account, payer.dues, {
      paymentId: (paymentId = randomUUID()),
      token: 'pm_card_createDispute',
    });
    await eventsSettled(api);
    await sweepLater(api);
    expect(await listed()).toMatchObject([{ isOpen: true, paymentId }]);
    expect(await owed()).toHaveLength(2);
  });
});
