/** Collecting for a claim: roster, preview, dues, board, report and fund agree to the cent (docs/decisions/053). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sharing } from '@kinfold/domain/campaign-run';
import { addDays, calendarDateOf, endOfDay, startOfDay } from '@kinfold/domain/dates';
import { COUNTED_AT_ONCE_MAX } from '@kinfold/domain/constants';
import { cents } from '@kinfold/domain/money';
import { anApprovedClaim, PAYEE } from '../../../../test/claiming.ts';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { expectTheBooksToAgree } from '../../../../test/paying.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { newId, objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { refresh } from '../../../work/projections.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { requireRun } from '../campaign-runs/campaign-run.service.ts';
import { RUN_DUES_JOB } from '../campaign-runs/run-changes.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { runDuesJob } from '../donations/dues.service.ts';
import { runTotals } from '../donations/run-figures.service.ts';
import { runLettersJob } from '../../telling/outreach/letter-job.service.ts';
import { RUN_LETTERS_JOB } from '../../telling/outreach/letter.service.ts';
import { COLLECTION_COUNT_JOB, collectionCountJob } from './collection-preview.service.ts';
import { memorialsOf } from './memorial.service.ts';
import { rosterOf } from './roster.service.ts';

const api = await apiOfFile();
const { TIME_ZONE: timeZone } = api.deps.config;
const today = () => calendarDateOf(api.deps.now(), timeZone);
const DIED = () => addDays(today(), -5);

let organizationNumber: string;
let fund: CampaignRecord;
let manager: Account;
let administrator: Account;
let treasurer: Account;
let dead: MemberRecord;
let widow: MemberRecord;

beforeEach(async () => {
  await api.forget();
  ({ organizationNumber } = await anOrganization());
  fund = await aCampaign({ organizationNumber });
  manager = await anAccount({ role: 'manager', organizationNumber });
  administrator = await anAccount({ role: 'administrator', organizationNumber });
  treasurer = await anAccount({ role: 'treasurer', organizationNumber });
  const home = await aHousehold({ organizationNumber, size: 2 });
  [dead, widow] = home.members as [MemberRecord, MemberRecord];
  await aPart(home.members);
});

/** A membership, of people who were in it since a day. */
async function aPart(people: MemberRecord[], since = addDays(DIED(), -100)) {
  const [primary, ...covered] = people;
  if (!primary) throw new Error('a membership has people');
  const { _id } = await aMembership({ campaign: fund, primary, covered });
  const at = startOfDay(since, timeZone);
  await collection('campaign_memberships').updateOne(
    { _id: objectId(_id) },
    { $set: { createdDt: at, activeDt: at, 'members.$[].startDt': at } },
  );
  return _id;
}

const aHome = async (size: number, since?: ReturnType<typeof addDays>) => {
  const { members } = await aHousehold({ organizationNumber, size });
  return { people: members, membershipId: await aPart(members, since) };
};

const diesOn = (memberId: string, day: string) =>
  collection('members').updateOne({ _id: objectId(memberId) }, { $set: { deceasedDt: day } });

const post = (path: string, body: object, by = manager) => api.request.post(path).set(api.as(by)).send(body);
const FORM = () => ({
  name: 'In memory of Amos',
  description: 'For the family of Amos',
  startDt: today(),
  endDt: addDays(today(), 30),
});
const claimOf = (approved: number) =>
  anApprovedClaim(api, { memberId: dead._id, campaignId: fund._id, approved, deceasedDt: DIED() });
const collect = (claimId: string, sharing: Sharing, by = manager) =>
  post(`/v2/claims/${claimId}/collection`, { ...FORM(), sharing }, by);
const activate = (_id: string, by = administrator) => post('/v2/campaign-run', { _id, isActive: true }, by);
const handlers = () => ({
  [COLLECTION_COUNT_JOB]: collectionCountJob(api.deps),
  [RUN_DUES_JOB]: runDuesJob({
    ...api.deps,
    rosterOf: rosterOf(api.deps),
  }),
});
const work = () => workOnJobs(handlers(), api.deps.logger);
const duesOf = (runId: string) =>
  collection('donations')
    .find({ campaignRunId: objectId(runId) })
    .sort({ externalRef: 1 })
    .toArray();
const board = async (runId: string, by = treasurer) => (await api.get(`/v2/runs/${runId}/board`, by)).body;

