import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '@kinfold/domain/dates';
import {
  aCampaign,
  aDonation,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { pay } from '../../../../test/paying.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { RUN_DUES_JOB } from '../campaign-runs/run-changes.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { createCampaign } from '../campaigns/campaign.service.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { collection } from '../../../platform/database.ts';
import { jobs } from '../../../work/jobs.ts';
import { objectId } from '../../../platform/documents.ts';
import { cents } from '@kinfold/domain/money';
import { runTotals } from './run-figures.service.ts';
import { rosterOf } from '../claims/roster.service.ts';
import { runDuesJob } from './dues.service.ts';
import { refresh } from '../../../work/projections.ts';

let api: Api;
let treasurer: Account;
/** The fund's organization, a church below it, and another that participates. */
let managing: string;
let below: string;
let guest: string;
let campaign: CampaignRecord;
let run: CampaignRunRecord;
/** The paid dues: half on one day, the rest on the next. */
let paying: Account;

beforeAll(async () => {
  api = await startApi({ environment: { TIME_ZONE: 'America/New_York' } });
  managing = (await anOrganization()).organizationNumber;
  below = (await anOrganization({ parentOrganization: managing })).organizationNumber;
  guest = (await anOrganization({ organizationName: 'Guest' })).organizationNumber;
  treasurer = await anAccount({ role: 'treasurer', organizationNumber: managing });
  ({ campaign } = await createCampaign(
    {
      campaignName: 'Grace Fund',
      shortDescription: 'Made by a test',
      requiresMembership: true,
      organizationNumber: managing,
      participatingOrganizations: [guest],
      defaultPrice: cents(2500),
    },
    TEST_AUTHOR,
    new Date(),
  ));
  run = await aRun({ campaign });
  const join = async (lastNm: string, organizationNumber: string) => {
    const primary = await aMember({ lastNm, firstNm: 'Ada', organizationNumber });
    return { primary, membership: await aMembership({ campaign, primary }) };
  };
  await join('=Formula', managing);
  await join('Zulu', below);
  await join('Guest', guest);
  const { primary, membership } = await join('Moss', managing);
  const due = await aDonation({ membership, run });
  paying = await anAccount({ memberId: primary._id });
  await pay(api, paying, [lineOf(due)]);
  await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
});
afterAll(() => api.stop());

const lineOf = ({ _id, minAmountDue }: { _id: string; minAmountDue: number }) => ({
  donationId: _id,
  amount: minAmountDue,
});
const path = (rest = 'donations') => `/v2/campaigns/${campaign._id}/runs/${run._id}/${rest}`;
const namesOf = (body: { donations: { primaryMember: { lastNm: string } }[] }) =>
  body.donations.map(({ primaryMember }) => primaryMember.lastNm);

describe('the donations of a run', () => {
  it('come by name, with the fields of a donation and its organization', async () => {
    const { status, body } = await api.get(path(), treasurer);
    expect([status, body.results, body.pages]).toEqual([200, 4, 1]);
    expect(namesOf(body)).toEqual(['=Formula', 'Guest', 'Moss', 'Zulu']);
    expect(body.donations[1]).toMatchObject({
      minAmountDue: 25,
      paymentsTotal: 0,
      totalBalance: 25,
      campaignRunId: run._id,
      campaignRunName: run.name,
      isMembershipActive: true,
      primaryMember: { firstNm: 'Ada', lastNm: 'Guest', phoneNbr: expect.any(String) },
      organizationNumber: guest,
      organizationName: 'Guest',
    });
    const last = await api.get(path('donations?page_size=3&page_number=2'), treasurer);
    expect([last.body.results, last.body.pages, namesOf(last.body)]).toEqual([4, 2, ['Zulu']]);
  });

  it.each([
    ['open_balance=true', ['=Formula', 'Guest', 'Zulu']],
    ['open_balance=False', ['Moss']],
    ['open_balance=', ['=Formula', 'Guest', 'Moss', 'Zulu']],
  ])('are filtered by %s', async (query, names) => {
    const { body } = await api.get(path(`donations?${query}`), treasurer);
    expect([body.results, namesOf(body)]).toEqual([names.length, names]);
  });

  it('are filtered by an organization and what is below it', async () => {
    const of = async (number: string, more = '') =>
      namesOf((await api.get(path(`donations?organization_number=${number}${more}`), treasurer)).body);
    expect(await of(managing)).toEqual(['=Formula', 'Moss', 'Zulu']);
    expect(await of(managing, '&open_balance=true')).toEqual(['=Formula', 'Zulu']);
    expect(await of(below)).toEqual(['Zulu']);
    expect(await of('nowhere')).toEqual([]);
    expect(await of('*')).toHaveLength(4);
  });

  it.each(['open_balance=maybe', 'page_size=0', 'page_size=101', 'page_number=x'])(
    'are refused for %s',
    async (query) => {
      expect((await api.get(path(`donations?${query}`), treasurer)).status).toBe(422);
    },
  );

  it('are those of one’s own members for whom participates, or is below; nobody else reads them', async () => {
    const at = (role: 'treasurer' | 'viewer', organizationNumber: string) =>
      anAccount({ role, organizationNumber });
    const seen = async (account: Account) => namesOf((await api.get(path(), account)).body);
    expect(await seen(await at('treasurer', guest))).toEqual(['Guest']);
    expect(await seen(await at('treasurer', below))).toEqual(['Zulu']);
    const ofGuest = await at('treasurer', guest);
    const asked = await api.get(path(`donations?organization_number=${managing}`), ofGuest);
    expect(asked.body).toEqual({ results: 0, pages: 0, donations: [] });
    const figures = (await api.get(path('figures'), ofGuest)).body;
    expect(figures).toMatchObject({ dues: 1, expected: 25, collected: 0, days: [] });
    expect(figures.organizations).toMatchObject([{ organizationNumber: guest, dues: 1 }]);
    const all = async (account: Account) => (await api.get(path('organizations'), account)).body;
    expect(await all(ofGuest)).toEqual([{ organizationNumber: guest, organizationName: 'Guest' }]);
    expect(
      (await all(treasurer)).map((one: { organizationNumber: string }) => one.organizationNumber),
    ).toEqual(expect.arrayContaining([guest, below, managing]));
    const elsewhere = await at('treasurer', (await anOrganization()).organizationNumber);
    for (const account of [elsewhere, await at('viewer', managing), paying])
      for (const rest of ['donations', 'donations.csv', 'figures', 'organizations'])
        expect((await api.get(path(rest), account)).status).toBe(403);
  });

  it('have no amounts for users who read runs but not donations', async () => {
    const runs = `/v2/campaigns/${campaign._id}/runs`;
    const amounts = async (role: 'treasurer' | 'viewer', organizationNumber: string) => {
      const account = await anAccount({ role, organizationNumber });
      const listed = (await api.get(runs, account)).body.campaignRuns as { donationsAmount: number | null }[];
      const one = (await api.get(`${runs}/${run._id}`, account)).body;
      const file = (await api.get(`${runs}.csv`, account)).text.trim().split('\r\n').at(-1);
      return [
        listed.map(({ donationsAmount }) => donationsAmount),
        one.donationsAmount,
        file?.split(',').at(-1),
      ];
    };
    for (const organizationNumber of [managing, guest])
      expect(await amounts('viewer', organizationNumber)).toEqual([[null, null], null, '']);
    expect(await amounts('treasurer', guest)).toEqual([[0, 0], 0, '0.00']);
    expect((await amounts('treasurer', managing))[1]).toBeGreaterThan(0);
  });

  it('of another campaign or an unknown run are not found', async () => {
    const other = await aCampaign({ organizationNumber: managing });
    for (const address of [
      `/v2/campaigns/${other._id}/runs/${run._id}/donations`,
      `/v2/campaigns/${campaign._id}/runs/${other._id}/donations`,
      `/v2/campaigns/${campaign._id}/runs/x/donations.csv`,
    ])
      expect((await api.get(address, treasurer)).status).toBe(404);
  });
});

it('come as a file of the filter, in which nothing is computed', async () => {
  const { headers, text } = await api.get(path('donations.csv?open_balance=true'), treasurer);
  expect(headers['content-type']).toMatch(/^text\/csv/);
  expect(headers['content-disposition']).toMatch(/filename="donations-Run-\d+-open-[\d-]+\.csv"/);
  const [heading, first, ...others] = text.split('\r\n');
  expect(heading?.startsWith('\u{feff}Last Name,First Name,Phone,Organization')).toBe(true);
  expect(first).toMatch(/^'=Formula,Ada,.*,25\.00,0\.00,25\.00,,INV-/);
  expect(others).toHaveLength(3);
});

describe('the figures of a run', () => {
  it('say what was asked for and paid, by day and by organization', async () => {
    const { body } = await api.get(path('figures'), treasurer);
    expect(body).toMatchObject({ dues: 4, open: 3, expected: 100, collected: 25, openBalance: 75, more: 0 });
    expect(body.isCounting).toBe(false);
    expect(body.days).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), amount: 25 }]);
    expect(
      body.organizations.map(
        (organization: { organizationNumber: string }) => organization.organizationNumber,
      ),
    ).toEqual([managing, below, guest].toSorted());
    const ofBelow = await api.get(path(`figures?organization_number=${below}`), treasurer);
    expect(ofBelow.body).toMatchObject({ dues: 1, open: 1, collected: 0, openBalance: 25 });
  });

  it('keep the day of each payment, and count again after another one', async () => {
    const primary = await aMember({ organizationNumber: managing, lastNm: 'Young' });
    const membership = await aMembership({ campaign, primary });
    const due = await aDonation({ membership, run });
    expect((await api.get(path('figures'), treasurer)).body.isCounting).toBe(true);
    // Exact also before they are counted.
    expect((await api.get(path(), treasurer)).body.results).toBe(5);
    api.advance(DAY_MS);
    expect((await pay(api, await anAccount({ memberId: primary._id }), [lineOf(due)])).status).toBe(200);
    await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
    const { days, collected } = (await api.get(path('figures'), treasurer)).body;
    expect([collected, days.map(({ amount }: { amount: number }) => amount)]).toEqual([50, [25, 25]]);
    expect(days[0].day < days[1].day).toBe(true);
  });
});

