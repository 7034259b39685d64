import { cents } from '@kinfold/domain/money';
import mongoose from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { newId, objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { createMemberships } from '../memberships/new-membership.service.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';
import { runTotals } from '../donations/run-figures.service.ts';
import { rosterOf } from '../claims/roster.service.ts';
import { runDuesJob } from '../donations/dues.service.ts';
import { RUN_DUES_JOB } from './run-changes.service.ts';
import { refresh } from '../../../work/projections.ts';

const { api, organizationNumber, manager } = await apiWithManager({
  environment: { TIME_ZONE: 'America/New_York' },
});

const post = (body: object, as = manager, path = '/v2/campaign-run') =>
  api.request.post(path).set(api.as(as)).send(body);
const FORM = { name: 'In memory of Amos', description: 'For the family of Amos' };
const aFund = () => aCampaign({ organizationNumber });
const newRun = async (campaign: CampaignRecord, more: object = {}) =>
  (await post({ ...FORM, campaignId: campaign._id, ...more }).expect(201)).body;
const work = () =>
  workOnJobs({ [RUN_DUES_JOB]: runDuesJob({ ...api.deps, rosterOf: rosterOf(api.deps) }) }, api.deps.logger);
const duesOf = (runId: string) =>
  collection('donations')
    .find({ campaignRunId: objectId(runId) })
    .toArray();
const activate = (runId: string, as = manager) => post({ _id: runId, isActive: true }, as);
const reportOf = async (runId: string) =>
  (await api.get(`/v2/campaign-run/${runId}`, manager)).body.job?.report;

describe('a new run', () => {
  it('is not active, and lasts from the first day’s midnight to the last day’s in the time zone', async () => {
    const campaign = await aFund();
    const run = await newRun(campaign, { startDt: '03/01/2027', endDt: '2027-03-31', isActive: true });
    expect(run).toMatchObject({
      ...FORM,
      campaignId: campaign._id,
      isActive: false,
      status: 'paused',
      startDt: '2027-03-01T05:00:00.000Z',
      // The clocks were put forward on 03/14.
      endDt: '2027-04-01T03:59:59.999Z',
      version: 1,
    });
    for (const path of [
      `/v2/campaigns/${campaign._id}/runs/${run._id}`,
      `/v2/campaign-run/${run._id}`,
      `/api/v1/campaign-run/${run._id}`,
    ])
      expect((await api.get(path, manager)).body).toEqual(run);
    expect((await api.get(`/v2/campaigns/${(await aFund())._id}/runs/${run._id}`, manager)).status).toBe(404);
  });

  it('ends after 30 days when nobody says otherwise', async () => {
    const run = await newRun(await aFund());
    expect(Date.parse(run.endDt) - Date.parse(run.startDt)).toBe(30 * 86_400_000);
  });

  it.each<[object, string, string]>([
    [{ name: '  a ' }, 'name', 'The name is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'At most 100 characters'],
    [{ description: '   ' }, 'description', 'The description is required'],
    [{ startDt: '02/30/2027' }, 'startDt', 'Incorrect date'],
    [{ endDt: '03/01/1899' }, 'endDt', 'Incorrect date'],
    [{ startDt: '03/02/2027', endDt: '03/01/2027' }, 'endDt', 'The last day is not before the first day'],
  ])('is refused with %j', async (wrong, path, message) => {
    const { status, body } = await post({ ...FORM, campaignId: (await aFund())._id, ...wrong });
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
  });
});

describe('a run that is changed', () => {
  it('is extended, and not overwritten by a user who read it before', async () => {
    const run = await newRun(await aFund());
    const { body } = await post({ _id: run._id, version: 1, endDt: '12/31/2030' });
    expect(body).toMatchObject({ ...FORM, endDt: '2031-01-01T04:59:59.999Z', version: 2 });
    const late = await post({ _id: run._id, version: 1, endDt: '12/31/2029' });
    expect([late.status, late.body]).toMatchObject([409, { code: 'changed_meanwhile', current: body }]);
  });

  it('is neither activated nor paused after its end, until it has a later one', async () => {
    const campaign = await aFund();
    const ended = await aRun({ campaign, endsInDays: -1 });
    for (const isActive of [true, false])
      expect((await post({ _id: ended._id, isActive })).body).toMatchObject({
        status: 409,
        code: 'run_ended',
      });
    expect((await post({ _id: ended._id, isActive: true, endDt: '12/31/2030' })).status).toBe(200);
  });
});

describe('activating a run', () => {
  it('makes the dues that the preview said, and tells who was left out and why', async () => {
    const campaign = await aFund();
    for (const isActive of [true, true, true, false, null]) await aMembership({ campaign, isActive });
    const free = await aMember({ organizationNumber });
    const { _id } = await aMembership({ campaign, primary: free });
    await collection('campaign_memberships').updateOne({ _id: objectId(_id) }, { $set: { totalPrice: 0 } });
    const run = await newRun(campaign);
    const { body: preview } = await api.get(`/v2/campaigns/${campaign._id}/runs/${run._id}/preview`, manager);
    expect(preview).toEqual({
      count: 3,
      sum: 75,
      leftOut: [
        { reason: 'no_price', count: 1 },
        { reason: 'not_active', count: 1 },
        { reason: 'not_confirmed', count: 1 },
      ],
      samples: Array(3).fill({ primaryMemberName: expect.stringMatching(/^First/), totalPrice: 25 }),
    });
    const { body } = await activate(run._id);
    expect(body).toMatchObject({ status: 'active', job: { type: 'run-dues', status: 'waiting', done: 0 } });
    expect(await duesOf(run._id)).toHaveLength(0);
    await work();
    expect(await duesOf(run._id)).toHaveLength(3);
    const done = (await api.get(`/v2/campaign-run/${run._id}`, manager)).body.job;
    expect(done).toMatchObject({ status: 'done', total: 4, done: 4, failed: 0 });
    expect(done.report).toEqual({
      made: 3,
      sum: 7500,
      has_dues: 0,
      no_price: 1,
      not_active: 1,
      not_confirmed: 1,
    });
    const [entry] = await collection('audit_entries')
      .find({ action: 'dues.created', 'subject.id': run._id })
      .toArray();
    expect(entry).toMatchObject({ actor: { email: manager.email }, changes: [{ field: 'dues', to: 3 }] });
  });

  it('says who has died, and does not call them inactive', async () => {
    const campaign = await aFund();
    for (const isActive of [true, false]) await aMembership({ campaign, isActive });
    const payer = await aMember({ organizationNumber });
    await aMembership({ campaign, primary: payer });
    const death = { event: 'death', deceasedDt: '2026-01-02' };
    const path = `/v2/members/${payer._id}/life-events`;
    expect((await api.request.post(path).set(api.as(manager)).send(death)).status).toBe(200);
    const run = await newRun(campaign);
    const { body: preview } = await api.get(`/v2/campaigns/${campaign._id}/runs/${run._id}/preview`, manager);
    expect(preview.leftOut).toEqual([
      { reason: 'has_died', count: 1 },
      { reason: 'not_active', count: 1 },
    ]);
    await activate(run._id);
    await work();
    const { report } = (await api.get(`/v2/campaign-run/${run._id}`, manager)).body.job;
    expect(report).toMatchObject({ made: 1, has_died: 1, not_active: 1 });
  });

  it('is one job however many press, also when it is done, and another that makes what is missing', async () => {
    const campaign = await aFund();
    await aMembership({ campaign });
    const run = await newRun(campaign);
    const answers = await Promise.all([1, 2, 3].map(() => activate(run._id)));
    // In the history, only one of them changed it.
    const entries = await collection('audit_entries')
      .find({ 'subject.id': run._id, action: 'campaign_run.updated' })
      .toArray();
    expect(entries.map(({ changes }) => changes)).toEqual([[{ field: 'isActive', from: false, to: true }]]);
    expect(new Set(answers.map(({ body }) => body.job._id)).size).toBe(1);
    await work();
    const late = (await activate(run._id)).body.job;
    expect(late).toMatchObject({ _id: answers[0]?.body.job._id, status: 'done', report: { made: 1 } });
    await aMembership({ campaign });
    expect((await activate(run._id)).body.job._id).not.toBe(late._id);
    await work();
    expect(await reportOf(run._id)).toMatchObject({ made: 1, has_dues: 1 });
    expect(await duesOf(run._id)).toHaveLength(2);
  });

  it('makes what is missing in one that had ended and was extended', async () => {
    const campaign = await aFund();
    await aMembership({ campaign });
    const run = await newRun(campaign);
    const first = (await activate(run._id)).body.job;
    await work();
    const ended = { $set: { endDt: new Date('2026-01-01') } };
    await collection('campaign_runs').updateOne({ _id: objectId(run._id) }, ended);
    await aMembership({ campaign });
    expect((await post({ _id: run._id, endDt: '12/31/2030' })).body.status).toBe('active');
    await work();
    expect(await duesOf(run._id)).toHaveLength(1);
    expect((await activate(run._id)).body.job._id).not.toBe(first._id);
    await work();
    expect(await reportOf(run._id)).toMatchObject({ made: 1, has_dues: 1 });
    expect(await duesOf(run._id)).toHaveLength(2);
  });

  it('makes no dues in an open campaign, nor after it was paused', async () => {
    const open = await aCampaign({ organizationNumber, requiresMembership: false });
    await aMembership({ campaign: open });
    const gifts = await newRun(open);
    expect((await activate(gifts._id)).body).not.toHaveProperty('job');
    const campaign = await aFund();
    await aMembership({ campaign });
    const run = await newRun(campaign);
    await activate(run._id);
    await post({ _id: run._id, isActive: false });
    await work();
    expect(await duesOf(run._id)).toHaveLength(0);
    expect(await reportOf(run._id)).toMatchObject({ made: 0, stopped: 1 });
    await activate(run._id);
    await work();
    expect(await duesOf(run._id)).toHaveLength(1);
  });

  it('counts exactly, killed at every write of the worker', async () => {
    const campaign = await aFund();
    const members = await Promise.all(Array.from({ length: 4 }, () => aMember({ organizationNumber })));
    await createMemberships(
      campaign,
      members.map((primary) => ({ primary })),
      TEST_AUTHOR,
      new Date(),
      'UTC',
    );
    const run = await newRun(campaign);
    await activate(run._id);
    for (let writes = 0; ; writes += 1) {
      const { isInterrupted } = await interruptedAfter(writes, () => work().catch(() => undefined));
      if (!isInterrupted) break;
      // The next worker claims it when the lease has expired.
      await jobs().updateOne(
        { type: RUN_DUES_JOB, isOpen: true },
        { $set: { leaseDt: new Date(), attempts: 0 } },
      );
      expect(writes).toBeLessThan(30);
    }
    expect(await reportOf(run._id)).toMatchObject({ made: 4, sum: 10_000, has_dues: 0 });
    expect(await duesOf(run._id)).toHaveLength(4);
    const recorded = { action: 'dues.created', 'subject.id': run._id };
    expect(await collection('audit_entries').countDocuments(recorded)).toBe(1);
  });

  it('counts those who pay nothing once, those too who become active after it has passed them by', async () => {
    const campaign = await aFund();
    const { _id } = await aMembership({ campaign });
    const model = await collection('campaign_memberships').findOne({ _id: objectId(_id) });
    const addFree = (activeDt: Date) =>
      collection('campaign_memberships').insertOne({
        ...model,
        _id: objectId(newId()),
        primaryMemberId: objectId(newId()),
        totalPrice: 0,
        activeDt,
      });
    await addFree(new Date('2026-01-01'));
    await addFree(new Date());
    const run = await newRun(campaign);
    await activate(run._id);
    const inserts = vi.spyOn(mongoose.mongo.Collection.prototype, 'insertMany');
    inserts.mockImplementationOnce(async function (this: mongoose.mongo.Collection, documents, options) {
      await addFree(new Date());
      return this.insertMany(documents, options);
    });
    await work();
    inserts.mockRestore();
    expect(await reportOf(run._id)).toMatchObject({ made: 1, no_price: 3 });
  });

  it('counts exactly over many batches, killed and with dues that somebody else made meanwhile', async () => {
    const campaign = await aFund();
    const { _id } = await aMembership({ campaign });
    const model = await collection('campaign_memberships').findOne({ _id: objectId(_id) });
    const others = Array.from({ length: 1_203 }, () => ({
      ...model,
      _id: objectId(newId()),
      primaryMemberId: objectId(newId()),
    }));
    await collection('campaign_memberships').insertMany(others);
    const run = await newRun(campaign);
    await activate(run._id);
    const inserts = vi.spyOn(mongoose.mongo.Collection.prototype, 'insertMany');
    type Collection = mongoose.mongo.Collection;
    inserts.mockImplementationOnce(async function (this: Collection, documents, options) {
      // Another process made one of them first.
      await this.insertOne({ ...documents[0], _id: objectId(newId()), madeBy: 'another' });
      return this.insertMany(documents, options);
    });
    inserts.mockImplementationOnce(async function (this: Collection, documents, options) {
      await this.insertMany(documents, options);
      throw new Error('the process died here');
    });
    await work();
    inserts.mockRestore();
    await jobs().updateOne({ type: RUN_DUES_JOB, isOpen: true }, { $set: { leaseDt: new Date() } });
    await work();
    expect(await reportOf(run._id)).toMatchObject({ made: 1_203, has_dues: 1 });
    const memberships = (await duesOf(run._id)).map(({ campaignMembershipId }) =>
      String(campaignMembershipId),
    );
    expect(new Set(memberships).size).toBe(1_204);
    expect(memberships).toHaveLength(1_204);
  });
});

it('who may make, change and look ahead at runs', async () => {
  const campaign = await aFund();
  const run = await newRun(campaign);
  const statuses = async (as: Account) => [
    (await post({ ...FORM, campaignId: campaign._id }, as)).status,
    (await post({ _id: run._id, name: 'In memory' }, as, '/api/v1/campaign-run')).status,
    (await api.get(`/v2/campaigns/${campaign._id}/runs/${run._id}/preview`, as)).status,
  ];
  expect(await statuses(manager)).toEqual([201, 200, 200]);
  for (const role of ['viewer', 'treasurer'] as const)
    expect(await statuses(await anAccount({ role, organizationNumber }))).toEqual([403, 403, 403]);
  const elsewhere = await anAccount({ role: 'administrator', ...(await anOrganization()) });
  for (const as of [elsewhere, await anAccount()]) expect(await statuses(as)).toEqual([403, 403, 403]);
});

it('an organization of another tree that participates reads nothing of the others', async () => {
  const { organizationNumber: other } = await anOrganization();
  const campaign = await aFund();
  await collection('campaigns').updateOne(
    { _id: objectId(campaign._id) },
    { $set: { participatingOrganizations: [other], offeredTo: [organizationNumber, other] } },
  );
  for (const place of [organizationNumber, organizationNumber, other])
    await aMembership({ campaign, primary: await aMember({ organizationNumber: place }) });
  const run = await newRun(campaign);
  await activate(run._id).expect(200);
  await work();
  const lines = (await duesOf(run._id)).map(({ _id }) => ({ donationId: String(_id), amount: cents(700) }));
  const paid = { method: 'cash', paidDt: new Date(), recordedBy: 'test', currency: 'usd' } as const;
  await recordOfflineReceipts([{ receiptId: newId(), lines, ...paid }], api.deps);
  await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
  const elsewhere = await anAccount({ role: 'manager', organizationNumber: other });
  const base = `/v2/campaigns/${campaign._id}/runs`;
  expect((await api.get(`${base}/${run._id}/preview`, elsewhere)).status).toBe(403);
  const { body: seen } = await api.get(`${base}/${run._id}`, elsewhere);
  expect(seen).toMatchObject({ _id: run._id, donationsAmount: 7 });
  for (const field of ['job', 'createdBy', 'modifiedBy']) expect(seen).not.toHaveProperty(field);
  expect((await api.get(base, elsewhere)).body.campaignRuns[0]).toEqual(seen);
  const { body: whole } = await api.get(`${base}/${run._id}`, manager);
  expect([whole.donationsAmount, whole.job.report.made]).toEqual([21, 3]);
});

describe('while the dues of a run are made', () => {
  it('no membership is removed or gets another primary member, whose dues would be nobody’s', async () => {
    const campaign = await aFund();
    const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
    const membership = await aMembership({ campaign, primary, covered: members });
    const run = await newRun(campaign);
    await activate(run._id).expect(200);
    const removal = () =>
      api.request.delete(`/api/v1/membership/${membership._id}`).set(api.as(manager)).send();
    const other = { primaryMemberId: members[1]?._id };
    const path = `/api/v1/member/${primary._id}/campaign-membership/${membership._id}`;
    for (const { status, body } of [await removal(), await post(other, manager, path)])
      expect([status, body.code]).toEqual([409, 'dues_being_made']);
    await work();
    await post(other, manager, path).expect(200);
    const [due] = await duesOf(run._id);
    expect(String(due?.['primaryMember']._id)).toBe(members[1]?._id);
    await removal().expect(204);
    expect(await duesOf(run._id)).toEqual([]);
  });

  it('an activation at the same time comes before or after: dues never stay without their membership', async () => {
    for (let round = 0; round < 5; round += 1) {
      const campaign = await aFund();
      const { primary } = await aHousehold({ organizationNumber });
      const membership = await aMembership({ campaign, primary });
      const run = await newRun(campaign);
      const [, removed, late] = await Promise.all([
        activate(run._id),
        api.request.delete(`/api/v1/membership/${membership._id}`).set(api.as(manager)).send(),
        post(
          { campaignMembershipId: membership._id, campaignRunId: run._id },
          manager,
          '/v2/membership/donations',
        ),
        work(),
      ]);
      await work();
      expect([204, 409]).toContain(removed.status);
      expect([200, 201, 404, 409]).toContain(late.status);
      expect((await duesOf(run._id)).length).toBe(removed.status === 204 ? 0 : 1);
    }
  });
});
