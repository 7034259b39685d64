/** Imports of balances with workers that die at any write, and files with any mixture of good and faulty rows: exact to the cent. */
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { aCampaign, aMember, aMembership } from '../../../../test/factories.ts';
import { csvOf, type importer } from '../../../../test/importing.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { apiOfFile, importingAnew } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { jobs } from '../../../work/jobs.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { openPayments } from '../../money/charges/charge.model.ts';
import { releaseClaims } from '../../money/charges/temporary-claim.service.ts';

const api = await apiOfFile();
let organizationNumber: string;
let fund: CampaignRecord;
let balances: ReturnType<typeof importer>;
beforeEach(async () => {
  ({ organizationNumber, imports: balances } = await importingAnew(api, 'balances'));
  fund = await aCampaign({ organizationNumber });
});

const HEADING = ['Member Number', 'Owed', 'Last Payment', 'Last Payment Date', 'Covered Since'];

async function payerNumbers(count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const primary = await aMember({ organizationNumber });
    await aMembership({ campaign: fund, primary });
    numbers.push(primary.memberId);
  }
  return numbers;
}

const sumOf = async (name: string, field: string) =>
  (await collection(name).find().toArray()).reduce((sum, one) => sum + Number(one[field]), 0);
const booked = async () => ({
  dues: await sumOf('donations', 'minAmountDue'),
  runs: await collection('campaign_runs').countDocuments({ name: 'Before Kinfold' }),
  paidBefore: await sumOf('ledger_entries', 'total'),
  entered: await collection('audit_entries').countDocuments({ action: 'membership.balance_entered' }),
  undone: await collection('audit_entries').countDocuments({ action: 'membership.balance_undone' }),
  ends: await collection('audit_entries').countDocuments({ action: /^balances\./ }),
});

/** Makes the worker die at one write after another, each once, until all is done. */
async function workDying(): Promise<number> {
  for (let writes = 0; ; writes += 1) {
    const { isInterrupted } = await interruptedAfter(writes, () => balances.work().catch(() => 0));
    await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date(), attempts: 0 } });
    // What the sweep does a minute later.
    const open = await openPayments().find().toArray();
    await releaseClaims(
      open.map(({ _id }) => _id),
      api.deps.now(),
    );
    if (!isInterrupted) return writes;
  }
}

it('is exact wherever its worker dies: checked, entered and taken back', async () => {
  const [one = '', two = '', three = ''] = await payerNumbers(3);
  const file = csvOf([
    HEADING,
    [one, '45.10', '30.05', '3/14/2024', '6/1/2015'],
    [two, '$1,234.56', '', '', ''],
    [three, '', '60', '1/5/2024', ''],
    ['M-999999', '7', '', '', ''],
  ]);
  const { body } = await balances.upload(file).expect(201);
  await workDying();
  await balances.post(`/${body._id}`, {
    answers: { asOf: '2026-10-31', controlRows: 4, controlSum: 1286.66 },
  });
  await workDying();
  await balances.post(`/${body._id}/run`).expect(202);
  expect(await workDying()).toBeGreaterThan(10);
  expect(await balances.get(body._id)).toMatchObject({
    status: 'done',
    outcome: { created: 3, failed: 0 },
    job: { done: 3, failed: 0, report: { sum: 127_966 } },
    balances: {
      enters: { sum: 1279.66 },
      left: { rows: 1, sum: 7 },
      churches: [{ rows: 2, added: 1279.66 }],
    },
  });
  expect(await booked()).toEqual({
    dues: 127_966,
    runs: 1,
    paidBefore: 9005,
    entered: 3,
    undone: 0,
    ends: 1,
  });
  await balances.post(`/${body._id}/undo`).expect(202);
  expect(await workDying()).toBeGreaterThan(10);
  expect(await balances.get(body._id)).toMatchObject({
    status: 'undone',
    outcome: { undone: 3, kept: 0 },
    job: { done: 3 },
  });
  expect(await booked()).toEqual({ dues: 0, runs: 0, paidBefore: 0, entered: 3, undone: 3, ends: 2 });
});

