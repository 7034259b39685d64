import { cents } from '@kinfold/domain/money';
import { templateRows } from '@kinfold/domain/import-fields';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCampaign, aMember, aMembership, anAccount } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { csvOf, importer } from '../../../../test/importing.ts';
import { apiOfFile, importingAnew } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { covers } from '../../funds/coverage/kept-cover.service.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';
import { runTotals } from '../../funds/donations/run-figures.service.ts';
import { creditsOf } from '../../money/ledger/credit-entries.service.ts';
import { months } from '../../money/ledger/organization-months.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { verify } from '../../operations/verification/verification.service.ts';
import { refresh } from '../../../work/projections.ts';

const api = await apiOfFile();
let account: Account;
let organizationNumber: string;
let fund: CampaignRecord;
let balances: ReturnType<typeof importer>;
beforeEach(async () => {
  ({ organizationNumber, account, imports: balances } = await importingAnew(api, 'balances'));
  fund = await aCampaign({ organizationNumber });
});

const HEADING = ['Member Number', 'Owed From Before', 'Last Payment', 'Last Payment Date', 'Covered Since'];
const file = (...rows: string[][]) => csvOf([HEADING, ...rows]);
const member = (given: object = {}) => aMember({ organizationNumber, ...given });
const payer = async (given: object = {}) => {
  const primary = await member(given);
  return { primary, membership: await aMembership({ campaign: fund, primary }) };
};
const AS_OF = '10/31/2026';
/** Sends a file with its day and the figures of the books. */
async function sent(csv: string, controlRows: number, controlSum: number, asOf = AS_OF) {
  const { _id } = await balances.check(csv);
  return balances.change(_id, { answers: { asOf, controlRows, controlSum } });
}
const dues = () => collection('donations').find({ source: 'import' }).sort({ minAmountDue: 1 }).toArray();
const runs = async () =>
  (await collection('campaign_runs').find().toArray()).filter(({ source }) => source === 'import');
const membershipOf = ({ _id }: MemberRecord) =>
  collection('campaign_memberships').findOne({
    'primaryMember.lastNm': { $exists: true },
    nameKey: { $exists: true },
    $expr: { $eq: [{ $toString: '$primaryMemberId' }, _id] },
  });
async function settled() {
  await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
  await refresh(months, { now: api.deps.now(), timeZone: 'UTC' });
  await refresh(covers, { now: api.deps.now(), timeZone: 'UTC' });
  const checks = thoroughChecks({ doesRepair: false, now: api.deps.now(), pause: async () => undefined });
  return (await verify(checks)).problems.filter((problem) => !problem.startsWith('Not sealed'));
}

