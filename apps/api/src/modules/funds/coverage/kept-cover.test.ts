import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { pay } from '../../../../test/paying.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { updateRun } from '../campaign-runs/campaign-run.service.ts';
import { RUN_DUES_JOB } from '../campaign-runs/run-changes.service.ts';
import { updateCampaign } from '../campaigns/campaign-changes.service.ts';
import { rosterOf } from '../claims/roster.service.ts';
import { runDuesJob } from '../donations/dues.service.ts';
import { updateMember } from '../../people/members/member-update.service.ts';
import { keepCovers } from '../../people/members/member.service.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { markStale, setCursor, refresh } from '../../../work/projections.ts';
import { runCheck, thoroughChecks } from '../../../platform/verification.ts';
import { covers } from './kept-cover.service.ts';

let api: Api;
let organizationNumber: string;
let treasurer: Account;
let viewer: Account;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  organizationNumber = (await anOrganization()).organizationNumber;
  treasurer = await anAccount({ role: 'treasurer', organizationNumber });
  viewer = await anAccount({ role: 'viewer', organizationNumber });
});

const work = () => refresh(covers, { now: api.deps.now(), timeZone: 'UTC' });
const passDays = async (days: number) => {
  api.advance(days * DAY_MS);
  await work();
};
/** The members of a list, by first name; stored covers are refreshed before. */
const listed = async (query: string, account = treasurer) => {
  await work();
  const { status, body } = await api.get(`/v2/members?${query}`, account);
  expect(status).toBe(200);
  expect(body.results).toBe(body.members.length);
  return body.members.map(({ firstNm }: { firstNm: string }) => firstNm);
};
const stand = async () => ({ covered: await listed('covered=true'), owes: await listed('owes=true') });

/** A couple in a fund, the first of whom pays for both, and a campaign with a run that ends in ten days. */
async function aFund() {
  const { members, primary } = await aHousehold({ organizationNumber, size: 2, primary: { firstNm: 'Ann' } });
  const campaign = await aCampaign({ organizationNumber });
  const membership = await aMembership({ campaign, primary, covered: members });
  const run = await aRun({ campaign, endsInDays: 10 + daysPassed() });
  return { campaign, membership, run, primary, spouse: members[1]?.firstNm ?? '' };
}
const daysPassed = () => Math.round((api.deps.now().getTime() - Date.now()) / DAY_MS);