describe('the roster', () => {
  it('is who was covered on that day, lives and does not mourn; preview, dues, board and report agree', async () => {
    const three = await aHome(3);
    await aHome(1);
    // Joined since; died since; of one of two, who died since then.
    await aHome(2, addDays(DIED(), 1));
    const alone = await aHome(1);
    await diesOn(alone.people[0]?._id ?? '', today());
    const pair = await aHome(2);
    await diesOn(pair.people[1]?._id ?? '', addDays(today(), -1));
    // A neighbor's membership that covers the widow too.
    const neighbor = await aMember({ organizationNumber });
    await aPart([neighbor, widow]);
    const claimId = await claimOf(1_000_00);
    // The widow moves afterwards, and mourns as before.
    const { household_id } = await aHousehold({ organizationNumber, size: 1 });
    await collection('members').updateOne({ _id: objectId(widow._id) }, { $set: { household_id } });
    const path = `/v2/claims/${claimId}/collection`;
    const preview = (await post(`${path}/preview`, { ...FORM(), sharing: 'per_person' })).body;
    expect(preview).toMatchObject({
      count: 4,
      sum: 1000,
      leftOut: [
        { reason: 'not_covered', count: 2 },
        { reason: 'bereaved', count: 1 },
      ],
      shared: { rosterDt: DIED(), households: 4, people: 6, total: 1000, least: 166.66, most: 500.01 },
    });
    const made = await collect(claimId, 'per_person');
    expect([made.status, made.body]).toMatchObject([
      201,
      { claimId, rosterDt: DIED(), sharing: 'per_person', isActive: false },
    ]);
    const runId = made.body._id;
    expect((await api.get(`/v2/claims/${claimId}`, manager)).body.campaignRunId).toBe(runId);
    expect((await collect(claimId, 'dues')).body.code).toBe('collection_exists');
    expect((await api.get(`/v2/campaigns/${fund._id}/runs/${runId}/preview`, manager)).body).toEqual(preview);
    const own = await activate(runId, manager);
    expect([own.status, own.body.code]).toEqual([403, 'second_person']);
    // Opened again, and approved with another amount: that is shared.
    const claimed = (set: object) =>
      collection<{ _id: string }>('claims').updateOne({ _id: claimId }, { $set: set });
    await claimed({ state: 'open', 'benefit.approvedAmount': 900_00 });
    expect((await activate(runId)).body.code).toBe('claim_state');
    await claimed({ state: 'approved', 'benefit.approvedAmount': 1_000_00 });
    expect((await activate(runId)).body.job.status).toBe('waiting');
    await work();
    const dues = await duesOf(runId);
    expect(dues.map(({ minAmountDue }) => minAmountDue)).toEqual([50001, 16667, 16666, 16666]);
    expect(dues[0]?.['members'].map(({ price }: { price: number }) => price)).toEqual([16667, 16667, 16667]);
    expect((await activate(runId, manager)).body.job).toMatchObject({
      status: 'done',
      report: { made: 4, sum: 100_000, not_covered: 2, bereaved: 1 },
    });

    // A price of today changes none of it, and nobody is added later.
    await post(`/v2/membership/${three.membershipId}/refresh-price`, {});
    expect((await duesOf(runId))[0]?.['minAmountDue']).toBe(50001);
    const late = await aHome(1);
    const added = await post('/v2/membership/donations', {
      campaignMembershipId: late.membershipId,
      campaignRunId: runId,
    });
    expect(added.body.code).toBe('roster_run');

    const lines = [{ donationId: String(dues[0]?._id), amount: cents(200_00) }];
    const paid = { method: 'cash', paidDt: new Date(), recordedBy: 'test', currency: 'usd' } as const;
    await recordOfflineReceipts([{ receiptId: randomUUID(), lines, ...paid }], api.deps);
    const payout = { payoutId: randomUUID(), payee: PAYEE.payeeId, amount: 700_00, method: 'check' };
    await post(`/v2/claims/${claimId}/payouts`, { ...payout, paidDt: today() }, treasurer);
    const figures = {
      covered: 6,
      households: 4,
      openHouseholds: 4,
      due: 1_000_00,
      collected: 200_00,
      open: 800_00,
    };
    const shown = await board(runId);
    expect(shown).toMatchObject({ ...figures, byOrganization: [{ organizationNumber, ...figures }] });
    await refresh(runTotals, { now: api.deps.now(), timeZone });
    expect(await board(runId)).toEqual(shown);
    expect(await board(runId, await anAccount({ role: 'viewer', organizationNumber }))).toMatchObject({
      ...figures,
      due: null,
      collected: null,
      open: null,
    });
    const { body: report } = await api.get(`/v2/runs/${runId}/report`, treasurer);
    expect(report).toMatchObject({
      due: 1_000_00,
      collected: 200_00,
      open: 800_00,
      waived: 0,
      paidOut: 700_00,
      fees: 0,
      left: -500_00,
    });
    const pdf = await api.get(`/v2/runs/${runId}/report.pdf`, treasurer);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    await expectTheBooksToAgree(api);
  });

  it('goes by people: in two memberships they pay once, in the first; moved to another, they pay there', async () => {
    const home = await aHome(2);
    const neighbor = await aMember({ organizationNumber });
    await aPart([neighbor, home.people[1] as MemberRecord]);
    const old = await aHome(2);
    const moved = old.people[1] as MemberRecord;
    const ended = {
      'members.1.isActive': false,
      'members.1.endDt': startOfDay(addDays(DIED(), 2), timeZone),
    };
    await collection('campaign_memberships').updateOne({ _id: objectId(old.membershipId) }, { $set: ended });
    const founded = await aPart([moved], addDays(DIED(), 2));
    // In no membership on that day.
    await aHome(1, addDays(DIED(), 2));
    const claimId = await claimOf(500_00);
    const path = `/v2/claims/${claimId}/collection`;
    const preview = (await post(`${path}/preview`, { ...FORM(), sharing: 'per_person' })).body;
    expect(preview).toMatchObject({
      leftOut: [
        { reason: 'not_covered', count: 1 },
        { reason: 'bereaved', count: 1 },
      ],
      shared: { households: 4, people: 5, least: 100, most: 200 },
    });
    const runId = (await collect(claimId, 'per_person')).body._id;
    await activate(runId);
    await work();
    const charged = new Map(
      (await duesOf(runId)).map((due) => [
        String(due['campaignMembershipId']),
        due['members'].map(({ member_id }: { member_id: unknown }) => String(member_id)),
      ]),
    );
    expect(charged.get(home.membershipId)).toHaveLength(2);
    expect(charged.get(old.membershipId)).toHaveLength(1);
    expect(charged.get(founded)).toEqual([moved._id]);
    expect([...charged.values()].flat()).toHaveLength(5);
  });

  it('pays what was owed on that day: what was paid since does not count', async () => {
    const covered = await aHome(1);
    const lapsed = await aHome(1);
    const before = (
      await post('/v2/campaign-run', {
        campaignId: fund._id,
        name: 'Before',
        description: 'Earlier dues',
        startDt: addDays(DIED(), -60),
        endDt: addDays(DIED(), 30),
      })
    ).body;
    await activate(before._id);
    await work();
    const ended = { createdDt: startOfDay(addDays(DIED(), -60), timeZone) };
    await collection('donations').updateMany({ campaignRunId: objectId(before._id) }, { $set: ended });
    await collection('campaign_runs').updateOne(
      { _id: objectId(before._id) },
      { $set: { endDt: endOfDay(addDays(DIED(), -20), timeZone) }, $unset: { earlier: 1 } },
    );
    // It was active before.
    await collection('campaign_runs').updateOne({ _id: objectId(before._id) }, { $set: { isActive: true } });
    const dues = await duesOf(before._id);
    const receiptOf = (membershipId: string, paidDt: Date) => {
      const due = dues.find(({ campaignMembershipId }) => String(campaignMembershipId) === membershipId);
      const lines = [{ donationId: String(due?._id), amount: cents(due?.['minAmountDue']) }];
      return {
        receiptId: randomUUID(),
        lines,
        method: 'cash',
        paidDt,
        recordedBy: 'test',
        currency: 'usd',
      } as const;
    };
    await recordOfflineReceipts(
      [
        receiptOf(covered.membershipId, startOfDay(addDays(DIED(), -30), timeZone)),
        receiptOf(lapsed.membershipId, startOfDay(addDays(DIED(), 2), timeZone)),
      ],
      api.deps,
    );
    const claimId = await claimOf(100_00);
    const path = `/v2/claims/${claimId}/collection/preview`;
    const { body } = await post(path, { ...FORM(), sharing: 'per_household' });
    expect(body).toMatchObject({ count: 1, sum: 100, leftOut: [{ reason: 'not_covered', count: 2 }] });
  });

  it('of many memberships is counted by a job, once, to the same cents', async () => {
    const { membershipId } = await aHome(3);
    await aHome(1);
    const claimId = await claimOf(1_000_01);
    const path = `/v2/claims/${claimId}/collection`;
    const form = { ...FORM(), sharing: 'per_person' };
    const { shared } = (await post(`${path}/preview`, form)).body;
    // Nobody knows their people: they were not covered.
    const memberships = collection('campaign_memberships');
    const membership = await memberships.findOne({ _id: objectId(membershipId) });
    const part = membership?.['members'][0];
    expect(part).toBeDefined();
    await memberships.insertMany(
      Array.from({ length: COUNTED_AT_ONCE_MAX }, (_one, index) => ({
        ...membership,
        _id: objectId(newId()),
        membershipNbr: 900_000 + index,
        primaryMemberId: objectId(newId()),
        members: [{ ...part, _id: objectId(newId()), member_id: objectId(newId()) }],
      })),
    );
    const begun = await post(`${path}/preview`, form);
    expect([begun.status, begun.body.type]).toEqual([202, 'collection-count']);
    expect((await post(`${path}/preview`, form)).body._id).toBe(begun.body._id);
    await work();
    const { body } = await api.get(`/v2/jobs/${begun.body._id}`, manager);
    expect(body).toMatchObject({
      status: 'done',
      report: { count: 2, sum: 1_000_01, people: 4, not_covered: COUNTED_AT_ONCE_MAX, bereaved: 1 },
    });
    expect([body.report.least, body.report.most]).toEqual([
      Math.round(shared.least * 100),
      Math.round(shared.most * 100),
    ]);
    const runId = (await collect(claimId, 'per_person')).body._id;
    const preview = await api.get(`/v2/campaigns/${fund._id}/runs/${runId}/preview`, administrator);
    expect([preview.status, preview.body.type]).toEqual([202, 'collection-count']);
  });
});

