/**
 * Nine real funds over HTTP, each from its rules to the closed claim: families join and pay, somebody dies, the claim is
 * checked, proposed, approved, paid out or given in kind, collected for and closed, and the books agree to the cent.
 */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Sharing } from '@kinfold/domain/campaign-run';
import { addDays, calendarDateOf, DAY_MS, type CalendarDate } from '@kinfold/domain/dates';
import type { DeathCause } from '@kinfold/domain/death-cause';
import { anAccount, anOrganization } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { expectTheBooksToAgree } from '../../../../test/paying.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { refresh } from '../../../work/projections.ts';
import { useCreditOfPayers } from '../../money/office/credit.service.ts';
import { RUN_DUES_JOB } from '../campaign-runs/run-changes.service.ts';
import { runDuesJob } from '../donations/dues.service.ts';
import { runTotals } from '../donations/run-figures.service.ts';
import { rosterOf } from './roster.service.ts';

const api = await apiOfFile();
const { TIME_ZONE: timeZone, CURRENCY: currency } = api.deps.config;
const today = (): CalendarDate => calendarDateOf(api.deps.now(), timeZone);
const aged = (years: number): CalendarDate => addDays(today(), -Math.round(years * 365.25 + 100));

const ALL = { label: 'Everybody', minAge: 0, maxAge: 150 };
const ADULTS = { label: 'Adults', minAge: 18, maxAge: 150 };
const CHILDREN = { label: 'Children', minAge: 0, maxAge: 17 };
const HEAD = { ...ALL, label: 'The payer', relationships: ['Head of Household'] };
const CHILD = ['Child', 'Son', 'Daughter'];
const pays = (amount: number, more: Partial<Benefit> = {}) => [{ ...ALL, amount, ...more }];

type Benefit = { isInKind?: true; isUpTo?: true; [rule: string]: unknown };
type Fund = {
  priceRules?: object[];
  defaultPrice?: number;
  fundRules: { benefits: Benefit[]; [rule: string]: unknown };
  /** What each household pays ahead, in cents. */
  wallet?: number;
  /** What Bell, Okafor and Wolf owe for joining, in cents. */
  joining?: [number, number, number];
  /** Days between joining and the death. */
  days: number;
  /** Who of the family dies; the spouse where nothing is said. */
  dies?: 'payer' | 'spouse' | 'parent';
  cause?: DeathCause;
  /** What is proposed and approved, in cents; nothing is said as its reason. */
  approved: number;
  given?: string;
  /** How it is collected; otherwise dues were paid before, and the fund pays from them. */
  sharing?: Sharing;
  /** What the other two households pay after the death, or paid before it, in cents. */
  dues: [number, number];
};