it('the runs of an organization are those in which its members, or those below, have dues', async () => {
  const runsOf = async (number: string) =>
    (await api.get(`/v2/organizations/${number}/runs`, treasurer)).body;
  const expected = [{ _id: run._id, campaignId: campaign._id, campaignName: 'Grace Fund', status: 'active' }];
  expect(await runsOf(managing)).toMatchObject(expected);
  expect(await runsOf(below)).toMatchObject(expected);
  const ofGuest = await anAccount({ role: 'treasurer', organizationNumber: guest });
  expect((await api.get(`/v2/organizations/${managing}/runs`, ofGuest)).status).toBe(403);
});

describe('activating a run', () => {
  const work = () =>
    workOnJobs(
      { [RUN_DUES_JOB]: runDuesJob({ ...api.deps, rosterOf: rosterOf(api.deps) }) },
      api.deps.logger,
    );
  const countsOf = ({ made, has_dues, no_price, not_active, not_confirmed }: Record<string, number>) =>
    [made, has_dues, no_price, not_active, not_confirmed].reduce((sum = 0, count = 0) => sum + count, 0);

  it('gives each active membership its dues once, while people join, leave, come back and pay', async () => {
    const fund = await aCampaign({ organizationNumber: managing });
    const manager = await anAccount({ role: 'manager', organizationNumber: managing });
    const memberships: { _id: string }[] = [];
    for (const isActive of [true, true, true, false, false, null])
      memberships.push(await aMembership({ campaign: fund, isActive }));
    const assessment = await aRun({ campaign: fund, isActive: false });
    const activate = () =>
      api.request
        .post('/v2/campaign-run')
        .set(api.as(manager))
        .send({ _id: assessment._id, isActive: true, preview: { count: 3, sum: 75, leftOut: [] } });
    const set = (index: number, isActive: boolean) =>
      api.request
        .post('/v2/membership')
        .set(api.as(manager))
        .send({ _id: memberships[index]?._id, isActive });
    const answers = await Promise.all([activate(), activate(), set(3, true), set(0, false)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all([
      work(),
      work(),
      set(4, true),
      set(5, true),
      set(1, false),
      aMembership({ campaign: fund }),
    ]);
    const donations = await collection<{ campaignMembershipId: unknown; madeBy: string }>('donations')
      .find({ campaignRunId: objectId(assessment._id) })
      .toArray();
    const charged = donations.map(({ campaignMembershipId }) => String(campaignMembershipId));
    expect(new Set(charged).size).toBe(charged.length);
    const { report } = (await api.get(`/v2/campaign-run/${assessment._id}`, manager)).body.job;
    expect(report).toMatchObject({ made: charged.length, preview_made: 3, preview_sum: 7500 });
    // All of them, with or without the one that was created concurrently.
    expect([6, 7]).toContain(countsOf(report));
    // A membership that became active after the job's last query gets its dues with the next activation, and none twice.
    await activate();
    await work();
    const active = await collection('campaign_memberships')
      .find({ campaignId: objectId(fund._id), isActive: true })
      .toArray();
    const all = await collection<{ campaignMembershipId: unknown }>('donations')
      .find({ campaignRunId: objectId(assessment._id) })
      .toArray();
    const counted = all.map(({ campaignMembershipId }) => String(campaignMembershipId));
    expect(new Set(counted).size).toBe(counted.length);
    expect(active.filter(({ _id }) => !counted.includes(String(_id)))).toEqual([]);
  });

  it('counts each membership once, however it changes meanwhile', async () => {
    const fund = await aCampaign({ organizationNumber: managing });
    const assessment = await aRun({ campaign: fund, isActive: false });
    const returning = await aMembership({ campaign: fund });
    await aDonation({ membership: returning, run: assessment });
    const manager = await anAccount({ role: 'manager', organizationNumber: managing });
    const set = ({ _id }: { _id: string }, isActive: boolean) =>
      api.request.post('/v2/membership').set(api.as(manager)).send({ _id, isActive }).expect(200);
    await set(returning, false);
    await aMembership({ campaign: fund });
    const leaving = await aMembership({ campaign: fund });
    const coming = await aMembership({ campaign: fund, isActive: null });
    await api.request
      .post('/v2/campaign-run')
      .set(api.as(manager))
      .send({ _id: assessment._id, isActive: true });
    const inserts = vi.spyOn(mongoose.mongo.Collection.prototype, 'insertMany');
    inserts.mockImplementationOnce(async function (this: mongoose.mongo.Collection, documents, options) {
      expect(this.collectionName).toBe('donations');
      const inserted = await this.insertMany(documents, options);
      await set(leaving, false);
      await set(coming, true);
      await set(returning, true);
      return inserted;
    });
    await work();
    inserts.mockRestore();
    const { report } = (await api.get(`/v2/campaign-run/${assessment._id}`, manager)).body.job;
    const left = { has_dues: 1, no_price: 0, not_active: 0, not_confirmed: 0 };
    expect(report).toEqual({ made: 3, sum: 7500, ...left });
  });

  it('makes no more from the next batch on once the run is paused', async () => {
    const fund = await aCampaign({ organizationNumber: managing });
    await aMembership({ campaign: fund });
    const assessment = await aRun({ campaign: fund, isActive: false });
    const manager = await anAccount({ role: 'manager', organizationNumber: managing });
    const set = (isActive: boolean) =>
      api.request
        .post('/v2/campaign-run')
        .set(api.as(manager))
        .send({ _id: assessment._id, isActive })
        .expect(200);
    await set(true);
    const find = mongoose.mongo.Collection.prototype.findOne;
    const finds = vi.spyOn(mongoose.mongo.Collection.prototype, 'findOne');
    let isPaused = false;
    finds.mockImplementation(async function (this: mongoose.mongo.Collection, ...asked: unknown[]) {
      // The job has read the run, and is about to take its first batch.
      if (this.collectionName === 'donations' && !isPaused) {
        isPaused = true;
        await set(false);
      }
      return Reflect.apply(find, this, asked);
    });
    await work();
    finds.mockRestore();
    const { report } = (await api.get(`/v2/campaign-run/${assessment._id}`, manager)).body.job;
    expect([isPaused, report.made, report.stopped]).toEqual([true, 0, 1]);
    expect(await collection('donations').countDocuments({ campaignRunId: objectId(assessment._id) })).toBe(0);
  });

  it('finds memberships activated behind its cursor', async () => {
    const fund = await aCampaign({ organizationNumber: managing });
    const late = await aMembership({ campaign: fund, isActive: false });
    await aMembership({ campaign: fund });
    const assessment = await aRun({ campaign: fund, isActive: false });
    const manager = await anAccount({ role: 'manager', organizationNumber: managing });
    await api.request
      .post('/v2/campaign-run')
      .set(api.as(manager))
      .send({ _id: assessment._id, isActive: true });
    // Past all memberships: only changes meanwhile are left.
    const none = { made: 0, sum: 0, has_dues: 0, no_price: 0 };
    await jobs().updateOne(
      { type: RUN_DUES_JOB, isOpen: true },
      { $set: { cursor: { afterId: 'f'.repeat(24), dues: none } } },
    );
    await api.request.post('/v2/membership').set(api.as(manager)).send({ _id: late._id, isActive: true });
    await work();
    const { report } = (await api.get(`/v2/campaign-run/${assessment._id}`, manager)).body.job;
    expect(report).toMatchObject({ made: 2, sum: 5000 });
  });
});
