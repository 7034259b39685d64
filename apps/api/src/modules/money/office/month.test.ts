import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processingFee } from '@kinfold/domain/fee';
import { cents } from '@kinfold/domain/money';
import { connectAccount } from '../../../../test/connecting.ts';
import { aBatch, anAccount, anOrganization, aReviewItem } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { expectTheBooksToAgree, pay } from '../../../../test/paying.ts';
import { atProvider } from '../../../../test/refunding.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { reconcile } from '../charges/reconcile.service.ts';

const { api, payer } = await apiWithSteps();

const treasurer = () => anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
const send = async (by: Account, path: string, body: object = {}) =>
  api.request.post(`/v2/${path}`).set(api.as(by)).send(body);
const of = (path: string) => `organizations/${payer.organizationNumber}/${path}`;
const thisMonth = () => api.deps.now().toISOString().slice(0, 7);
const monthOf = async (by: Account, month = thisMonth()) =>
  (await api.get(`/v2/${of(`months/${month}`)}`, by)).body;
const sumOf = (items: readonly { amount: number }[]) =>
  items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

/** A closed batch with one payment in cash and one check of the payer; returns its id. */
async function closedBatch(by: Account, cash: number, check: number): Promise<string> {
  const form = { name: 'Sunday', dt: '2026-11-01', controlCount: 2, controlTotal: cash + check };
  const { _id } = (await send(by, of('batches'), form)).body as { _id: string };
  const entry = { member_id: payer.memberId };
  const enter = (more: object) =>
    send(by, `batches/${_id}/entries`, { ...entry, entryId: randomUUID(), ...more });
  expect((await enter({ amount: cash, method: 'cash' })).status).toBe(201);
  expect((await enter({ amount: check, method: 'check', checkNumber: '1204' })).status).toBe(201);
  expect((await send(by, `batches/${_id}/close`)).status).toBe(200);
  return _id;
}