const FUNDS: Record<string, Fund> = {
  'flat benefit and flat dues at each death, children free': {
    ...{ priceRules: [{ ...CHILDREN, price: 0 }], defaultPrice: 25 },
    fundRules: { waitingDays: 180, joiningFee: { amount: 75, per: 'person' }, benefits: pays(10_000) },
    joining: [75_00, 150_00, 225_00],
    ...{ days: 181, approved: 1_000_000, sharing: 'dues', dues: [25_00, 50_00] },
  },
  'monthly dues, in kind, suicide 24 months': {
    defaultPrice: 10,
    fundRules: {
      ...{ waitingDays: 180, suicideWaitingDays: 730, graceDays: 90 },
      ...{ lapseDays: 0, reinstatementWaitingDays: 180, oneCoverPerPerson: true },
      benefits: pays(1_500, { isInKind: true }),
    },
    ...{ days: 200, cause: 'other', approved: 150_000, given: 'The coffin, the grave and the hearse' },
    dues: [10_00, 30_00],
  },
  'monthly dues with a benefit from the fund, none waits after an accident': {
    defaultPrice: 20,
    fundRules: {
      ...{ waitingDays: 183, accidentWaitingDays: 0, graceDays: 75, claimWithinDays: 183 },
      benefits: pays(2_000),
    },
    ...{ days: 20, cause: 'accident', approved: 200_000, dues: [20_00, 60_00] },
  },
  'a fixed window in the year, spouse and children to 18': {
    ...{
      priceRules: [
        { ...HEAD, price: 80 },
        { ...ALL, price: 0 },
      ],
      defaultPrice: 0,
    },
    fundRules: {
      joiningFee: { amount: 500, per: 'household' },
      ...{ entryAge: { min: 18, max: 50 }, ageLimits: [{ relationships: CHILD, maxAge: 17 }] },
      benefits: pays(3_000),
    },
    joining: [500_00, 500_00, 500_00],
    ...{ days: 40, approved: 300_000, dues: [80_00, 80_00] },
  },
  'members from 18 to 60, parents on other terms': {
    priceRules: [{ ...ALL, label: 'Parents', minAge: 60, maxAge: 65, relationships: ['Parent'], price: 15 }],
    defaultPrice: 10,
    fundRules: {
      entryAge: { min: 18, max: 60 },
      joiningFee: { amount: 100, per: 'household' },
      ageLimits: [{ relationships: CHILD, maxAge: 17 }],
      benefits: [
        { ...ALL, label: 'Parents', relationships: ['Parent'], amount: 1_000 },
        { ...ALL, amount: 2_500 },
      ],
    },
    joining: [100_00, 100_00, 100_00],
    ...{ days: 10, dies: 'parent', approved: 100_000, dues: [10_00, 30_00] },
  },
  'up to an amount, less abroad, sons to 20': {
    defaultPrice: 30,
    fundRules: {
      ageLimits: [{ relationships: ['Son'], maxAge: 20 }],
      benefits: pays(3_000, { isUpTo: true }),
    },
    ...{ days: 10, approved: 50_000, dues: [30_00, 90_00] },
  },
  'a wallet debited for each death, with a minimum': {
    ...{
      priceRules: [
        { ...HEAD, price: 25 },
        { ...ALL, price: 0 },
      ],
      defaultPrice: 0,
    },
    fundRules: {
      joiningFee: { amount: 150, per: 'household' },
      ...{ walletMinimum: 100, graceDays: 90, lapseDays: 90, reinstatementWaitingDays: 90 },
      benefits: pays(5_000),
    },
    wallet: 100_00,
    joining: [150_00, 150_00, 150_00],
    ...{ days: 5, dies: 'payer', approved: 500_000, sharing: 'dues', dues: [25_00, 25_00] },
  },
  'shared cost of eligible costs among adults': {
    ...{ priceRules: [{ ...ADULTS, price: 1 }], defaultPrice: 0 },
    fundRules: {
      ...{ waitingDays: 30, claimWithinDays: 90, joiningFee: { amount: 50, per: 'person' } },
      benefits: pays(8_000, { isUpTo: true }),
    },
    joining: [50_00, 100_00, 150_00],
    ...{ days: 31, approved: 543_211, sharing: 'per_person', dues: [1_810_71, 3_621_40] },
  },
  'a benefit for each registered dependent, in windows of a quarter': {
    defaultPrice: 7.5,
    fundRules: {
      benefits: [
        { ...ALL, label: 'Dependent', relationships: ['Spouse', ...CHILD], amount: 1_000 },
        { ...ALL, amount: 3_000 },
      ],
    },
    ...{ days: 10, approved: 100_000, dues: [7_50, 22_50] },
  },
};

let organizationNumber: string;
let staff: Record<'manager' | 'treasurer' | 'administrator', Account>;

/** A request that succeeds; its answer. */
async function send(method: 'post' | 'patch', path: string, body: object, by: keyof typeof staff) {
  const answer = await api.request[method](path)
    .set({ ...api.as(staff[by]), 'Idempotency-Key': randomUUID() })
    .send(body);
  expect([path, answer.status, answer.body.errors ?? answer.body.detail]).toEqual([
    ...[path, expect.toSatisfy((status: number) => status < 300), undefined],
  ]);
  return answer.body;
}
const post = (path: string, body: object, by: keyof typeof staff = 'manager') => send('post', path, body, by);
const get = async (path: string, by: keyof typeof staff = 'treasurer') =>
  (await api.get(path, staff[by])).body;

const work = () =>
  workOnJobs(
    {
      [RUN_DUES_JOB]: runDuesJob({
        ...{ ...api.deps, rosterOf: rosterOf(api.deps) },
        useCredit: (payers, author) => useCreditOfPayers(payers, { author, now: api.deps.now(), currency }),
      }),
    },
    api.deps.logger,
  );