describe('a collection and the death that it is for', () => {
  const undoes = () => post(`/v2/members/${dead._id}/life-events`, { event: 'death', undo: true });
  const diesAgain = (deceasedDt: string) =>
    post(`/v2/members/${dead._id}/life-events`, {
      event: 'death',
      deceasedDt,
      payerMemberId: widow._id,
    });
  const step = (claimId: string, action: string, body: object, by = treasurer) =>
    post(`/v2/claims/${claimId}/${action}`, body, by);
  const REASON = { reason: 'Another invoice' };

  it('is not activated for a person who lives, and not beside another one', async () => {
    await aHome(1);
    const claimId = await claimOf(100_00);
    const runId = (await collect(claimId, 'per_person')).body._id;
    await step(claimId, 'reopen', REASON);
    expect((await undoes()).status).toBe(200);
    expect((await api.get(`/v2/claims/${claimId}`, manager)).body).toMatchObject({
      state: 'closed',
      campaignRunId: null,
    });
    const lives = await activate(runId);
    expect([lives.status, lives.body.code]).toEqual([409, 'claim_state']);
    await diesAgain(DIED());
    await post('/v2/claims', { member_id: dead._id, campaignId: fund._id });
    await step(claimId, 'propose', { amount: 100_00, ...REASON }, manager);
    expect((await step(claimId, 'approve', REASON)).body.state).toBe('approved');
    const next = await collect(claimId, 'per_person');
    expect(next.status).toBe(201);
    expect((await activate(runId)).body.code).toBe('claim_state');
    // Closed as approved, it still collects.
    await step(claimId, 'close', REASON);
    expect((await activate(next.body._id)).status).toBe(200);
    expect(await duesOf(runId)).toEqual([]);
  });

  it('keeps the death once it has begun', async () => {
    await aHome(1);
    const claimId = await claimOf(100_00);
    const runId = (await collect(claimId, 'per_person')).body._id;
    await activate(runId);
    await post('/v2/campaign-run', { _id: runId, isActive: false });
    await step(claimId, 'reopen', REASON);
    for (const answer of [await undoes(), await diesAgain(addDays(DIED(), 1))])
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        ...[409, 'claim_decided', expect.stringContaining(FORM().name)],
      ]);
    await work();
    // The day alone is corrected with a reason, and the run goes on by the day of which its roster was made.
    const day = addDays(DIED(), 1);
    const why = { ...REASON, payerMemberId: widow._id };
    const event = { event: 'death', deceasedDt: day, ...why };
    const corrected = await post(`/v2/members/${dead._id}/life-events`, event);
    expect([corrected.status, corrected.body.detail]).toEqual([200, undefined]);
    expect((await api.get(`/v2/claims/${claimId}`, manager)).body.deceasedDt).toBe(day);
    const other = await post(`/v2/members/${dead._id}/life-events`, {
      ...event,
      deceasedDt: addDays(DIED(), -400),
    });
    expect([other.status, other.body.detail]).toEqual([
      409,
      expect.stringContaining('so the day stays as it is'),
    ]);
  });

  it('of which one is taken back while the other begins, has one outcome', async () => {
    await aHome(1);
    const claimId = await claimOf(100_00);
    const runId = (await collect(claimId, 'per_person')).body._id;
    await Promise.all([activate(runId), step(claimId, 'reopen', REASON).then(undoes)]);
    const run = await collection('campaign_runs').findOne({ _id: objectId(runId) });
    const person = await collection('members').findOne({ _id: objectId(dead._id) });
    expect(run?.['isActive']).toBe(person?.['deceasedDt'] !== null);
  });

  it('charges by the corrected day', async () => {
    await aHome(1);
    await aHome(1, addDays(DIED(), 2));
    const claimId = await claimOf(120_00);
    const runId = (await collect(claimId, 'per_person')).body._id;
    await step(claimId, 'reopen', REASON);
    const day = addDays(DIED(), 3);
    expect((await diesAgain(day)).status).toBe(200);
    const proposal = { amount: 100_00, ...REASON };
    await step(claimId, 'propose', proposal, manager);
    expect((await step(claimId, 'approve', REASON)).body.state).toBe('approved');
    const path = `/v2/campaigns/${fund._id}/runs/${runId}`;
    expect((await api.get(path, manager)).body.rosterDt).toBe(day);
    expect((await api.get(`${path}/preview`, manager)).body).toMatchObject({
      count: 2,
      shared: { rosterDt: day, households: 2 },
    });
    await activate(runId);
    // Opened again before the dues are made, it leaves them as they are.
    expect((await step(claimId, 'reopen', REASON)).body.state).toBe('open');
    await work();
    expect((await duesOf(runId)).map(({ minAmountDue }) => minAmountDue)).toEqual([5000, 5000]);
  });
});