describe('deposits', () => {
  it('of the card provider are explained to the cent by payments, fees, refunds and disputes', async () => {
    api.sandbox.setWebhook(`${api.url}/webhooks/stripe`);
    onTestFinished(() => api.sandbox.setWebhook(null));
    const by = await treasurer();
    const paymentId = randomUUID();
    const [dues] = payer.dues;
    expect((await pay(api, payer.account, [dues], { paymentId })).status).toBe(200);
    const refund = { lines: [{ donation_id: dues.donationId, amount: 500 }], reason: 'Paid by mistake' };
    const refunded = api.request.post(`/v2/payments/${paymentId}/refunds`).set(api.as(by));
    expect((await refunded.set('Idempotency-Key', randomUUID()).send(refund)).status).toBe(201);
    const total = dues.amount + processingFee(cents(dues.amount));
    const kept = Math.round((total * 29) / 1000) + 30;
    // Other tests of this file have paid before on the same balance: only what is new is paid out.
    const before = await waitingAtProvider();
    const { id } = await atProvider(api, '/v1/payouts', { amount: String(before), currency: 'usd' });
    const answer = await api.get(`/v2/deposits/${id}`, by);
    const mine = answer.body.items.filter((item: { paymentId?: string }) => item.paymentId === paymentId);
    expect(mine).toMatchObject([
      { type: 'refund', amount: -5, fee: 0 },
      { type: 'payment', amount: (total - kept) / 100, fee: kept / 100 },
    ]);
    expect(sumOf(answer.body.items)).toBe(Math.round(answer.body.amount * 100));
    const list = (await api.get(`/v2/${of('deposits')}`, by)).body;
    expect(list).toMatchObject({
      results: 1,
      deposits: [
        { _id: id, type: 'payout', organizations: [{ organizationNumber: payer.organizationNumber }] },
      ],
    });
    // Again, by the nightly comparison: nothing is new.
    expect((await reconcile(api.deps)).differences).toEqual([]);
    await collection('deposits').deleteMany({});
    expect((await reconcile(api.deps)).differences).toMatchObject([
      { name: 'payout missing here', providerId: id, isRepaired: true },
    ]);
    const month = await monthOf(by);
    expect(month.received[0]).toEqual({ method: 'card', amount: dues.amount / 100 });
    expect(month).toMatchObject({
      refunds: 5,
      fees: kept / 100,
      processingFees: (total - dues.amount) / 100,
      onItsWay: { card: 0 },
      deposits: [{ _id: id }],
    });
    // Somebody at another organization knows nothing of it.
    const { organizationNumber } = await anOrganization();
    const stranger = await anAccount({ role: 'treasurer', organizationNumber });
    expect((await api.get(`/v2/deposits/${id}`, stranger)).status).toBe(404);
    // The bank sends it back.
    await atProvider(api, `/v1/test_helpers/payouts/${id}`, { status: 'failed' });
    const back = (await api.get(`/v2/deposits/${id}:failed`, by)).body;
    expect([back.amount, sumOf(back.items)]).toEqual([
      -answer.body.amount,
      -Math.round(answer.body.amount * 100),
    ]);
    expect((await monthOf(by)).onItsWay.card).toBe((dues.amount - 500) / 100);
    await expectTheBooksToAgree(api);
  });

  it('of a connected account hold what reached it, and no fee', async () => {
    const by = await treasurer();
    const account = await connectAccount(api, payer.organizationNumber, { name: 'Grace Church' });
    const paymentId = randomUUID();
    const [dues] = payer.dues;
    expect((await pay(api, payer.account, [dues], { paymentId })).status).toBe(200);
    const answer = await fetch(`${api.sandbox.url}/v1/payouts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.sandbox.secretKey}`, 'stripe-account': account },
      body: new URLSearchParams({ amount: String(dues.amount), currency: 'usd' }),
    });
    const { id } = (await answer.json()) as { id: string };
    // Its event is lost: the nightly comparison finds it.
    expect((await reconcile(api.deps)).differences).toContainEqual(
      expect.objectContaining({ name: 'payout missing here', providerId: id, isRepaired: true }),
    );
    expect((await api.get(`/v2/deposits/${id}`, by)).body).toMatchObject({
      type: 'payout',
      amount: dues.amount / 100,
      items: [{ type: 'payment', paymentId, amount: dues.amount / 100, fee: 0 }],
    });
    expect((await monthOf(by)).onItsWay.card).toBe(0);
    // The own payout has the charge: its dues are in the other one.
    const total = dues.amount + processingFee(cents(dues.amount));
    const amount = String(total - Math.round((total * 29) / 1000) - 30);
    const own = await atProvider(api, '/v1/payouts', { amount, currency: 'usd' });
    await reconcile(api.deps);
    expect((await api.get(`/v2/deposits/${own.id}`, by)).body.items).toContainEqual(
      expect.objectContaining({ type: 'payment', paymentId }),
    );
    expect((await monthOf(by)).onItsWay.card).toBe(0);
  });

  it('of cash and checks hold closed batches and other payments, each once, and have a slip', async () => {
    const by = await treasurer();
    const batchId = await closedBatch(by, 2000, 1500);
    const loose = { entryId: randomUUID(), amount: 300, method: 'cash' };
    expect((await send(by, `members/${payer.memberId}/payments`, loose)).status).toBe(201);
    const open = await aBatch(payer);
    const waiting = (await api.get(`/v2/${of('depositable')}`, by)).body;
    expect(waiting).toMatchObject({
      batches: [{ batchId, amount: 35 }],
      payments: [{ paymentId: loose.entryId, amount: 3 }],
    });
    const before = (await monthOf(by)).onItsWay.cash;
    const form = {
      depositId: randomUUID(),
      dt: '2026-11-03',
      batchIds: [batchId],
      paymentIds: [loose.entryId],
    };
    const make = (more: object = {}) => send(by, of('deposits'), { ...form, ...more });
    expect((await make({ batchIds: [], paymentIds: [] })).status).toBe(422);
    expect((await make({ dt: '2099-01-01' })).body.errors).toMatchObject([{ path: 'dt' }]);
    expect((await make({ batchIds: [open] })).body.code).toBe('deposited');
    const [one, twin] = await Promise.all([make(), make()]);
    expect([one.status, twin.status]).toEqual([201, 201]);
    expect(one.body).toMatchObject({
      type: 'cash',
      amount: 38,
      items: [
        { type: 'batch', batchId, amount: 35, name: 'Sunday' },
        { type: 'cash_payment', paymentId: loose.entryId, amount: 3 },
      ],
    });
    for (const part of [{}, { paymentIds: [] }, { batchIds: [] }])
      expect((await make({ depositId: randomUUID(), ...part })).body.code).toBe('deposited');
    expect((await api.get(`/v2/${of('depositable')}`, by)).body).toEqual({ batches: [], payments: [] });
    expect((await monthOf(by)).onItsWay.cash).toBe(before - 38);
    const cash = (await monthOf(by)).onItsWay.cash;
    const check = (await api.get(`/v2/batches/${batchId}`, by)).body.entries.find(
      ({ method }: { method: string }) => method === 'check',
    );
    const taken = api.request.delete(`/v2/batches/${batchId}/entries/${check.entryId}?reason=Returned`);
    expect((await taken.set(api.as(by))).status).toBe(204);
    expect((await monthOf(by)).onItsWay.cash).toBe(cash);
    const back = `/v2/deposits/${form.depositId}:returned:${check.entryId}`;
    expect((await api.get(back, by)).body).toMatchObject({
      type: 'cash',
      amount: -15,
      items: [{ type: 'cash_payment', amount: -15, paymentId: check.entryId }],
    });
    expect((await api.get(`${back}/slip.pdf`, by)).status).toBe(404);
    const slip = await api.get(`/v2/deposits/${form.depositId}/slip.pdf`, by);
    expect([slip.status, slip.type]).toEqual([200, 'application/pdf']);
    // It names payers: not for an organization that has only a part of it.
    const { organizationNumber } = await anOrganization();
    const stranger = await anAccount({ role: 'treasurer', organizationNumber });
    const ofDeposit = { _id: form.depositId };
    const stored = collection<{ _id: string; organizationNumbers: string[] }>('deposits');
    await stored.updateOne(ofDeposit, { $push: { organizationNumbers: organizationNumber } });
    const read = (file: string) => api.get(`/v2/deposits/${form.depositId}${file}`, stranger);
    expect((await read('')).body.organizations).toMatchObject([{ organizationNumber }]);
    expect((await read('/slip.pdf')).status).toBe(404);
    await stored.updateOne(ofDeposit, { $pull: { organizationNumbers: organizationNumber } });
    await expectTheBooksToAgree(api);
  });
});

