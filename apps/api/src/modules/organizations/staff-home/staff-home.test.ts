import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, DAY_MS, type CalendarDate } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import type { Month } from '@kinfold/domain/month';
import type { Role } from '@kinfold/domain/role';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anIntakeRequest,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { connectAccount } from '../../../../test/connecting.ts';
import { pay } from '../../../../test/paying.ts';
import { listenToCommands } from '../../../../test/commands.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { startJob } from '../../../work/jobs.ts';
import { runCheck, thoroughChecks } from '../../../platform/verification.ts';
import { refreshAccount } from '../../money/connected-accounts/connected-account.service.ts';
import { months } from '../../money/ledger/organization-months.service.ts';
import { readMonths, writeMonth } from '../../money/ledger/organization-month.model.ts';
import { covers } from '../../funds/coverage/kept-cover.service.ts';
import { runTotals } from '../../funds/donations/run-figures.service.ts';
import { refresh } from '../../../work/projections.ts';

/** More than the 101 documents that a query answers first. */
const MANY = 105;

let api: Api;
let tree: string;
let branch: string;
let runId: string;
let campaignId: string;
let queries: string[] = [];
beforeAll(async () => {
  api = await startApi();
  tree = (await anOrganization({ organizationName: 'Hope' })).organizationNumber;
  branch = (await anOrganization({ organizationName: 'Grace', parentOrganization: tree })).organizationNumber;
  for (const number of [tree, (await anOrganization({ organizationName: 'Zion' })).organizationNumber]) {
    await anIntakeRequest({ organizationNumber: number });
    const campaign = await aCampaign({ organizationNumber: number });
    const run = await aRun({ campaign, endsInDays: 10 });
    // A couple at $25.00 each; their dues are open.
    const { members, primary } = await aHousehold({ organizationNumber: number, size: 2 });
    const membership = await aMembership({ campaign, primary, covered: members });
    await aDonation({ membership, run });
    await aRun({ campaign, endsInDays: 25 });
    await aRun({ campaign, endsInDays: 5, isActive: false });
    const wants = await aMember({ firstNm: 'Ruth', lastNm: 'Okafor', organizationNumber: number });
    await aMembership({ campaign, primary: wants, isActive: null });
    await startJob({ type: 'copied-names', key: number, organizationNumber: number, input: {} }, TEST_AUTHOR);
    if (number !== tree) continue;
    runId = run._id;
    campaignId = campaign._id;
  }
  await anIntakeRequest();
  await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
  await refresh(covers, { now: api.deps.now(), timeZone: 'UTC' });
  await listenToCommands(api, ({ name, target }) => {
    if (['find', 'aggregate', 'count', 'distinct', 'getMore'].includes(name))
      queries.push(`${name} ${target}`);
  });
});
afterAll(() => api.stop());

const staff = (role: Role, organizationNumber = tree) => anAccount({ role, organizationNumber });
const attention = async (account: Account) => {
  queries = [];
  const { status, body } = await api.get('/v2/staff/attention', account);
  expect(status).toBe(200);
  expect(queries.length, queries.join()).toBeLessThanOrEqual(21);
  return body;
};
const organizations = async (account: Account) => (await api.get('/v2/staff/organizations', account)).body;
const NOTHING = {
  intakeRequests: 0,
  unconfirmedMemberships: 0,
  waitingCampaigns: [],
  endingRuns: [],
  jobs: { running: 0, failed: 0 },
  losingCover: 0,
  vacantOffices: 0,
  comingOfAge: { count: 0, first: [] },
  bouncedEmails: 0,
  unknownBirthDates: 0,
  reviewItems: 0,
  blockedAccounts: { count: 0, organizationNumber: null },
};