describe('who is covered and who owes', () => {
  it('follows joining, dues, the end of a run and paying', async () => {
    const { membership, run, primary, spouse } = await aFund();
    expect(await stand()).toEqual({ covered: ['Ann', spouse], owes: [] });
    const donation = await aDonation({ membership, run });
    expect(await stand()).toEqual({ covered: ['Ann', spouse], owes: ['Ann'] });
    expect(await listed('covered=true&owes=false')).toEqual([spouse]);
    await passDays(11);
    expect(await stand()).toEqual({ covered: [], owes: ['Ann'] });
    expect(await listed('covered=false&owes=true')).toEqual(['Ann']);
    const account = await anAccount({ memberId: primary._id });
    await pay(api, account, [{ donationId: donation._id, amount: 5000 }]);
    expect(await stand()).toEqual({ covered: ['Ann', spouse], owes: [] });
  });

  it('follows a paused run, which is owed when it has ended', async () => {
    const { membership, run } = await aFund();
    await aDonation({ membership, run });
    await updateRun(run._id, { isActive: false }, TEST_AUTHOR, api.deps.now());
    expect((await stand()).owes).toEqual([]);
    await passDays(11);
    expect(await stand()).toEqual({ covered: [], owes: ['Ann'] });
  });

  it('follows a deactivated membership, whose open dues stay owed', async () => {
    const { membership, run } = await aFund();
    await aDonation({ membership, run });
    const manager = await anAccount({ role: 'manager', organizationNumber });
    const post = api.request.post('/v2/membership').set(api.as(manager));
    expect((await post.send({ _id: membership._id, isActive: false })).status).toBe(200);
    expect(await stand()).toEqual({ covered: [], owes: ['Ann'] });
  });

  it('follows the rules of the fund, and time that passes by them', async () => {
    const { campaign, spouse } = await aFund();
    const change = { fundRules: { waitingDays: 30 } };
    await updateCampaign(campaign._id, change, async () => true, TEST_AUTHOR, api.deps.now());
    expect((await stand()).covered).toEqual([]);
    await passDays(31);
    expect((await stand()).covered).toEqual(['Ann', spouse]);
  });

  it('leaves those who have died out of lists of people without cover', async () => {
    const { spouse } = await aFund();
    const { primary } = await aHousehold({ organizationNumber, primary: { firstNm: 'Zoe' } });
    expect(await listed('covered=none')).toEqual(['Zoe']);
    const manager = await anAccount({ role: 'manager', organizationNumber });
    const died = { event: 'death', deceasedDt: '2026-01-02' };
    await api.request
      .post(`/v2/members/${primary._id}/life-events`)
      .set(api.as(manager))
      .send(died)
      .expect(200);
    expect(await listed('covered=none')).toEqual([]);
    expect(await listed('covered=false')).toEqual([]);
    expect(await listed('covered=true')).toEqual(['Ann', spouse]);
  });

  it('lists a membership for the office whose payer is under 18 after a correction, until it is corrected again', async () => {
    const { membership, primary } = await aFund();
    const manager = await anAccount({ role: 'manager', organizationNumber });
    const listedIds = async (birthDt: string) => {
      await updateMember(primary._id, { birthDt }, false, TEST_AUTHOR, api.deps.now());
      await work();
      const { body } = await api.get('/v2/staff/attention', manager).expect(200);
      return (body.deceasedPayers?.first ?? []).map((one: { membershipId: string }) => one.membershipId);
    };
    expect(await listedIds('2015-03-04')).toEqual([membership._id]);
    expect(await listedIds('1965-03-04')).toEqual([]);
  });

  it('lists no payer any more who has turned 18, also in a fund without ages', async () => {
    const { primary } = await aFund();
    const manager = await anAccount({ role: 'manager', organizationNumber });
    const tomorrow = new Date(api.deps.now().getTime() + DAY_MS).toISOString();
    const birthDt = `${Number(tomorrow.slice(0, 4)) - 18}${tomorrow.slice(4, 10)}`;
    await updateMember(primary._id, { birthDt }, false, TEST_AUTHOR, api.deps.now());
    await work();
    const listedPayers = async () =>
      (await api.get('/v2/staff/attention', manager).expect(200)).body.deceasedPayers?.count ?? 0;
    expect(await listedPayers()).toBe(1);
    await passDays(1);
    expect(await listedPayers()).toBe(0);
  });

  it('follows a birth date that is corrected', async () => {
    const rules = [{ label: 'Adult', minAge: 40, maxAge: 70, price: cents(2500) }];
    const campaign = await aCampaign({ organizationNumber, priceRules: rules, defaultPrice: cents(0) });
    const { primary } = await aHousehold({ organizationNumber, primary: { firstNm: 'Ann' } });
    await aMembership({ campaign, primary });
    expect((await stand()).covered).toEqual(['Ann']);
    await updateMember(primary._id, { birthDt: '2000-01-01' }, false, TEST_AUTHOR, api.deps.now());
    expect((await stand()).covered).toEqual([]);
  });
});

/** Adds memberships older than one, of others, who have left: its copies but for what is given. */
async function addOlder(membership: { _id: string }, count: number, change: object = {}): Promise<void> {
  const memberships = mongoose.connection.collection('campaign_memberships');
  const copied = await memberships.findOne({ _id: objectId(membership._id) });
  const idOf = (n: number) => objectId(n.toString(16).padStart(24, '0'));
  const older = Array.from({ length: count }, (_, n) => ({
    ...copied,
    ...{ _id: idOf(n), primaryMemberId: idOf(n), isActive: false },
    ...change,
  }));
  await memberships.insertMany(older);
}

describe('a campaign', () => {
  const notes = (of: string) => mongoose.connection.collection('stale').find({ of }).toArray();

  it('waits while its dues are made, others do not', async () => {
    const { campaign, run, spouse } = await aFund();
    const other = await aFund();
    const manager = await anAccount({ role: 'manager', organizationNumber });
    const post = (isActive: boolean) =>
      api.request.post('/v2/campaign-run').set(api.as(manager)).send({ _id: run._id, isActive });
    expect((await post(false)).status).toBe(200);
    expect((await post(true)).status).toBe(200);
    await markStale({ campaign_cover: [other.campaign._id] });
    await work();
    expect(await notes(campaign._id)).not.toEqual([]);
    expect(await notes(other.campaign._id)).toEqual([]);
    await workOnJobs(
      { [RUN_DUES_JOB]: runDuesJob({ ...api.deps, rosterOf: rosterOf(api.deps) }) },
      api.deps.logger,
    );
    const { covered, owes } = await stand();
    expect(covered.toSorted()).toEqual(['Ann', 'Ann', spouse, other.spouse].toSorted());
    expect(owes).toEqual(['Ann']);
    expect(await notes(campaign._id)).toEqual([]);
  });

  it('starts once from the first membership when it is marked while being checked', async () => {
    const { campaign, membership, primary } = await aFund();
    await work();
    await markStale({ campaign_cover: [campaign._id] });
    const [begun] = await notes(campaign._id);
    await setCursor(String(begun?._id), membership._id);
    await markStale({ campaign_cover: [campaign._id] });
    await keepCovers([{ _id: primary._id, isCovered: false, owesDues: false, coverCheckDt: null }]);
    expect((await stand()).covered).toContain('Ann');
    expect(await notes(campaign._id)).toEqual([]);
  });
});

