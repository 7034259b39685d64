import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { processingFee } from '@kinfold/domain/fee';
import { cents } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { anAccount } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { expectTheBooksToAgree, pay } from '../../../../test/paying.ts';
import { refundPayment } from '../../../../test/refunding.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection, isTooSlow } from '../../../platform/database.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { markStale, refresh } from '../../../work/projections.ts';
import { readXlsx } from '../../moving/imports/read-xlsx.ts';
import { listedInMonths, months } from './organization-months.service.ts';

const api = await apiOfFile();
let payer: Payer;
let treasurer: Account;
let paymentId: string;
beforeAll(async () => {
  payer = await aPayer();
  treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
  paymentId = randomUUID();
  await pay(api, payer.account, payer.dues, { paymentId });
});

type Row = { payment_id: string | null; method: string; status: string; amount: number; refunded: number };
const listed = async (query = '') =>
  (await api.get(`/v2/organizations/${payer.organizationNumber}/payments${query}`, treasurer)).body;
const methodsOf = async (query: string) => (await listed(query)).payments.map(({ method }: Row) => method);

describe('the payments of an organization', () => {
  it('are filtered by the id of a member, and by nothing else', async () => {
    expect(await listed('?member=M-000001')).toMatchObject({
      status: 422,
      errors: [{ path: 'member', message: 'member is an id' }],
    });
  });

  it('are listed newest first, with method, member and what went back', async () => {
    expect(await listed()).toMatchObject({
      results: 2,
      pages: 1,
      payments: [
        {
          _id: paymentId,
          payment_id: paymentId,
          receipt_number: receiptNumber(paymentId),
          method: 'card',
          status: 'paid',
          amount: 50,
        },
        {
          payment_id: null,
          method: 'cash',
          status: 'paid',
          amount: 10,
          member: { member_id: payer.memberId },
        },
      ],
    });
    const lines = [{ donation_id: payer.dues[1].donationId, amount: 1_200 }];
    await refundPayment(api, treasurer, paymentId, { lines });
    expect((await listed()).payments[0]).toMatchObject({ status: 'refunded', amount: 50, refunded: 12 });
    const fees = processingFee(cents(5000)) / 100;
    const totals = { count: 2, received: 60, refunded: 12, fees };
    expect((await listed()).totals).toEqual(totals);
    expect((await listed('?method=cash')).totals).toEqual({
      ...totals,
      count: 1,
      received: 10,
      refunded: 0,
      fees: 0,
    });
  });

  it('are filtered by day, method, state and member', async () => {
    expect(await methodsOf('?method=cash')).toEqual(['cash']);
    expect(await methodsOf('?status=refunded')).toEqual(['card']);
    expect(await methodsOf('?status=paid')).toEqual(['cash']);
    expect(await methodsOf('?status=disputed')).toEqual([]);
    expect(await methodsOf(`?member=${payer.memberId}`)).toEqual(['card', 'cash']);
    expect(await methodsOf(`?member=${payer.linked.memberId}`)).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await methodsOf(`?from=${today}`)).toEqual(['card']);
    expect(await methodsOf(`?to=2020-01-01`)).toEqual([]);
    const path = `/v2/organizations/${payer.organizationNumber}/payments?method=gold`;
    expect((await api.get(path, treasurer)).status).toBe(422);
  });

  it('go on after a cursor, in the order of the list, and are counted once', async () => {
    const pages: Record<string, unknown>[] = [];
    const first = await listed('?page_size=1');
    for (let page = first; page;)
      page = pages.push(page) && page.next && (await listed(`?page_size=1&cursor=${page.next}`));
    const whole = await listed('?page_size=2');
    expect(pages.flatMap(({ payments }) => payments)).toEqual(whole.payments);
    expect([whole.next, first.pages, (await listed('?page_size=1&page_number=2')).payments]).toEqual([
      null,
      2,
      [whole.payments[1]],
    ]);
    expect(pages.map(({ results, totals }) => [results, totals !== undefined])).toEqual([
      [2, true],
      [undefined, false],
    ]);
    expect((await listed('?cursor=banana')).errors).toMatchObject([{ path: 'cursor' }]);
  });

  it('are counted by months that are older than what is counted once these are written again', async () => {
    const { organizationNumber } = payer;
    const { TIME_ZONE: timeZone } = api.deps.config;
    const checks = thoroughChecks({ doesRepair: false, now: api.deps.now(), timeZone });
    const rows = collection('organization_months');
    const unlisted = { organizationNumber, listed: { $exists: false } };
    const { totals } = await listed();
    for (const path of ['payments', 'months']) {
      await refresh(months, checks);
      await rows.updateMany({ organizationNumber }, { $unset: { listed: 1 } });
      const found = await months.problemsOf([organizationNumber], checks);
      expect(found.get(organizationNumber)).toContain('other figures of');
      await api.get(`/v2/organizations/${organizationNumber}/${path}`, treasurer);
      expect((await listed()).totals).toEqual(totals);
      expect(await rows.countDocuments(unlisted)).toBeGreaterThan(0);
      await refresh(months, checks);
      expect(await rows.countDocuments(unlisted)).toBe(0);
      expect([...(await months.problemsOf([organizationNumber], checks))]).toEqual([]);
    }
    expect((await listed()).totals).toEqual(totals);
    await markStale({ month: [{ of: organizationNumber, at: api.deps.now() }] });
    const tooLate = listedInMonths([organizationNumber], {}, { timeZone, until: 0 });
    await expect(tooLate).rejects.toSatisfy(isTooSlow);
  });

  it('are a file, too', async () => {
    const { text } = await api.get(
      `/v2/organizations/${payer.organizationNumber}/payments.csv?method=card`,
      treasurer,
    );
    expect(text).toContain(receiptNumber(paymentId));
    expect(text.trim().split('\n')).toHaveLength(2);
    const workbook = await api.request
      .get(`/v2/organizations/${payer.organizationNumber}/payments.csv?format=xlsx`)
      .set(api.as(treasurer))
      .buffer(true)
      .parse((response, done) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => done(null, Buffer.concat(pieces)));
      });
    const { rows } = await readXlsx(workbook.body as Buffer);
    const cells: string[][] = [];
    for await (const row of rows) cells.push([...row.cells]);
    expect(cells).toHaveLength(3);
    expect(cells[1]?.slice(3)).toEqual(['card', 'refunded', '50', '12']);
  });

  it('name who paid ahead, show an unknown payer until they are assigned, and what was taken back', async () => {
    const other = await aPayer();
    const office = await anAccount({ role: 'treasurer', organizationNumber: other.organizationNumber });
    const as = (path: string, body: object) => api.request.post(path).set(api.as(office)).send(body);
    const list = `/v2/organizations/${other.organizationNumber}/payments`;
    const rows = async (query = '') =>
      (await api.get(`${list}${query}`, office)).body.payments.map(
        ({ method, status, amount, member }: Row & { member: { member_id: string } | null }) => [
          ...[method, status, amount, member?.member_id ?? null],
        ],
      );
    const entry = {
      entryId: randomUUID(),
      member_id: null,
      payerName: 'Sam',
      amount: 10_000,
      method: 'zelle',
    };
    const counted = { name: 'Sunday', dt: '2026-11-22', controlCount: 1, controlTotal: 10_000 };
    const batch = (await as(`/v2/organizations/${other.organizationNumber}/batches`, counted)).body;
    expect((await as(`/v2/batches/${batch._id}/entries`, entry)).status).toBe(201);
    expect(await rows('?method=zelle')).toEqual([['zelle', 'paid', 100, null]]);
    const at = `/v2/batches/${batch._id}/entries/${entry.entryId}`;
    expect((await as(`${at}/assign`, { member_id: other.memberId })).status).toBe(200);
    expect(await rows('?method=zelle')).toEqual([['zelle', 'paid', 100, other.memberId]]);
    const own = `?method=zelle&member=${other.memberId}`;
    expect(await rows(own)).toHaveLength(1);
    expect((await api.request.delete(at).set(api.as(office))).status).toBe(204);
    expect(await rows('?method=zelle')).toEqual([
      ['zelle', 'reversed', -100, other.memberId],
      ['zelle', 'reversed', 100, other.memberId],
    ]);
    expect(await rows(own)).toHaveLength(2);
    expect(await rows('?status=reversed')).toHaveLength(2);
    expect(await rows('?method=zelle&status=paid')).toEqual([]);
    const ahead = { entryId: randomUUID(), amount: 90_000, method: 'other', lines: [] };
    expect((await as(`/v2/members/${other.memberId}/payments`, ahead)).status).toBe(201);
    expect(await rows('?method=other')).toEqual([['other', 'paid', 900, other.memberId]]);
  });

  it('of an unknown payer are in the list, month and sums of where they are assigned, and once in both', async () => {
    const here = await aPayer();
    const there = await aPayer();
    const [giver, taker] = [here.organizationNumber, there.organizationNumber];
    const office = await anAccount({ role: 'administrator', organizationNumber: '*' });
    const as = (path: string, body: object) => api.request.post(`/v2/${path}`).set(api.as(office)).send(body);
    const listOf = async (number: string, query = '') =>
      (await api.get(`/v2/organizations/${number}/payments?method=zelle${query}`, office)).body;
    const sumOf = ({ payments }: { payments: Row[] }) =>
      payments.reduce((sum, { amount }) => sum + amount, 0);
    const entry = {
      entryId: randomUUID(),
      member_id: null,
      payerName: 'Sam',
      amount: 6_000,
      method: 'zelle',
    };
    const counted = { name: 'Sunday', dt: '2026-11-22', controlCount: 1, controlTotal: 6_000 };
    const batch = (await as(`organizations/${giver}/batches`, counted)).body;
    expect((await as(`batches/${batch._id}/entries`, entry)).status).toBe(201);
    const at = `batches/${batch._id}/entries/${entry.entryId}`;
    expect((await as(`${at}/assign`, { member_id: there.memberId })).status).toBe(200);
    // $50.00 of it is owed there; what is left stays where it was received.
    const agrees = async (number: string, amount: number, status = 'paid') => {
      const list = await listOf(number);
      expect(list).toMatchObject({ results: 1, payments: [{ amount, status, method: 'zelle' }] });
      expect(list.payments[0].member).toMatchObject({ member_id: there.memberId });
      expect([list.totals.count, list.totals.received, sumOf(list)]).toEqual([1, amount, amount]);
      const query = `&member=${there.memberId}&from=2026-01-01`;
      expect((await listOf(number, query)).totals).toEqual(list.totals);
      expect((await listOf(number, '&status=paid')).totals).toEqual(list.totals);
      const day = list.payments[0].paidOn as string;
      expect((await listOf(number, `&from=${day}&to=${day}`)).totals).toEqual(list.totals);
      const month = await api.get(`/v2/organizations/${number}/months/${day.slice(0, 7)}`, office);
      expect(month.body.received).toContainEqual({ method: 'zelle', amount });
    };
    await agrees(giver, 10);
    await agrees(taker, 50);
    await collection('organizations').updateOne(
      { organizationNumber: taker },
      { $set: { path: ['*', giver, taker] } },
    );
    const both = await listOf(giver);
    expect([both.results, both.totals.count, both.totals.received, sumOf(both)]).toEqual([1, 1, 60, 60]);
    expect((await api.request.delete(`/v2/${at}`).set(api.as(office))).status).toBe(204);
    const taken = await listOf(taker);
    expect(taken.payments.map(({ status, amount }: Row) => [status, amount])).toEqual([
      ['reversed', -50],
      ['reversed', 50],
    ]);
    expect(taken.totals).toMatchObject({ count: 2, received: 0 });
    expect((await listOf(taker, '&status=reversed')).totals).toEqual(taken.totals);
    expect((await listOf(taker, '&status=paid')).totals).toMatchObject({ count: 0, received: 0 });
    await expectTheBooksToAgree(api);
  });

  it('have each a story, for the payer and the office', async () => {
    for (const account of [payer.account, treasurer]) {
      const { body } = await api.get(`/v2/payments/${paymentId}`, account);
      expect(body.story.map(({ what }: { what: string }) => what)).toEqual(
        expect.arrayContaining(['try', 'charge', 'receipt', 'refund_requested', 'refund']),
      );
      expect(body.left.lines).toContainEqual(
        expect.objectContaining({ donation_id: payer.dues[1].donationId, amount: 18 }),
      );
    }
    const stranger = await anAccount({
      role: 'treasurer',
      organizationNumber: (await aPayer()).organizationNumber,
    });
    expect((await api.get(`/v2/payments/${paymentId}`, stranger)).status).toBe(404);
  });

  it('show a refund in the history of who paid, and in the sums of the year', async () => {
    const { body } = await api.get(`/v2/members/${payer.memberId}/payments`, payer.account);
    expect(body.payments[0]).toMatchObject({
      method: 'Refund to the card',
      amount: -12,
      payment_id: paymentId,
    });
  });
});