type Person = { _id: string };
async function aFamily(campaignId: string, lastNm: string, people: [string, number, string][]) {
  const { members } = await post(`/v2/organizations/${organizationNumber}/families`, {
    address: { streetAddress: '12 Oak Street', cityNm: 'Dayton', stateCd: 'OH', postalCd: '45402' },
    phones: [{ phoneNbr: `(937) 555-01${String(lastNm.length).padStart(2, '0')}` }],
    people: people.map(([firstNm, years, relationship]) => ({
      ...{ firstNm, lastNm, birthDt: aged(years), relationship },
    })),
    campaignIds: [campaignId],
  });
  return members as [Person, ...Person[]];
}

/** What each payer owes in a run, in cents, whether it is paid, and what the run asks for in all. */
async function duesOf(campaignId: string, runId: string) {
  const { donations } = await get(`/v2/campaigns/${campaignId}/runs/${runId}/donations`);
  return (donations as { primaryMember: { lastNm: string }; minAmountDue: number; totalBalance: number }[])
    .map(({ primaryMember, minAmountDue, totalBalance }) => ({
      ...{ of: primaryMember.lastNm, due: Math.round(minAmountDue * 100), left: totalBalance },
    }))
    .toSorted((one, other) => one.of.localeCompare(other.of));
}