describe('what needs attention', () => {
  it('is counted of one’s own organizations, in 21 queries at most', async () => {
    const found = await attention(await staff('administrator'));
    const [run] = found.endingRuns;
    expect(found).toEqual({
      intakeRequests: 1,
      unconfirmedMemberships: 1,
      waitingCampaigns: [{ campaignId, campaignName: expect.any(String), count: 1 }],
      endingRuns: [{ ...run, campaignRunId: runId, openBalance: 50 }],
      jobs: { running: 1, failed: 0 },
      losingCover: 2,
      vacantOffices: 2,
      comingOfAge: { count: 0, first: [] },
      bouncedEmails: 0,
      unknownBirthDates: 0,
      reviewItems: 0,
      blockedAccounts: { count: 0, organizationNumber: null },
    });
    const all = await attention(await anAccount({ role: 'administrator' }));
    expect(all).toMatchObject({ intakeRequests: 3, losingCover: 4, jobs: { running: 2 } });
    expect(all.endingRuns).toHaveLength(2);
  });

  it('shows each role what it may see', async () => {
    expect(await attention(await staff('viewer'))).toEqual(NOTHING);
    expect(await attention(await staff('treasurer', branch))).toEqual(NOTHING);
    expect(await attention(await staff('treasurer'))).toMatchObject({ losingCover: 2, intakeRequests: 0 });
    expect(await attention(await staff('manager'))).toMatchObject({ intakeRequests: 1, vacantOffices: 0 });
  });

  it('has no vacant office at and below an organization that has a treasurer', async () => {
    const place = (await anOrganization()).organizationNumber;
    await anOrganization({ parentOrganization: place });
    const admin = await staff('administrator', place);
    expect((await attention(admin)).vacantOffices).toBe(2);
    await staff('treasurer', place);
    expect((await attention(admin)).vacantOffices).toBe(0);
  });

  it('has the children who turn 18 these days, of one’s own organizations', async () => {
    const place = (await anOrganization()).organizationNumber;
    const birthDt = (days: number) => {
      const born = addDays(api.deps.now().toISOString().slice(0, 10) as CalendarDate, days);
      return `${Number(born.slice(0, 4)) - 18}${born.slice(4)}` as CalendarDate;
    };
    const child = { relationship: 'Son', organizationNumber: place };
    const samuel = { ...child, firstNm: 'Samuel', lastNm: 'Okafor', birthDt: birthDt(3) };
    const { _id } = await aMember(samuel);
    await aMember({ ...child, birthDt: birthDt(-20), relationship: 'Daughter' });
    for (const days of [40, -40]) await aMember({ ...child, birthDt: birthDt(days) });
    await aMember({ ...child, birthDt: birthDt(1), isActive: false });
    await aMember({ ...child, birthDt: birthDt(1), relationship: 'Spouse' });
    await aMember({ ...samuel, organizationNumber: (await anOrganization()).organizationNumber });
    const { comingOfAge } = await attention(await staff('manager', place));
    expect(comingOfAge.count).toBe(2);
    expect(comingOfAge.first).toContainEqual({ member_id: _id, name: 'Samuel Okafor' });
    expect((await attention(await staff('treasurer', place))).comingOfAge.count).toBe(0);
  });

  it('shows the office the connected accounts that take no payments, in its own organizations', async () => {
    const [place, other] = [(await anOrganization()).organizationNumber, tree];
    const below = (await anOrganization({ parentOrganization: place })).organizationNumber;
    const [first, second] = [await connectAccount(api, place), await connectAccount(api, below)];
    const block = async (accountId: string) => {
      await api.sandbox.changeAccount(accountId, 'restricted');
      await refreshAccount(accountId, api.deps);
    };
    const treasurer = await staff('treasurer', place);
    expect((await attention(treasurer)).blockedAccounts).toEqual({ count: 0, organizationNumber: null });
    await block(second);
    expect((await attention(treasurer)).blockedAccounts).toEqual({ count: 1, organizationNumber: below });
    await block(first);
    expect((await attention(treasurer)).blockedAccounts).toEqual({ count: 2, organizationNumber: null });
    expect((await attention(await staff('treasurer', other))).blockedAccounts.count).toBe(0);
    expect((await attention(await staff('viewer', place))).blockedAccounts.count).toBe(0);
  });

  it('needs no more queries for organizations, memberships and children of more than one batch', async () => {
    const place = (await anOrganization()).organizationNumber;
    const birthDt = `${api.deps.now().getUTCFullYear() - 18}${api.deps.now().toISOString().slice(4, 10)}`;
    const campaign = await aCampaign({ organizationNumber: place });
    for (let index = 0; index < MANY; index += 1) {
      await anOrganization({ parentOrganization: place });
      const primary = await aMember({ organizationNumber: place, relationship: 'Son', birthDt });
      await aMembership({ campaign, primary, isActive: null });
    }
    expect(await attention(await staff('administrator', place))).toMatchObject({
      comingOfAge: { count: MANY },
      unconfirmedMemberships: MANY,
      waitingCampaigns: [{ campaignId: campaign._id, count: MANY }],
      vacantOffices: MANY + 1,
    });
  });

  it('is nothing in an organization where nothing happens, and 403 without a role', async () => {
    const place = (await anOrganization()).organizationNumber;
    expect(await attention(await staff('manager', place))).toEqual(NOTHING);
    expect((await api.get('/v2/staff/attention', await anAccount())).status).toBe(403);
    expect((await api.get('/v2/staff/organizations', await anAccount())).status).toBe(403);
  });
});