describe('what each household pays', () => {
  it.each<[Sharing, number]>([
    ['dues', 20_00],
    ['per_household', 1_000_01],
    ['per_person', 777_77],
  ])('by %s sums to the cent, killed at every write', async (sharing, approved) => {
    const sizes = [2, 1, 4, 3];
    for (const size of sizes) await aHome(size);
    const claimId = await claimOf(approved);
    const path = `/v2/claims/${claimId}/collection/preview`;
    const { body: preview } = await post(path, { ...FORM(), sharing });
    const runId = (await collect(claimId, sharing)).body._id;
    await activate(runId);
    for (let writes = 0; ; writes += 1) {
      const { isInterrupted } = await interruptedAfter(writes, () => work().catch(() => undefined));
      if (!isInterrupted) break;
      const lost = { $set: { leaseDt: new Date(), attempts: 0 } };
      await jobs().updateOne({ type: RUN_DUES_JOB, isOpen: true }, lost);
      expect(writes).toBeLessThan(40);
    }
    const dues = await duesOf(runId);
    const amounts = dues.map(({ minAmountDue }) => Number(minAmountDue));
    const expected = { dues: [5000, 2500, 7000, 6000], per_household: [25001, 25000, 25000, 25000] };
    expect(amounts).toEqual(sharing === 'per_person' ? [15556, 7778, 31112, 23331] : expected[sharing]);
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    expect(sum).toBe(sharing === 'dues' ? 20500 : approved);
    expect(Math.round(preview.sum * 100)).toBe(sum);
    for (const { minAmountDue, members, share } of dues) {
      const prices = members.map(({ price }: { price: number }) => price);
      expect([share, prices.reduce((total: number, price: number) => total + price, 0)]).toEqual([
        'set',
        minAmountDue,
      ]);
    }
    const shown = await board(runId);
    expect([shown.due, shown.covered, shown.households]).toEqual([sum, 10, 4]);
    expect(await jobs().findOne({ type: RUN_DUES_JOB }, { sort: { createdDt: -1 } })).toMatchObject({
      state: 'done',
      report: { made: 4, sum },
    });
    await expectTheBooksToAgree(api);
  });

  it.each<[Sharing, number[]]>([
    ['per_household', [100_00, 0]],
    ['per_person', [50_00, 0]],
  ])('by %s, when those of it are found to have died one after the other', async (sharing, left) => {
    const home = await aHome(2);
    const claimId = await claimOf(100_00);
    const runId = (await collect(claimId, sharing)).body._id;
    await activate(runId);
    await work();
    const [first, last] = home.people as [MemberRecord, MemberRecord];
    const dies = (_id: string, body: object) =>
      post(`/v2/members/${_id}/life-events`, { event: 'death', deceasedDt: addDays(today(), -1), ...body });
    const amountNow = async () => {
      const [due] = await duesOf(runId);
      const prices = due?.['members'].map(({ price }: { price: number }) => price);
      expect(prices.reduce((sum: number, price: number) => sum + price, 0)).toBe(due?.['minAmountDue']);
      return due?.['minAmountDue'];
    };
    const bothDie = async () => {
      const amounts = [];
      for (const body of [{ payerMemberId: last._id }, {}]) {
        expect((await dies('payerMemberId' in body ? first._id : last._id, body)).status).toBe(200);
        amounts.push(await amountNow());
      }
      return amounts;
    };
    const bothLive = async () => {
      const amounts = [];
      for (const { _id } of [first, last]) {
        const undone = await post(`/v2/members/${_id}/life-events`, { event: 'death', undo: true });
        expect([undone.status, undone.body.detail]).toEqual([200, undefined]);
        amounts.push(await amountNow());
      }
      return amounts;
    };
    expect(await bothDie()).toEqual(left);
    expect(await bothLive()).toEqual([left[0], 100_00]);
    // The run was paused before the amounts were set.
    await post('/v2/campaign-run', { _id: runId, isActive: false });
    const waits = { share: 'waiting', minAmountDue: 0, 'members.$[].price': 0, isOpen: false };
    await collection('donations').updateOne({ campaignRunId: objectId(runId) }, { $set: waits });
    await collection('campaign_runs').updateOne({ _id: objectId(runId) }, { $unset: { 'roster.setDt': 1 } });
    expect(await bothDie()).toEqual([0, 0]);
    await activate(runId);
    await work();
    expect(await amountNow()).toBe(0);
    expect(await bothLive()).toEqual([left[0], 100_00]);
  });

  it('is refused before a claim is approved, for nothing, and to users who may not make runs', async () => {
    const claimId = await claimOf(0);
    expect((await collect(claimId, 'per_person')).body.errors[0].path).toBe('sharing');
    expect((await collect(claimId, 'per_person', treasurer)).status).toBe(403);
    const wrong = { ...FORM(), endDt: addDays(today(), -1), sharing: 'dues' };
    expect((await post(`/v2/claims/${claimId}/collection/preview`, wrong)).body.errors[0].path).toBe('endDt');
    await collection<{ _id: string }>('claims').updateOne({ _id: claimId }, { $set: { state: 'open' } });
    expect((await collect(claimId, 'dues')).body.code).toBe('claim_state');
  });
});