it('enters nothing twice when two files with the same rows run at once', async () => {
  const numbers = await payerNumbers(12);
  const file = csvOf([HEADING, ...numbers.map((number) => [number, '10.01', '5', '3/14/2024', ''])]);
  const answers = { asOf: '2026-10-31', controlRows: 12, controlSum: 120.12 };
  const given = [await balances.check(file), await balances.check(file)];
  for (const { _id } of given) await balances.change(_id, { answers });
  await Promise.all(given.map(({ _id }) => balances.post(`/${_id}/run`).expect(202)));
  await Promise.all([balances.work(), balances.work()]);
  await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date() } });
  await balances.work();
  expect(await booked()).toMatchObject({ dues: 12_012, runs: 1, paidBefore: 6000, entered: 12 });
  const after = await Promise.all(given.map(({ _id }) => balances.get(_id)));
  expect(after.map(({ status }) => status)).toEqual(['done', 'done']);
  expect(after.reduce((sum, { outcome }) => sum + outcome.created, 0)).toBe(12);
});

it('says which rows of a file another file has entered since it was checked', async () => {
  const numbers = await payerNumbers(3);
  const file = csvOf([HEADING, ...numbers.map((number) => [number, '10.01', '', '', ''])]);
  const answers = { asOf: '2026-10-31', controlRows: 3, controlSum: 30.03 };
  const given = [await balances.check(file), await balances.check(file)];
  for (const { _id } of given) await balances.change(_id, { answers });
  for (const { _id } of given) {
    await balances.post(`/${_id}/run`).expect(202);
    await balances.work();
  }
  const [first, second] = await Promise.all(given.map(({ _id }) => balances.get(_id)));
  expect(first).toMatchObject({ status: 'done', outcome: { created: 3, failed: 0 } });
  expect(second).toMatchObject({ status: 'done', outcome: { created: 0, failed: 3 } });
});

const amount = fc.integer({ min: 1, max: 999_999 });
const good = fc.record({ kind: fc.constant('good' as const), amount });
const bad = fc.record({
  kind: fc.constant('bad' as const),
  amount,
  fault: fc.constantFrom('nobody', 'minus', 'text', 'date', 'half', 'twice'),
});

it('enters exactly the good rows of any mixture, and the sums agree', async () => {
  const numbers = await payerNumbers(8);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(good, bad), { minLength: 1, maxLength: 7 }), async (rows) => {
      for (const name of ['donations', 'ledger_entries', 'campaign_runs'])
        await collection(name).deleteMany({});
      await collection('campaign_memberships').updateMany({}, { $set: { openingEntryId: null } });
      const dollars = (cents: number) => (cents / 100).toFixed(2);
      // The person of the first row, and the one with the fault `twice` again.
      const lines = [
        [numbers[7] ?? '', '1.00', '', '', ''],
        ...rows.map((row, index) => {
          const fault = row.kind === 'bad' ? row.fault : undefined;
          const number = fault === 'nobody' ? 'M-999999' : fault === 'twice' ? numbers[7] : numbers[index];
          const owed =
            { minus: `minus ${dollars(row.amount)}`, text: 'a lot' }[String(fault)] ?? dollars(row.amount);
          const paid = fault === 'half' ? '5' : '';
          return [number ?? '', owed, paid, '', fault === 'date' ? '02/30/2020' : ''];
        }),
      ];
      const isRead = (row: (typeof rows)[number]) =>
        row.kind === 'good' || (row.fault !== 'minus' && row.fault !== 'text');
      const sum = (some: typeof rows) => some.reduce((total, row) => total + row.amount, 0);
      const expected = 100 + sum(rows.filter(({ kind }) => kind === 'good'));
      const control = 100 + sum(rows.filter(isRead));
      const { _id } = await balances.check(csvOf([HEADING, ...lines]));
      const answers = { asOf: '2026-10-31', controlRows: lines.length, controlSum: control / 100 };
      await balances.change(_id, { answers: { ...answers, controlSum: (control + 1) / 100 } });
      await balances.post(`/${_id}/run`).expect(409);
      await balances.change(_id, { answers });
      const done = await balances.run(_id);
      expect(await booked()).toMatchObject({ dues: expected, runs: 1, paidBefore: 0 });
      const { enters, left, file } = done.balances ?? {};
      expect(Math.round((enters?.sum ?? 0) * 100)).toBe(expected);
      expect(Math.round((file?.sum ?? 0) * 100)).toBe(control);
      expect(Math.round((left?.sum ?? 0) * 100)).toBe(control - expected);
      const failed = (await balances.errors(_id)).trim().split('\r\n').slice(1);
      expect(failed).toHaveLength(rows.filter(({ kind }) => kind === 'bad').length);
    }),
    { numRuns: 6 },
  );
});