describe('a month', () => {
  it('closes when nothing is open, keeps its figures, and what comes later counts in the next one', async () => {
    const by = await treasurer();
    const month = '2026-01';
    const received = (amount: number, paidDt: string) => ({
      entryId: randomUUID(),
      amount,
      method: 'cash',
      paidDt,
    });
    const record = (body: object) => send(by, `members/${payer.memberId}/payments`, body);
    expect((await record(received(1500, '2026-01-12'))).status).toBe(201);
    const batchId = await aBatch(payer);
    await collection<{ _id: string }>('payment_batches').updateOne(
      { _id: batchId },
      { $set: { dt: '2026-01-11' } },
    );
    await aReviewItem({ organizationNumber: payer.organizationNumber });
    const { organizationNumber } = payer;
    await collection('payment_reviews').insertOne({ organizationNumber, type: 'autopay', status: 'open' });
    await collection('payment_reviews').updateMany({}, { $set: { at: new Date('2026-01-20') } });
    const close = () => send(by, of(`months/${month}/close`));
    const refused = await close();
    expect([refused.status, refused.body.code]).toEqual([409, 'open_differences']);
    expect(refused.body.detail).toBe(
      'January 2026 stays open: 1 report of the card provider is to be looked at and 1 batch is open.',
    );
    expect((await monthOf(by, month)).differences).toMatchObject([
      { code: 'review_items', href: '/review-items' },
      { code: 'open_batches', href: '/batches' },
    ]);
    await collection('payment_reviews').deleteMany({});
    await collection('payment_batches').deleteMany({});
    const answers = await Promise.all([close(), close()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const closed = await monthOf(by, month);
    expect(closed).toMatchObject({ state: 'closed', receivedTotal: 15, later: null, onItsWay: { cash: 15 } });
    expect((await send(by, of('months/2099-01/close'))).status).toBe(422);

    expect((await record(received(700, '2026-01-20'))).status).toBe(201);
    expect((await record(received(200, '2026-02-05'))).status).toBe(201);
    expect(await monthOf(by, month)).toEqual({ ...closed, later: { amount: 7, month: '2026-02' } });
    const next = await monthOf(by, '2026-02');
    expect(next).toMatchObject({ receivedTotal: 9, onItsWay: { cash: 24 }, late: [{ month, amount: 7 }] });
    expect(next.late[0].text).toMatch(
      /^Cash K-[\dA-F-]+ of January 20, 2026, for January 2026, which is closed$/,
    );
    expect(next.byRun.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(9);
    expect((await api.get(`/v2/${of('months')}`, by)).body.months.slice(-2)).toMatchObject([
      { month: '2026-02', receivedTotal: 9, state: 'open' },
      { month, receivedTotal: 15, state: 'closed' },
    ]);
    const files = ['report.pdf', 'journal.csv'].map((file) =>
      api.get(`/v2/${of(`months/2026-02/${file}`)}`, by),
    );
    expect((await Promise.all(files)).map(({ status }) => status)).toEqual([200, 200]);

    // The late one is in the close of the next month, once.
    expect((await send(by, of('months/2026-02/close'))).body).toMatchObject({
      receivedTotal: 9,
      state: 'closed',
    });
    expect(await monthOf(by, month)).toEqual(closed);
    expect((await api.get(`/v2/${of('months')}`, by)).body.months.slice(-2)).toMatchObject([
      { month: '2026-02', receivedTotal: 9, state: 'closed' },
      { month, receivedTotal: 15, state: 'closed' },
    ]);
    expect((await monthOf(by, '2026-03')).receivedTotal).toBe(0);
    await expectTheBooksToAgree(api);
  });

  it('has a journal whose entries sum to zero, on accounts that the organization names', async () => {
    const by = await treasurer();
    const name = { key: 'dues', name: 'Member dues', number: '4100' };
    expect((await send(by, of('accounts'), { accounts: [name] })).body.accounts).toContainEqual(name);
    const paid = { entryId: randomUUID(), amount: 1000, method: 'check', paidDt: '2026-01-04' };
    expect((await send(by, `members/${payer.memberId}/payments`, paid)).status).toBe(201);
    const journal = async (shape: string) => {
      const { text } = await api.get(`/v2/${of(`months/2026-01/journal.csv?shape=${shape}`)}`, by);
      return text.replace('\u{feff}', '').trim().split('\r\n');
    };
    const number =
      `K-${paid.entryId.slice(0, 4)}-${paid.entryId.slice(4, 8)}-${paid.entryId.slice(9, 13)}`.toUpperCase();
    expect(await journal('plain')).toEqual([
      'Number,Date,Account Number,Account,Debit,Credit,Memo',
      `2026-01-0001,2026-01-04,1010,Undeposited cash and checks,10.00,,Check ${number}`,
      `2026-01-0001,2026-01-04,4100,Member dues,,10.00,Check ${number}`,
    ]);
    expect((await journal('quickbooks'))[2]).toBe(
      `2026-01-0001,01/04/2026,Member dues,,10.00,Check ${number}`,
    );
    expect((await journal('xero'))[2]).toBe(
      `2026-01-0001 Check ${number},01/04/2026,Check ${number},4100,Tax Exempt,-10`,
    );
  });
});

/** What is on the provider's balance and in no payout. */
async function waitingAtProvider(): Promise<number> {
  const answer = await fetch(`${api.sandbox.url}/v1/balance_transactions?limit=100`, {
    headers: { authorization: `Bearer ${api.sandbox.secretKey}` },
  });
  const { data } = (await answer.json()) as { data: { net: number }[] };
  return data.reduce((sum, { net }) => sum + net, 0);
}