describe('two deaths in a week', () => {
  let other: MemberRecord;

  beforeEach(async () => {
    const home = await aHousehold({ organizationNumber, size: 2 });
    [other] = home.members as [MemberRecord, MemberRecord];
    await aPart(home.members);
  });

  const claimsOf = async (...approved: [number, number]) => [
    await claimOf(approved[0]),
    await anApprovedClaim(api, {
      ...{ memberId: other._id, campaignId: fund._id, approved: approved[1] },
      deceasedDt: addDays(DIED(), 2),
    }),
  ];
  const together = (claimIds: string[], sharing: Sharing, path = '') =>
    post(`/v2/claims/${claimIds[0]}/collection${path}`, {
      ...{ ...FORM(), sharing, togetherWith: claimIds.slice(1) },
    });

  it('are one run: each household pays its part of both, and who mourns one of them that of the other', async () => {
    await aHome(3);
    // Joined between the two.
    await aHome(1, addDays(DIED(), 1));
    const claimIds = await claimsOf(1_000_00, 300_00);
    const preview = (await together(claimIds, 'per_person', '/preview')).body;
    expect(preview).toMatchObject({ count: 4, sum: 1300, shared: { households: 4, people: 6, total: 1300 } });
    const made = await together(claimIds, 'per_person');
    expect([made.status, made.body]).toMatchObject([201, { claimId: claimIds[0], claimIds }]);
    const runId = made.body._id;
    for (const claimId of claimIds)
      expect((await api.get(`/v2/claims/${claimId}`, manager)).body.campaignRunId).toBe(runId);
    expect((await collect(claimIds[1] ?? '', 'dues')).body.code).toBe('collection_exists');
    await activate(runId);
    for (let writes = 0; ; writes += 1) {
      const { isInterrupted } = await interruptedAfter(writes, () => work().catch(() => undefined));
      if (!isInterrupted) break;
      await jobs().updateOne(
        { type: RUN_DUES_JOB, isOpen: true },
        { $set: { leaseDt: new Date(), attempts: 0 } },
      );
      expect(writes).toBeLessThan(40);
    }
    const dues = await duesOf(runId);
    // The widow shares the second, the brother the first; three both; who joined later the second.
    expect(dues.map(({ minAmountDue }) => minAmountDue)).toEqual([60_00, 250_00, 250_00 * 3 + 180_00, 60_00]);
    const payout = { payoutId: randomUUID(), payee: PAYEE.payeeId, amount: 100_00, method: 'check' };
    await post(`/v2/claims/${claimIds[1]}/payouts`, { ...payout, paidDt: today() }, treasurer);
    const { body: report } = await api.get(`/v2/runs/${runId}/report`, treasurer);
    expect(report).toMatchObject({ households: 4, people: 6, due: 1_300_00, paidOut: 100_00 });
    expect(report.fellAway).toBeUndefined();
    // One of three dies.
    const gone = dues[2]?.['members'][1].member_id;
    await post(`/v2/members/${String(gone)}/life-events`, {
      event: 'death',
      deceasedDt: addDays(today(), -1),
    });
    const less = { households: 0, people: 1, amount: 310_00 };
    expect((await api.get(`/v2/runs/${runId}/report`, treasurer)).body).toMatchObject({
      ...{ due: 990_00, fellAway: less },
    });
    expect((await board(runId)).fellAway).toEqual(less);
    expect((await board(runId, await anAccount({ role: 'viewer', organizationNumber }))).fellAway).toEqual({
      ...{ ...less, amount: null },
    });
    await expectTheBooksToAgree(api);
  });

  it('are not collected for together with a claim of another fund or twice; a death taken back leaves the other', async () => {
    await aHome(1);
    const [first = '', second = ''] = await claimsOf(100_00, 50_00);
    const elsewhere = await aCampaign({ organizationNumber });
    const foreign = await anApprovedClaim(api, {
      ...{ memberId: other._id, campaignId: elsewhere._id, approved: 1, deceasedDt: DIED() },
    });
    for (const ids of [
      [first, foreign],
      [first, first],
      [first, second, second],
      [first, 'none'],
    ])
      expect((await together(ids, 'per_person')).body.errors[0].path).toBe('togetherWith');
    const runId = (await together([first, second], 'per_person')).body._id;
    const { body: reopened } = await post(
      `/v2/claims/${first}/reopen`,
      { reason: 'Another invoice' },
      treasurer,
    );
    expect([reopened.state, reopened.campaignRunId]).toEqual(['open', null]);
    expect((await post(`/v2/members/${dead._id}/life-events`, { event: 'death', undo: true })).status).toBe(
      200,
    );
    // Its name is still that of both.
    const named = await activate(runId);
    expect([named.status, named.body.code, named.body.detail]).toEqual([
      ...[409, 'collection_name', expect.stringContaining('Change its name and description first')],
    ]);
    const texts = { name: 'In memory of Ben', description: 'For the family of Ben' };
    expect((await post('/v2/campaign-run', { _id: runId, ...texts })).status).toBe(200);
    expect((await activate(runId)).status).toBe(200);
    await work();
    expect(await duesOf(runId)).toHaveLength(2);
    expect((await board(runId)).due).toBe(50_00);
  });

  it('are collected for again once the run has ended: what it did not bring', async () => {
    await aHome(2);
    const claimIds = await claimsOf(1_000_00, 500_00);
    const runId = (await together(claimIds, 'per_household')).body._id;
    await activate(runId);
    await work();
    const due = (await duesOf(runId)).at(-1);
    const lines = [{ donationId: String(due?._id), amount: cents(300_00) }];
    const paid = { method: 'cash', paidDt: new Date(), recordedBy: 'test', currency: 'usd' } as const;
    await recordOfflineReceipts([{ receiptId: randomUUID(), lines, ...paid }], api.deps);
    const ended = { $set: { endDt: endOfDay(addDays(today(), -1), timeZone) } };
    await collection('campaign_runs').updateOne({ _id: objectId(runId) }, ended);
    // Those who gave read what it came to.
    const told = async (membershipId: unknown) =>
      (await api.get(`/api/v1/donation/${String(membershipId)}/dues`, manager)).body[0].report;
    expect(await told(due?.['campaignMembershipId'])).toEqual({
      collected: 300,
      paidOut: 0,
      fees: 0,
      left: 300,
    });
    expect(await told((await duesOf(runId))[0]?.['campaignMembershipId'])).toBeUndefined();
    // In proportion to what they shared: 200 and 100.
    for (const [index, missing] of [800, 400].entries()) {
      const claimId = claimIds[index] ?? '';
      const again = { ...FORM(), sharing: 'per_household' };
      const { body } = await post(`/v2/claims/${claimId}/collection/preview`, again);
      expect(body.shared.total).toBe(missing);
      const { body: next } = await post(`/v2/claims/${claimId}/collection`, again);
      expect((await api.get(`/v2/claims/${claimId}`, manager)).body.campaignRunId).toBe(next._id);
      expect((await activate(next._id)).status).toBe(200);
    }
    await work();
    await expectTheBooksToAgree(api);
    // Once all of it came in, nobody is asked again, by whatever is shared.
    const last = await api.get(`/v2/claims/${claimIds[1] ?? ''}`, manager);
    const rest = (await duesOf(last.body.campaignRunId)).map((one) => ({
      donationId: String(one._id),
      amount: cents(one['minAmountDue']),
    }));
    for (const one of rest)
      await recordOfflineReceipts([{ receiptId: randomUUID(), lines: [one], ...paid }], api.deps);
    await collection('campaign_runs').updateOne({ _id: objectId(last.body.campaignRunId) }, ended);
    for (const sharing of ['dues', 'per_household', 'per_person'] as const)
      expect((await collect(claimIds[1] ?? '', sharing)).body.errors).toEqual([
        expect.objectContaining({ path: 'sharing', message: 'Nothing is missing any more' }),
      ]);
  });
});