describe('balances from before', () => {
  it('are entered as dues of a run that has ended, with last payments that nobody received here', async () => {
    const [one, other] = [await payer({ lastNm: 'Okafor' }), await payer({ lastNm: 'Lee' })];
    const csv = file(
      [one.primary.memberId, '$1,234.50', '30', '3/14/2024', '6/1/2015'],
      [other.primary.memberId, '', '60.00', '2024-01-05', ''],
      ['Total', '1234.5', '', '', ''],
    );
    const checked = await balances.check(csv);
    expect(checked).toMatchObject({
      kind: 'balances',
      status: 'checked',
      counts: { rows: 3, create: 2, faulty: 0, skip: 1 },
      notes: ['Row 4: A total, left out.'],
      balances: {
        asOf: null,
        control: { rows: null, sum: null },
        file: { rows: 2, sum: 1234.5, unreadable: 0 },
      },
    });
    expect(await dues()).toEqual([]);
    const given = await sent(csv, 2, 1234.5);
    const done = await balances.run(given._id);
    expect(done).toMatchObject({
      status: 'done',
      outcome: { created: 2, failed: 0, memberships: 0 },
      balances: {
        enters: { rows: 2, sum: 1234.5 },
        left: { rows: 0, sum: 0 },
        churches: [{ organizationName: 'Grace', rows: 1, before: 0, added: 1234.5, after: 1234.5 }],
      },
    });
    expect(await dues()).toMatchObject([{ minAmountDue: 123_450, paymentsTotal: 0, isOpen: true }]);
    expect(await runs()).toMatchObject([
      { name: 'Before Kinfold', isActive: true, endDt: new Date('2026-10-31T23:59:59.999Z') },
    ]);
    expect(await membershipOf(one.primary)).toMatchObject({
      activeDt: new Date('2015-06-01'),
      members: [{ startDt: new Date('2015-06-01') }],
      lastPayment: { paymentsTotal: 3000, modifiedDt: new Date('2024-03-14') },
    });
    expect(await settled()).toEqual([]);
    expect(await collection('organization_months').countDocuments()).toBe(0);
    const [run] = await runs();
    expect(run).toMatchObject({ donationsAmount: 0, openAmount: 123_450 });
    const reader = await anAccount({ memberId: one.primary._id });
    const get = async (path: string) => (await api.request.get(path).set(api.as(reader)).expect(200)).body;
    expect(await get(`/v2/membership/${one.membership._id}/latest-payment`)).toEqual({
      latestPayment: { amount: 30, paidOn: '2024-03-14' },
      paidBefore: 30,
    });
    expect((await get('/v2/my/donations')).donations).toMatchObject([
      {
        source: 'import',
        minAmountDue: 1234.5,
        totalBalance: 1234.5,
        payableBalance: 1234.5,
        runStatus: 'ended',
      },
    ]);
    const cover = await get(`/v2/members/${one.primary._id}/coverage`);
    expect(cover).toMatchObject({ isCovered: false, amountDue: 1234.5 });
  });

  it('are refused while they differ from the control total, with both figures', async () => {
    const { primary } = await payer();
    const { _id } = await balances.check(file([primary.memberId, '45', '', '', '']));
    const run = async () => (await balances.post(`/${_id}/run`).expect(409)).body;
    expect((await run()).detail).toBe('Say which day these balances are from.');
    await balances.change(_id, { answers: { asOf: AS_OF } });
    expect((await run()).detail).toBe(
      'Enter the number of rows and the sum of the list, from your own books.',
    );
    await balances.change(_id, { answers: { controlRows: 2, controlSum: 54.1 } });
    expect(await run()).toMatchObject({
      code: 'control_total',
      detail:
        'The file has 1 row and $45.00; by your books it should have 2 rows and $54.10. Nothing is entered while they differ.',
    });
    expect(await dues()).toEqual([]);
    const wrong = await balances
      .post(`/${_id}`, { answers: { asOf: '12/31/2099', controlRows: 1 } })
      .expect(422);
    expect(wrong.body.errors).toEqual([{ path: 'answers.asOf', message: 'This day is still to come' }]);
    for (const answers of [
      { controlRows: 'x' },
      { controlRows: -1 },
      { controlSum: '45' },
      { controlSum: 1.234 },
      { asOf: 5 },
    ])
      await balances.post(`/${_id}`, { answers }).expect(422);
    await balances.change(_id, { answers: { controlRows: 1, controlSum: 45 } });
    expect((await balances.run(_id)).outcome.created).toBe(1);
  });

  it('that are faulty are told row by row, and stand in errors.csv', async () => {
    const good = await payer({ lastNm: 'Good' });
    const alone = await member({ firstNm: 'Ada', lastNm: 'Alone' });
    const { primary } = await payer({ firstNm: 'Ruth', lastNm: 'Payer' });
    const stranger = await aMember();
    const csv = file(
      [good.primary.memberId, '45', '', '', ''],
      [alone.memberId, '10', '', '', ''],
      [stranger.memberId, '10', '', '', ''],
      ['M-999999', '10', '', '', ''],
      [primary.memberId, 'about 12', '', '', ''],
      [good.primary.memberId, '5', '', '', ''],
      ['', '7', '', '', ''],
      [primary.memberId, '1', '5', '', ''],
      [primary.memberId, '1', '5', '11/05/2026', '13/45/2020'],
    );
    const checked = await sent(csv, 9, 89);
    expect(checked.counts).toMatchObject({ rows: 9, create: 1, faulty: 8 });
    const faults = (await balances.rows(checked._id, 'state=faulty')).map((row) => row.faults[0]?.message);
    expect(faults).toEqual([
      `Ada Alone has no membership in ${fund.campaignName}`,
      `Nobody here has ${stranger.memberId}`,
      'Nobody here has M-999999',
      '“about 12” is not an amount: write it as 45.00 or $1,234.50',
      'Row 2 is about the same membership',
      'Say whose this is: a Member Number, or First Name and Last Name',
      'Say when the last payment was',
      'This is after the day that the file is of',
    ]);
    expect(checked.balances).toMatchObject({
      file: { rows: 9, sum: 89, unreadable: 1 },
      enters: { rows: 1, sum: 45 },
      left: { rows: 8, sum: 44 },
    });
    const done = await balances.run(checked._id);
    expect(done.outcome).toMatchObject({ created: 1 });
    expect(await dues()).toMatchObject([{ minAmountDue: 4500 }]);
    expect((await balances.errors(checked._id)).trim().split('\r\n')).toHaveLength(9);
  });

  it('are found by name and birth date, and asked about where somebody is only alike', async () => {
    const born = '1961-03-14';
    await payer({ firstNm: 'Samuel', lastNm: 'Okafor', birthDt: born });
    const heading = ['Name', 'Date of Birth', 'Balance'];
    const exact = await sent(csvOf([heading, ['okafor, samuel', '3/14/1961', '45']]), 1, 45);
    expect(exact.counts).toMatchObject({ create: 1 });
    const near = await sent(csvOf([heading, ['Okafor, Sam', '3/14/1961', '45']]), 1, 45);
    expect(near.counts).toMatchObject({ create: 0, duplicates: 1 });
    const [row] = await balances.rows(near._id, 'state=duplicate');
    const choice = row?.duplicates[0]?._id;
    const chosen = await balances.change(near._id, { duplicates: [{ row: row?.row, choice }] });
    expect(chosen).toMatchObject({ counts: { create: 1, duplicates: 0 }, balances: { enters: { sum: 45 } } });
    expect((await balances.run(near._id)).outcome.created).toBe(1);
    const nobody = await balances.check(csvOf([heading, ['Nobody, Ann', '3/14/1999', '45']]));
    expect(nobody.counts).toMatchObject({ faulty: 1 });
  });

  it('of a list of names are of the only one with that name, once somebody says so', async () => {
    const { primary: ann } = await payer({ firstNm: 'Ann', lastNm: 'Pell', birthDt: '1950-01-02' });
    const { primary: senior } = await payer({ firstNm: 'Rob', lastNm: 'Orr', suffix: 'Sr.' });
    await payer({ firstNm: 'Rob', lastNm: 'Orr', suffix: 'Jr.' });
    const { primary: bo } = await payer({ firstNm: 'Bo', lastNm: 'Roe' });
    await payer({ firstNm: 'Cy', lastNm: 'Fry' });
    const rows = [
      ['Pell, Ann', '10'],
      ['Orr, Rob', '20'],
      ['Orr, Rob, Sr.', '30'],
      ['Roe, Bo', '40'],
      ['Nobody, Ida', '50'],
      ['ROE, BO', '60'],
    ];
    const { _id, problems } = await sent(csvOf([['Name', 'Balance'], ...rows]), 6, 210);
    expect(problems).toEqual([]);
    const found = await balances.rows(_id);
    expect(found).toMatchObject([
      { state: 'create', member_id: ann._id, note: 'Matched by name alone' },
      { state: 'duplicate', duplicates: [{}, {}] },
      { state: 'create', member_id: senior._id },
      { state: 'duplicate', duplicates: [{ _id: bo._id }] },
      { state: 'faulty', faults: [{ message: 'Nobody here has this name: import the members first' }] },
      { state: 'duplicate', note: 'Several rows of this list are matched with one person by name' },
    ]);
    const asked = async () => (await balances.get(_id)).questions.find(({ name }) => name === 'balanceNames');
    expect(await asked()).toMatchObject({
      text: '2 balances are matched by name alone: are these the people?',
      isRequired: true,
      answer: null,
    });
    await balances.post(`/${_id}/run`).expect(409);
    const each = await balances.change(_id, { answers: { balanceNames: 'each' } });
    expect(each).toMatchObject({ counts: { create: 0, duplicates: 5 }, balances: { enters: { sum: 0 } } });
    await balances.change(_id, { answers: { balanceNames: 'same' } });
    const chosen = await balances.change(_id, { duplicates: [{ row: 7, choice: bo._id }] });
    // The other row of that name is not entered by itself, also after another check.
    expect(chosen).toMatchObject({
      counts: { create: 3, duplicates: 2 },
      balances: { enters: { sum: 100 } },
    });
    const again = await balances.change(_id, { answers: { balanceNames: 'same' } });
    expect(again).toMatchObject({ counts: { create: 3, duplicates: 2 } });
    expect((await balances.run(_id)).outcome.created).toBe(3);
    expect((await dues()).map(({ minAmountDue }) => minAmountDue)).toEqual([1000, 3000, 6000]);
  });

  it('beside columns of years are asked about: the balance, what the years lack, or both is owed', async () => {
    const { primary } = await payer();
    const { _id, questions } = await balances.check(
      csvOf([
        ['Member Number', '2024', '2025', 'Balance'],
        [primary.memberId, 'paid', 'half', '25'],
      ]),
    );
    const asked = questions.find(({ name }) => name === 'yearsBeside');
    expect(asked).toMatchObject({ isRequired: true, answer: null });
    expect(asked?.options.map(({ value }) => value)).toEqual(['balance', 'years', 'both']);
    const prices = { yearlyPrice: '60.00', yearEmpty: 'owed' };
    await balances.change(_id, { answers: { ...prices, asOf: AS_OF, controlRows: 1, controlSum: 55 } });
    await balances.post(`/${_id}/run`).expect(409);
    for (const [yearsBeside, sum] of [
      ['balance', 25],
      ['years', 30],
      ['both', 55],
    ] as const) {
      const { balances: figures } = await balances.change(_id, { answers: { yearsBeside } });
      expect(figures?.file).toEqual({ rows: 1, sum, unreadable: 0 });
    }
    expect((await balances.run(_id)).outcome.created).toBe(1);
    expect(await dues()).toMatchObject([{ minAmountDue: 5500 }]);
  });

  it('in columns of years are asked once what a word below them means', async () => {
    const [one, other] = [await payer(), await payer()];
    const { _id, questions } = await balances.check(
      csvOf([
        ['Member Number', "'24", 'FY25', 'Dues for 2026'],
        [one.primary.memberId, 'cash', 'paid', '20'],
        [other.primary.memberId, 'Cash 3/4/24', 'half', ''],
      ]),
    );
    expect(questions).toContainEqual(
      expect.objectContaining({
        name: 'yearPaid: cash',
        text: 'Below a year “Cash” in 2 rows: is the year paid?',
        answer: null,
      }),
    );
    const prices = { yearlyPrice: '60.00', yearEmpty: 'owed', 'yearPaid: cash': 'paid' };
    const totals = { asOf: AS_OF, controlRows: 2, controlSum: 130 };
    const { counts } = await balances.change(_id, { answers: { ...prices, ...totals } });
    expect(counts).toMatchObject({ create: 2, faulty: 0 });
    expect((await balances.run(_id)).outcome.created).toBe(2);
    expect((await dues()).map(({ minAmountDue }) => minAmountDue)).toEqual(
      expect.arrayContaining([4000, 9000]),
    );
  });

  it('are not entered twice, and something else for the same membership is a fault', async () => {
    const { primary } = await payer();
    const row = [primary.memberId, '45', '30', '03/14/2024', '06/01/2015'];
    await balances.run((await sent(file(row), 1, 45))._id);
    const again = await sent(file(row), 1, 45);
    expect(again).toMatchObject({
      counts: { create: 0, skip: 1 },
      balances: {
        enters: { sum: 0 },
        entered: { rows: 1, sum: 45 },
        churches: [{ before: 45, added: 0, after: 45 }],
      },
    });
    await balances.run(again._id);
    expect(await dues()).toHaveLength(1);
    expect(await collection('ledger_entries').countDocuments({ kind: 'opening' })).toBe(1);
    const other = await balances.check(file([primary.memberId, '46', '', '', '']));
    expect((await balances.rows(other._id))[0]?.faults[0]?.message).toMatch(/^Other balances were entered/);
  });

  it('that were paid ahead become credit, of people found by their own numbers', async () => {
    const [owes, ahead] = [
      await payer({ externalRef: '17' }),
      await payer({ externalRef: '18', firstNm: 'Greta', lastNm: 'Lund' }),
    ];
    await member({ externalRef: '19', lastNm: 'Ray' });
    await payer({ externalRef: '19', lastNm: 'Roe' });
    const csv = csvOf([
      ['No.', 'Name', 'Balance'],
      ['17', '', '25.00'],
      ['18', 'Lund, Greta', '(100.00)'],
      ['19', '', '5'],
      ['20', '', '5'],
      ['TOTAL', '', '-65.00'],
    ]);
    const given = await sent(csv, 4, -65);
    expect(given).toMatchObject({
      counts: { create: 2, faulty: 1, duplicates: 1 },
      balances: { enters: { rows: 2, sum: -75 }, ahead: { rows: 1, sum: 100 } },
    });
    const [, , either, nobody] = await balances.rows(given._id);
    expect(either?.duplicates).toHaveLength(2);
    expect(nobody?.faults[0]?.message).toBe('Nobody here has the own number 20');
    const credit = async () => (await creditsOf([ahead.primary._id])).get(ahead.primary._id);
    expect((await balances.run(given._id)).outcome.created).toBe(2);
    expect(await dues()).toMatchObject([
      { minAmountDue: 2500, primaryMember: { lastNm: owes.primary.lastNm } },
    ]);
    expect(await credit()).toBe(10_000);
    expect(await settled()).toEqual([]);
    const again = await sent(csv, 4, -65);
    expect(again.counts).toMatchObject({ create: 0, skip: 3 });
    expect((await balances.undo(given._id)).outcome).toMatchObject({ undone: 2, kept: 0 });
    expect([await credit(), await dues()]).toEqual([0, []]);
    const third = await sent(csv, 4, -65);
    await balances.run(third._id);
    expect(await credit()).toBe(10_000);
    expect(await settled()).toEqual([]);
  });

  it('are found by own numbers without their zeros, and asked about where several people have one', async () => {
    const { primary: ann } = await payer({ externalRef: '00123', firstNm: 'Ann', lastNm: 'Pell' });
    const { primary: bo } = await payer({ externalRef: '7', firstNm: 'Bo', lastNm: 'Roe' });
    await payer({ externalRef: '45', firstNm: 'Cy', lastNm: 'Fry' });
    const { primary: di } = await payer({ externalRef: '045', firstNm: 'Di', lastNm: 'Moss' });
    const rows = [
      ['123', '', '40'],
      ['007', '', '50'],
      ['45', '', '60'],
      ['45', 'Moss, Di', '70'],
      ['123', 'Zed Ray', '80'],
    ];
    const { _id } = await sent(csvOf([['No.', 'Name', 'Balance'], ...rows]), 5, 300);
    const [without, beyond, several, named, other] = await balances.rows(_id);
    expect([without?.member_id, beyond?.member_id, named?.member_id]).toEqual([ann._id, bo._id, di._id]);
    expect(several).toMatchObject({
      state: 'duplicate',
      note: 'Several people here have the own number 45, with or without zeros before it',
      duplicates: [{}, {}],
    });
    expect(other?.faults[0]?.message).toBe('Nobody here of this name has the own number 123');
  });

  it('say nothing of somebody in no fund who owes nothing, and what is more than a year costs', async () => {
    await member({ externalRef: '911', firstNm: 'Ada', lastNm: 'Alone' });
    await payer({ externalRef: '912', firstNm: 'Ida', lastNm: 'Roe' });
    const rows = [
      ['911', 'Alone, Ada', 'deceased', ''],
      ['912', 'Roe, Ida', '150', 'half'],
    ];
    const { _id } = await balances.check(csvOf([['No.', 'Name', '2024', '2025'], ...rows]));
    const answers = { asOf: AS_OF, controlRows: 2, controlSum: 60, yearlyPrice: '120', yearEmpty: 'nothing' };
    await balances.change(_id, { answers });
    expect(await balances.rows(_id)).toMatchObject([
      { state: 'skip', note: 'There is nothing to enter' },
      { state: 'create', note: '“150” below “2024”: what is more than a year costs is not entered' },
    ]);
    await balances.run(_id);
    expect(await dues()).toMatchObject([{ minAmountDue: 6000 }]);
  });

  it('are of the one with the number who has the first name too, and asked about otherwise', async () => {
    const { primary: ann } = await payer({ externalRef: '901', firstNm: 'Ann', lastNm: 'Pell' });
    for (const lastNm of ['Fry', 'Fox', 'Ray', 'Lee', 'Orr']) await member({ externalRef: '902', lastNm });
    await payer({ externalRef: '902', firstNm: 'Ida', lastNm: 'Roe' });
    await payer({ externalRef: '902', firstNm: 'Tom', lastNm: 'Roe' });
    const rows = [
      ['901', 'Pell, Zed', '40'],
      ['902', 'Roe, Tom', '50'],
    ];
    const { _id } = await sent(csvOf([['No.', 'Name', 'Balance'], ...rows]), 2, 90);
    const [zed, known] = await balances.rows(_id);
    expect(zed).toMatchObject({ state: 'duplicate', duplicates: [{ _id: ann._id }] });
    expect(known).toMatchObject({ state: 'create', name: 'Tom Roe' });
  });

  it('are taken back as a whole, and entered again', async () => {
    const { primary, membership } = await payer();
    const row = [primary.memberId, '45', '30', '03/14/2024', '06/01/2015'];
    const before = await membershipOf(primary);
    const given = await sent(file(row), 1, 45);
    await balances.run(given._id);
    const undone = await balances.undo(given._id);
    expect(undone).toMatchObject({
      status: 'undone',
      outcome: { undone: 1, kept: 0 },
      balances: { enters: { sum: 0 }, left: { rows: 1, sum: 45 }, churches: [] },
    });
    expect([await dues(), await runs()]).toEqual([[], []]);
    const { activeDt, members, lastPayment, isPriceDifferent } = (before ?? {}) as Record<string, unknown>;
    expect(await membershipOf(primary)).toMatchObject({ activeDt, members, lastPayment, isPriceDifferent });
    const sum = await collection('ledger_entries')
      .aggregate([{ $group: { _id: null, sum: { $sum: '$total' } } }])
      .toArray();
    expect(sum).toMatchObject([{ sum: 0 }]);
    expect(await settled()).toEqual([]);
    const again = await sent(file(row), 1, 45, '09/30/2026');
    expect((await balances.run(again._id)).outcome.created).toBe(1);
    expect(await runs()).toMatchObject([{ endDt: new Date('2026-09-30T23:59:59.999Z') }]);
    expect(await membershipOf(primary)).toMatchObject({
      activeDt: new Date('2015-06-01'),
      openingEntryId: expect.any(String),
    });
    expect(membership.activeDt).toEqual(activeDt);
  });

  it('with payments stay, with the reason', async () => {
    const [one, other] = [await payer(), await payer()];
    const given = await sent(
      file([one.primary.memberId, '45', '', '', ''], [other.primary.memberId, '50', '', '', '']),
      2,
      95,
    );
    await balances.run(given._id);
    const [due] = await dues();
    const paid = {
      receiptId: randomUUID(),
      method: 'cash' as const,
      lines: [{ donationId: String(due?._id), amount: cents(1000) }],
      paidDt: api.deps.now(),
      recordedBy: 'treasurer@demo.test',
      currency: 'usd',
    };
    await recordOfflineReceipts([paid], { now: api.deps.now, checkpoint: () => undefined });
    expect((await balances.undo(given._id)).outcome).toMatchObject({ undone: 1, kept: 1 });
    const [kept] = await balances.rows(given._id, 'outcome=kept');
    expect(kept?.note).toBe(`Stays: ${one.membership.externalRef} has paid some of it since`);
    expect(await dues()).toMatchObject([{ minAmountDue: 4500, paymentsTotal: 1000 }]);
    expect(await runs()).toHaveLength(1);
    expect(await settled()).toEqual([]);
  });

  it('leave the members of an import undoable once they are taken back', async () => {
    const people = importer(api, account, organizationNumber);
    const list = csvOf([
      ['Last Name', 'First Name', 'Birth Date', 'Fund', 'Balance'],
      ['Okafor', 'Samuel', '3/14/1961', fund.campaignName, '45'],
    ]);
    const made = await people.run((await people.check(list))._id);
    expect(made.outcome).toMatchObject({ created: 1, memberships: 1 });
    // The same file, as balances.
    const given = await sent(list, 1, 45);
    expect((await balances.run(given._id)).outcome.created).toBe(1);
    expect((await balances.undo(given._id)).outcome.undone).toBe(1);
    expect((await people.undo(made._id)).outcome).toMatchObject({ undone: 1, kept: 0 });
  });

  it('of a run are neither activated nor given other days', async () => {
    const { primary } = await payer();
    await balances.run((await sent(file([primary.memberId, '45', '', '', '']), 1, 45))._id);
    const [run] = await runs();
    const change = (body: object) =>
      api.request
        .post('/v2/campaign-run')
        .set(api.as(account))
        .send({ _id: String(run?._id), ...body });
    expect((await change({ endDt: '12/31/2027' })).body.code).toBe('from_before');
    expect((await change({ name: 'Old dues' })).status).toBe(200);
  });

  it('have a template of their own', async () => {
    const { text } = await api.request
      .get(`${balances.base}/template.csv?kind=balances`)
      .set(api.as(account))
      .expect(200);
    expect(text).toContain(templateRows('balances')[0]?.join(','));
    await api.request.get(`${balances.base}/template.csv?kind=x`).set(api.as(account)).expect(422);
  });

  it('need a fund to be told where there are several', async () => {
    await aCampaign({ organizationNumber });
    const { primary } = await payer();
    const { _id, questions } = await balances.check(file([primary.memberId, '45', '', '', '']));
    expect(questions).toMatchObject([{ name: 'campaignId', isRequired: true, answer: null }]);
    const answered = await balances.change(_id, { answers: { campaignId: fund._id } });
    expect(answered.counts.create).toBe(1);
  });
});