describe('the figures of organizations', () => {
  it('are shown for those at the top of the user’s scope, with everything below; money if the role shows it', async () => {
    await aMember({ organizationNumber: branch });
    const hope = { organizationNumber: tree, organizationName: 'Hope', members: 4, campaigns: 1 };
    expect(await organizations(await staff('treasurer'))).toEqual({
      organizations: [{ ...hope, openDues: 50, collected: 0 }],
      more: 0,
      months: expect.any(Array),
    });
    expect((await organizations(await staff('viewer'))).organizations).toEqual([
      { ...hope, openDues: null, collected: null },
    ]);
  });

  it('show amounts received by month, of the user’s organizations, in 12 queries at most', async () => {
    const place = (await anOrganization()).organizationNumber;
    const below = (await anOrganization({ parentOrganization: place })).organizationNumber;
    const campaign = await aCampaign({ organizationNumber: below });
    const membership = await aMembership({ campaign });
    const donation = await aDonation({ membership, run: await aRun({ campaign }) });
    const payer = await anAccount({ memberId: membership.primaryMemberId });
    const treasurer = await staff('treasurer', place);
    const payPart = async (amount: number) => {
      expect((await pay(api, payer, [{ donationId: donation._id, amount }])).status).toBe(200);
      await refresh(months, { now: api.deps.now(), timeZone: 'UTC' });
    };
    await payPart(1_000);
    await payPart(500);
    queries = [];
    const now = await organizations(treasurer);
    expect(queries.length, queries.join()).toBeLessThanOrEqual(12);
    expect(now.organizations).toMatchObject([{ collected: 15 }]);
    const month = api.deps.now().toISOString().slice(0, 7);
    expect(now.months).toHaveLength(6);
    expect(now.months.map((one: { collected: number }) => one.collected)).toEqual([0, 0, 0, 0, 0, 15]);
    expect(now.months[5].month).toBe(month);
    api.advance(31 * DAY_MS);
    await payPart(1_000);
    const later = await organizations(await staff('treasurer', place));
    expect(later.organizations).toMatchObject([{ collected: 10 }]);
    expect(later.months.slice(-2)).toMatchObject([{ month, collected: 15 }, { collected: 10 }]);
    expect((await organizations(await staff('viewer', place))).months).toEqual([]);
    const checks = thoroughChecks({ doesRepair: true, now: api.deps.now(), pause: async () => undefined });
    const problems: string[] = [];
    await runCheck(months, checks, problems);
    expect(problems).toEqual([]);
    const [kept] = await readMonths(below, month as Month);
    if (!kept) throw new Error('the month is kept');
    await writeMonth({ ...kept, collected: cents(1) });
    await runCheck(months, checks, problems);
    expect(problems).toEqual([`Organization ${below} says 0.01 received in ${month} and not 15.`]);
    expect((await organizations(await staff('treasurer', place))).months.slice(-2)).toEqual(
      later.months.slice(-2),
    );
  });

  it('are ten by name, with the number of others', async () => {
    for (let index = 0; index < 12; index += 1) await anOrganization({ organizationName: `A${10 + index}` });
    const { organizations: shown, more } = await organizations(await anAccount({ role: 'administrator' }));
    expect(shown.map((one: { organizationName: string }) => one.organizationName)).toEqual(
      Array.from({ length: 10 }, (_, index) => `A${10 + index}`),
    );
    expect(more).toBeGreaterThanOrEqual(4);
  });
});