it('board, report and dues agree after each of ten steps of people who pay, are let off, die and leave', async () => {
  for (const size of [3, 2, 2, 1, 4]) await aHome(size);
  const runId = (await collect(await claimOf(1_234_56), 'per_person')).body._id;
  await activate(runId);
  await work();
  const seed = Math.floor(Math.random() * 1e6);
  const randomly = fc.sample(fc.tuple(fc.nat(3), fc.nat(4), fc.integer({ min: 1, max: 400_00 })), {
    ...{ seed, numRuns: 10 },
  });
  for (const [action, index, most] of randomly) {
    const due = (await duesOf(runId))[index];
    const person = due?.['members'].at(-1)?.member_id;
    if (!due || !person) continue;
    const donationId = String(due._id);
    const owed =
      Number(due['minAmountDue']) - Number(due['paymentsTotal']) - Number(due['waived']?.amount ?? 0);
    const amount = Math.min(most, owed);
    const paid = { method: 'cash', paidDt: new Date(), recordedBy: 'test', currency: 'usd' } as const;
    if (action === 0 && amount > 0)
      await recordOfflineReceipts(
        [{ receiptId: randomUUID(), lines: [{ donationId, amount: cents(amount) }], ...paid }],
        api.deps,
      );
    if (action === 1 && amount > 0)
      await post(`/v2/donations/${donationId}/waive`, { amount, reason: 'Hardship' }, treasurer);
    if (action === 2)
      await post(`/v2/members/${String(person)}/life-events`, {
        event: 'death',
        deceasedDt: addDays(today(), -1),
      });
    if (action === 3) await refresh(runTotals, { now: api.deps.now(), timeZone });
    const dues = await duesOf(runId);
    const sum = (of: (one: (typeof dues)[number]) => number) => dues.reduce((all, one) => all + of(one), 0);
    const { body: report } = await api.get(`/v2/runs/${runId}/report`, treasurer);
    const shown = await board(runId);
    const at = `seed ${seed}`;
    expect(report.due, at).toBe(sum(({ minAmountDue }) => minAmountDue));
    expect(report.due + (report.fellAway?.amount ?? 0), at).toBe(1_234_56);
    expect(report.due + (report.beyond ?? 0), at).toBe(report.collected + report.open + report.waived);
    expect(report.collected, at).toBe(sum(({ paymentsTotal }) => paymentsTotal));
    expect([shown.due, shown.collected, shown.open, shown.fellAway], at).toEqual([
      ...[report.due, report.collected, report.open, report.fellAway],
    ]);
  }
  await expectTheBooksToAgree(api);
});