describe('a campaign of more memberships than are read together', () => {
  it('is checked to its end', async () => {
    const { campaign, membership, primary } = await aFund();
    await work();
    await addOlder(membership, 250, { members: [] });
    await keepCovers([{ _id: primary._id, isCovered: false, owesDues: false, coverCheckDt: null }]);
    await markStale({ campaign_cover: [campaign._id] });
    expect((await stand()).covered).toContain('Ann');
    await mongoose.connection.collection('campaign_memberships').deleteMany({ members: [] });
  });
});

describe('members of very many memberships', () => {
  it('are checked one by one, with all memberships of each', async () => {
    const { membership, run, spouse } = await aFund();
    await aDonation({ membership, run });
    // A part of what they are in is not enough.
    await addOlder(membership, 500);
    await markStale({ membership_cover: [membership._id] });
    expect(await stand()).toEqual({ covered: ['Ann', spouse], owes: ['Ann'] });
    await mongoose.connection
      .collection('campaign_memberships')
      .deleteMany({ _id: { $lt: objectId('ffff'.padStart(24, '0')) } });
  });
});

describe('the filters', () => {
  it('are for users who may see covers and dues', async () => {
    await aFund();
    for (const query of ['covered=true', 'owes=false'])
      for (const path of ['/v2/members', '/v2/members.csv'])
        expect((await api.get(`${path}?${query}`, viewer)).status).toBe(403);
    expect((await api.get('/v2/members?covered=perhaps', treasurer)).status).toBe(422);
  });

  it('show a viewer of the whole only where they may see dues', async () => {
    const { membership, run } = await aFund();
    await aDonation({ membership, run });
    const below = (await anOrganization({ parentOrganization: organizationNumber })).organizationNumber;
    const here = await anAccount({ role: 'viewer', organizationNumber });
    const both = await anAccount({ role: 'treasurer', organizationNumber: below });
    expect(await listed('owes=true', both)).toEqual([]);
    const admin = await anAccount({ role: 'administrator' });
    expect(await listed(`owes=true&organization_number=${organizationNumber}`, admin)).toEqual(['Ann']);
    expect((await api.get(`/v2/members?owes=true&organization_number=${below}`, here)).status).toBe(403);
  });

  it('apply to the file, whose name has them', async () => {
    const { spouse } = await aFund();
    await work();
    const file = await api.get('/v2/members.csv?covered=true&owes=false', treasurer);
    expect(file.text).toContain(spouse);
    expect(file.text.trim().split('\r\n')).toHaveLength(3);
    expect(file.headers['content-disposition']).toContain('members-covered-owes-nothing-');
  });
});

describe('the verifier', () => {
  const problems = async (doesRepair = false) => {
    const found: string[] = [];
    const pause = async () => undefined;
    await runCheck(covers, thoroughChecks({ doesRepair, now: api.deps.now(), pause }), found);
    return found;
  };

  it('finds and repairs a membership that is stored wrongly as one of another price or without a payer', async () => {
    const { membership, primary } = await aFund();
    await work();
    const memberships = mongoose.connection.collection('campaign_memberships');
    const stored = () => memberships.findOne({ _id: objectId(membership._id) });
    await memberships.updateOne({ _id: objectId(membership._id) }, { $set: { isPriceOutdated: true } });
    const wrongly = `Membership ${membership.externalRef} is wrongly stored as one that`;
    expect(await problems()).toEqual([`${wrongly} costs something else today.`]);
    await markStale({ member_cover: [primary._id] });
    expect(await problems()).toEqual([]);
    await work();
    expect((await stored())?.['isPriceOutdated']).toBe(false);
    await memberships.updateOne({ _id: objectId(membership._id) }, { $set: { needsPayer: true } });
    expect(await problems(true)).toEqual([`${wrongly} needs another payer.`]);
    await work();
    expect((await stored())?.['needsPayer']).toBe(false);
    expect(await problems()).toEqual([]);
  });

  it('finds and repairs wrong stored covers, except those that the worker will recompute anyway', async () => {
    const { primary } = await aFund();
    expect(await problems()).toEqual([]);
    await work();
    await keepCovers([{ _id: primary._id, isCovered: false, owesDues: true, coverCheckDt: null }]);
    expect(await problems(true)).toEqual([
      `Member ${primary.memberId} is covered and does not owe dues, but their stored state differs.`,
    ]);
    await work();
    expect(await problems()).toEqual([]);
  });
});