it.each(Object.entries(FUNDS))('%s', async (_how, fund) => {
  await api.forget();
  ({ organizationNumber } = await anOrganization());
  const hired = (role: keyof typeof staff) => anAccount({ role, organizationNumber });
  staff = {
    ...{ manager: await hired('manager'), treasurer: await hired('treasurer') },
    administrator: await hired('administrator'),
  };
  const { priceRules = [], defaultPrice = 0, fundRules, approved, given, sharing } = fund;
  const about = { campaignName: 'Funeral fund', shortDescription: 'A real fund', requiresMembership: true };
  const campaign = await post('/api/v1/campaign', {
    ...{ ...about, organizationNumber, priceRules, defaultPrice, fundRules },
  });
  const campaignId = campaign._id as string;
  const opening = { amount: 2_000_000, asOf: today(), reason: 'From the bank' };
  await post(`/v2/campaigns/${campaignId}/fund/opening`, opening, 'treasurer');

  // Three families join; all of them pay what is due before, or ahead.
  const wolf = await aFamily(campaignId, 'Wolf', [
    ['Hans', 49, 'Head of Household'],
    ['Greta', 47, 'Spouse'],
    ['Otto', 62, 'Parent'],
  ]);
  const bell = await aFamily(campaignId, 'Bell', [['Ruth', 44, 'Head of Household']]);
  const okafor = await aFamily(campaignId, 'Okafor', [
    ['Sam', 40, 'Head of Household'],
    ['Ada', 38, 'Spouse'],
    ['Nia', 10, 'Daughter'],
  ]);
  const payers = [bell[0], okafor[0], wolf[0]];
  const paid = async (member: Person, amount: number, more: object = {}) =>
    post(
      `/v2/members/${member._id}/payments`,
      { entryId: randomUUID(), amount, method: 'check', ...more },
      'treasurer',
    );
  // The fee of a fund for joining is owed once, and paid like any other dues.
  let received = 0;
  const { campaignRuns: fees } = await get(`/v2/campaigns/${campaignId}/runs`);
  const feeRun = fees.find(({ source }: { source?: string }) => source === 'joining');
  expect(feeRun?.status).toBe(fund.joining && 'active');
  if (fund.joining) {
    expect((await duesOf(campaignId, feeRun._id)).map(({ due }) => due)).toEqual(fund.joining);
    for (const [index, due] of fund.joining.entries()) await paid(payers[index] ?? bell[0], due);
    received += fund.joining.reduce((sum, due) => sum + due, 0);
    expect((await duesOf(campaignId, feeRun._id)).map(({ left }) => left)).toEqual([0, 0, 0]);
  }
  if (fund.wallet) for (const payer of payers) await paid(payer, fund.wallet, { lines: [] });
  const activate = async (_id: string) => {
    await post('/v2/campaign-run', { _id, isActive: true }, 'administrator');
    await work();
  };
  if (!sharing) {
    const { campaignRuns } = await get(`/v2/campaigns/${campaignId}/runs`);
    const runId = campaignRuns.find(({ source }: { source?: string }) => !source)._id;
    await activate(runId);
    const dues = await duesOf(campaignId, runId);
    expect(dues.slice(0, 2).map(({ due }) => due)).toEqual(fund.dues);
    for (const [index, { due }] of dues.entries()) await paid(payers[index] ?? bell[0], due);
    received += dues.reduce((sum, { due }) => sum + due, 0);
  }

  // Somebody dies, and the office opens the claim.
  api.advance(fund.days * DAY_MS);
  const dead = wolf[fund.dies === 'payer' ? 0 : fund.dies === 'parent' ? 2 : 1] as Person;
  const death = await post(`/v2/members/${dead._id}/life-events`, {
    ...{ event: 'death', deceasedDt: today() },
    ...(fund.dies === 'payer' && { payerMemberId: wolf[1]?._id }),
  });
  // Where the cause decides, nobody says yes or no before it is known.
  const { isInKind, isUpTo } = fundRules.benefits[0] ?? {};
  expect(death.covered).toEqual([
    expect.objectContaining({
      isCovered: fund.cause ? null : true,
      reasons: fund.cause ? [expect.objectContaining({ code: 'cause_unknown' })] : expect.anything(),
      benefits: [expect.objectContaining({ ...(isInKind && { isInKind }), ...(isUpTo && { isUpTo }) })],
    }),
  ]);
  expect(death.leftToDo.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining(['tell_treasurer', 'make_collection']),
  );
  const { deaths } = await get(`/v2/members/${wolf[fund.dies === 'payer' ? 1 : 0]?._id}/coverage`);
  expect(deaths).toEqual([
    expect.stringContaining(fund.cause ? 'it is not known whether Funeral fund' : 'covered by Funeral fund'),
  ]);
  let claim = await post('/v2/claims', { member_id: dead._id, campaignId });
  const path = `/v2/claims/${claim._id}`;
  expect(claim.coverage.asksCause).toBe(fund.cause && true);
  const onTheDay = async () => {
    const { people } = await get(`/v2/members/${dead._id}/coverage?on=${today()}`, 'manager');
    const [{ isCovered, reasons }] = people;
    return [isCovered, reasons.map(({ code }: { code: string }) => code)];
  };
  if (fund.cause) {
    expect(claim.coverage).toMatchObject({ isCovered: null, cause: null });
    expect(await onTheDay()).toEqual([null, ['cause_unknown']]);
    // After a suicide, within the months of the rule, nothing is paid; who does not decide reads of no cause.
    claim = await send('patch', path, { version: claim.version, cause: 'suicide' }, 'manager');
    expect(claim.coverage).toMatchObject({ isCovered: false, cause: 'suicide' });
    expect(await onTheDay()).toEqual([false, ['cause_decided']]);
    const reporter = await anAccount({ role: 'viewer', organizationNumber });
    const seen = await api.get(path, reporter);
    const history = await api.get(
      `/v2/audit?subject_type=claim&subject_id=${claim._id}`,
      staff.administrator,
    );
    expect(history.body.entries[0].changes).toMatchObject([{ field: 'hasCause', to: true }]);
    expect(JSON.stringify([seen.body, history.body])).not.toContain('suicide');
    claim = await send('patch', path, { version: claim.version, cause: fund.cause }, 'manager');
    expect(claim.coverage.cause).toBe(fund.cause);
    expect(await onTheDay()).toEqual([true, ['cause_decided']]);
  } else {
    const asked = { version: claim.version, cause: 'suicide' };
    const refused = await api.request.patch(path).set(api.as(staff.manager)).send(asked);
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([422, 'cause']);
  }
  expect([claim.coverage.isCovered, claim.coverage.reasons, claim.coverage.isInTime]).toEqual([
    ...[true, expect.not.arrayContaining([expect.objectContaining({ code: 'waiting' })]), true],
  ]);
  const kin = { kind: 'family', name: 'Hans Wolf' };
  const { payees } = await send('patch', path, { version: claim.version, payees: [kin] }, 'manager');
  await post(`${path}/propose`, { amount: approved });
  await post(`${path}/approve`, {}, 'treasurer');

  // Paid by one and confirmed by another, or given.
  if (!given) {
    const payoutId = randomUUID();
    const payout = { payoutId, payee: payees[0].payeeId, amount: approved, method: 'check', paidDt: today() };
    await post(`${path}/payouts`, payout, 'treasurer');
    await post(`${path}/payouts/${payoutId}/confirm`, {}, 'administrator');
  }
  const paidOut = given ? 0 : approved;

  if (sharing) {
    const run = await post(`${path}/collection`, {
      ...{ name: 'In memory of Greta', description: 'For the Wolf family', sharing },
      ...{ startDt: today(), endDt: addDays(today(), 30) },
    });
    const preview = await get(`/v2/campaigns/${campaignId}/runs/${run._id}/preview`, 'manager');
    await activate(run._id);
    const dues = await duesOf(campaignId, run._id);
    expect(dues.map(({ of, due }) => [of, due])).toEqual([
      ['Bell', fund.dues[0]],
      ['Okafor', fund.dues[1]],
    ]);
    const sum = fund.dues[0] + fund.dues[1];
    expect([preview.count, Math.round(preview.sum * 100)]).toEqual([2, sum]);
    if (fund.wallet) {
      // The wallets have paid, and are filled up again.
      expect(dues.map((one) => one.left)).toEqual([0, 0]);
      const { balance, topUp } = await get(`/v2/members/${bell[0]._id}/credit`);
      expect([balance, topUp]).toEqual([75, expect.stringContaining('$25.00 is missing')]);
      expect((await get(`/v2/members/${bell[0]._id}/coverage`)).topUp).toBe(topUp);
      const listed = await api.get(`/v2/campaigns/${campaignId}/memberships.csv`, staff.treasurer);
      expect(listed.text).toMatch(/,Missing to Fund Account,In Fund Account,Missing Since,Dormant,Phone/);
      expect(listed.text).toMatch(/^Bell,.*,25\.00,75\.00,\d{4}-\d\d-\d\d,No,/m);
      await paid(bell[0], 25_00, { lines: [] });
      expect(await get(`/v2/members/${bell[0]._id}/credit`)).not.toHaveProperty('topUp');
    } else for (const [index, { due }] of dues.entries()) await paid(payers[index] ?? bell[0], due);
    received += sum;
    const figures = { due: sum, collected: sum, open: 0 };
    expect(await get(`/v2/runs/${run._id}/board`)).toMatchObject({ ...figures, openHouseholds: 0 });
    expect(await get(`/v2/runs/${run._id}/report`)).toMatchObject({ ...figures, paidOut });
  }

  const gift = given && { what: given, givenDt: today() };
  if (gift) {
    // As nobody of the family pays it out, nobody of them gives it.
    const own = await anAccount({ memberId: wolf[0]._id, role: 'treasurer', organizationNumber });
    const refused = await api.request.post(`${path}/close`).set(api.as(own)).send({ given: gift });
    expect([refused.status, refused.body.code]).toEqual([403, 'second_person']);
  }
  const closed = await post(`${path}/close`, gift ? { given: gift } : {}, 'treasurer');
  expect(closed).toMatchObject({ state: 'closed', paidOut, ...(gift && { given: gift }) });
  await refresh(runTotals, { now: api.deps.now(), timeZone });
  expect(await get(`/v2/campaigns/${campaignId}/fund`)).toMatchObject({
    ...{ opening: 20_000, received: received / 100, refunded: 0, paidOut: paidOut / 100 },
    holds: (20_000_00 + received - paidOut) / 100,
  });
  await expectTheBooksToAgree(api);
  if (!gift) return;
  // Nothing was given before the death.
  api.advance(DAY_MS);
  const later = { event: 'death', deceasedDt: today(), reason: 'The certificate says so' };
  const corrected = await api.request
    .post(`/v2/members/${dead._id}/life-events`)
    .set(api.as(staff.manager))
    .send(later);
  expect([corrected.status, corrected.body.code]).toEqual([409, 'claim_decided']);
});