it('has the words of the family where they agreed: on board, dues and notice, and nowhere once they are taken back', async () => {
  const home = await aHome(1);
  const claimId = await claimOf(100_00);
  const runId = (await collect(claimId, 'per_person')).body._id;
  await activate(runId);
  await work();
  const put = (memorial: object | null, by = manager) =>
    api.request.put(`/v2/claims/${claimId}/memorial`).set(api.as(by)).send({ memorial });
  const words = 'He planted the oak behind the church.';
  const memorial = { words, agreedBy: 'Ruth, his widow', agreedDt: today() };
  for (const [wrong, path] of [
    [{ ...memorial, words: '' }, 'memorial.words'],
    [{ ...memorial, agreedBy: '' }, 'memorial.agreedBy'],
    [{ ...memorial, agreedDt: addDays(today(), 1) }, 'memorial.agreedDt'],
  ] as const)
    expect((await put(wrong)).body.errors[0].path).toBe(path);
  expect((await put(memorial, treasurer)).status).toBe(403);
  const { body: claim } = await put(memorial);
  expect(claim.memorial).toMatchObject(memorial);
  const shown = async () => [
    (await board(runId)).memorials,
    (await api.get(`/api/v1/donation/${home.membershipId}/dues`, manager)).body[0].memorials,
    await memorialsOf(await requireRun(runId)),
  ];
  expect(await shown()).toEqual([[words], [words], [words]]);
  // In the preview of a reminder, which is what is sent, in letters and on the page to print.
  const ofRun = `/v2/campaigns/${fund._id}/runs/${runId}`;
  const address = { streetAddress: '12 Elm Street', cityNm: 'Bowie', stateCd: 'MD', postalCd: '20715' };
  const primary = { _id: objectId(home.people[0]?._id ?? '') };
  await collection('members').updateOne(primary, { $set: { address: { ...address, countryCd: 'US' } } });
  const letters = await post(`${ofRun}/letters`, { audience: 'everybody' }, treasurer);
  await workOnJobs({ [RUN_LETTERS_JOB]: runLettersJob(api.deps) }, api.deps.logger);
  const file = (path: string) => api.get(path, treasurer).buffer(true).responseType('blob');
  const told = async () => [
    (await api.get(`${ofRun}/reminders/preview`, treasurer)).body.memorials,
    pdfTextOf((await file(`${ofRun}/letters/${letters.body._id}/letters.pdf`)).body).includes(words),
    pdfTextOf((await file(`/v2/runs/${runId}/report.pdf`)).body).includes(words),
  ];
  expect(await told()).toEqual([[words], true, true]);
  // Also of a claim that is closed.
  await collection<{ _id: string }>('claims').updateOne({ _id: claimId }, { $set: { state: 'closed' } });
  expect((await put(null)).status).toBe(200);
  expect(await shown()).toEqual([undefined, undefined, []]);
  expect(await told()).toEqual([undefined, false, false]);
  const entries = await collection('audit_entries').find({ action: 'claim.changed' }).toArray();
  // The history keeps that there was a line, not its words, nor who agreed.
  expect(entries.map(({ changes }) => changes)).toEqual([
    [{ field: 'hasMemorial', from: false, to: true }],
    [{ field: 'hasMemorial', from: true, to: false }],
  ]);
});
