/** Lists, prices, dues and removal of memberships, over HTTP. */
import { randomUUID } from 'node:crypto';
import { cents } from '@kinfold/domain/money';
import mongoose from 'mongoose';
import { describe, expect, it, vi } from 'vitest';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { expectTheBooksToAgree, pay } from '../../../../test/paying.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { whileClaimed } from '../../money/charges/temporary-claim.service.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';
import { findDues } from '../donations/donation.service.ts';
import { createMemberships } from '../memberships/new-membership.service.ts';
import { findMemberships, type MembershipRecord } from '../memberships/membership.service.ts';
import { MEMBERSHIP_STATES_JOB, membershipStatesJob } from './membership-states.service.ts';
import { REFRESH_PRICES_JOB, refreshPricesJob } from './refresh-prices.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();

const post = (path: string, body: object = {}, as = manager) =>
  api.request.post(path).set(api.as(as)).send(body);
const remove = (path: string, as = manager) => api.request.delete(path).set(api.as(as));
const aFund = () => aCampaign({ organizationNumber });
const work = () =>
  workOnJobs(
    {
      [REFRESH_PRICES_JOB]: refreshPricesJob(api.deps),
      [MEMBERSHIP_STATES_JOB]: membershipStatesJob(api.deps),
    },
    api.deps.logger,
  );
const jobOf = async (id: string, as = manager) => (await api.get(`/v2/jobs/${id}`, as)).body;
const list = async (campaign: CampaignRecord, query = '', as = manager) =>
  (await api.get(`/v2/campaigns/${campaign._id}/memberships${query}`, as)).body;
const namesOf = (page: { memberships: { primaryMember: { lastNm: string } }[] }) =>
  page.memberships.map(({ primaryMember }) => primaryMember.lastNm);
const setRule = (campaign: CampaignRecord, dollars: number, as = manager) =>
  post('/api/v1/campaign', { _id: campaign._id, defaultPrice: dollars }, as).expect(200);

async function payCash({ _id }: Pick<MembershipRecord, '_id'>, amount = 1000): Promise<void> {
  const [due] = await findDues(_id);
  const line = { donationId: due?._id ?? '', amount: cents(amount) };
  const receipt = { receiptId: randomUUID(), method: 'cash' as const, lines: [line] };
  const when = { paidDt: new Date(), recordedBy: 'test', currency: 'usd' };
  await recordOfflineReceipts([{ ...receipt, ...when }], api.deps);
}

async function aNamed(campaign: CampaignRecord, lastNm: string, isActive: boolean | null = true) {
  const primary = await aMember({ organizationNumber: campaign.organizationNumber, lastNm });
  return aMembership({ campaign, primary, isActive });
}

describe('the memberships of a campaign', () => {
  it('are listed by page and by name, with the price, the last payment and the number of covered people', async () => {
    const campaign = await aFund();
    const { members, primary } = await aHousehold({
      organizationNumber,
      size: 3,
      primary: { lastNm: 'Abel' },
    });
    const membership = await aMembership({ campaign, primary, covered: members });
    await aNamed(campaign, 'Zuma', false);
    await aNamed(campaign, 'Moyo', null);
    const page = await list(campaign);
    expect([page.results, page.pages, namesOf(page)]).toEqual([3, 1, ['Abel', 'Moyo', 'Zuma']]);
    expect(page.memberships[0]).toMatchObject({
      _id: membership._id,
      isActive: true,
      totalPrice: 60,
      lastPayment: null,
      coveredCnt: 3,
      isPriceDifferent: false,
      organizationNumber,
    });
    expect(page.memberships[0].members).toHaveLength(3);
    expect(page.memberships[0].members[0]).toEqual({
      _id: membership.members[0]?._id,
      memberId: primary.memberId,
      member_id: primary._id,
      firstNm: primary.firstNm,
      lastNm: primary.lastNm,
      birthDt: primary.birthDt,
      age: expect.any(Number),
      relationship: 'Head of Household',
      inPrimaryHousehold: true,
      price: 25,
      startDt: membership.members[0]?.startDt.toISOString(),
      endDt: membership.members[0]?.endDt.toISOString(),
      isActive: true,
      isPrimary: true,
    });
    const second = await list(campaign, '?page_number=2&page_size=2');
    expect([second.results, second.pages, namesOf(second)]).toEqual([3, 2, ['Zuma']]);
    for (const [status, name] of [
      ['active', 'Abel'],
      ['inactive', 'Zuma'],
      ['unknown', 'Moyo'],
    ])
      expect(await list(campaign, `?status=${status}`)).toMatchObject({
        results: 1,
        memberships: [{ primaryMember: { lastNm: name } }],
      });
  });

  it('count each change of a state', async () => {
    const campaign = await aFund();
    const { _id } = await aNamed(campaign, 'Moyo', null);
    const counts = async () =>
      Promise.all(
        ['active', 'inactive', 'unknown'].map(
          async (status) => (await list(campaign, `?status=${status}`)).results,
        ),
      );
    expect(await counts()).toEqual([0, 0, 1]);
    await post('/v2/membership', { _id, isActive: true }).expect(200);
    expect(await counts()).toEqual([1, 0, 0]);
    await post('/v2/membership', { _id, isActive: false }).expect(200);
    expect(await counts()).toEqual([0, 1, 0]);
    await remove(`/api/v1/membership/${_id}`).expect(204);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('that owe, and whose last payment differs from the price, are found', async () => {
    const campaign = await aFund();
    const [owing, paid, partly] = [
      await aNamed(campaign, 'Abel'),
      await aNamed(campaign, 'Moyo'),
      await aNamed(campaign, 'Zuma'),
    ];
    const run = await aRun({ campaign });
    for (const membership of [owing, paid, partly]) await aDonation({ membership, run });
    await payCash(paid, 2500);
    await payCash(partly, 1000);
    expect(namesOf(await list(campaign, '?owes=true'))).toEqual(['Abel', 'Zuma']);
    expect(namesOf(await list(campaign, '?price_differs=true'))).toEqual(['Zuma']);
    expect(await list(campaign, '?owes=true&price_differs=true&status=active')).toMatchObject({ results: 1 });
    // Paused dues are not due.
    await post('/v2/campaign-run', { _id: run._id, isActive: false }).expect(200);
    expect(await list(campaign, '?owes=true')).toMatchObject({ results: 0, pages: 0 });
    await setRule(campaign, 10);
    await post(`/v2/membership/${partly._id}/refresh-price`).expect(200);
    expect(await list(campaign, '?price_differs=true')).toMatchObject({ results: 0 });
  });

  it('differ from no price once they are deactivated, also by what is paid later', async () => {
    const campaign = await aFund();
    const [paid, late] = [await aNamed(campaign, 'Abel'), await aNamed(campaign, 'Moyo')];
    const run = await aRun({ campaign });
    for (const membership of [paid, late]) await aDonation({ membership, run });
    await payCash(paid, 1000);
    expect(namesOf(await list(campaign, '?price_differs=true'))).toEqual(['Abel']);
    for (const { _id } of [paid, late]) await post('/v2/membership', { _id, isActive: false }).expect(200);
    await payCash(late, 1000);
    expect(
      (await list(campaign)).memberships.map((row: { isPriceDifferent: boolean }) => row.isPriceDifferent),
    ).toEqual([false, false]);
    await post('/v2/membership', { _id: late._id, isActive: true }).expect(200);
    expect(namesOf(await list(campaign, '?price_differs=true'))).toEqual(['Moyo']);
  });

  it('are those of one’s own organizations only, and others count nothing', async () => {
    const other = await anOrganization();
    const campaign = await aFund();
    const admin = await anAccount({ role: 'administrator' });
    await post(
      '/api/v1/campaign',
      { _id: campaign._id, participatingOrganizations: [other.organizationNumber] },
      admin,
    ).expect(200);
    await aNamed(campaign, 'Abel');
    const primary = await aMember({ organizationNumber: other.organizationNumber, lastNm: 'Zuma' });
    const theirs = await aMembership({ campaign, primary });
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber: other.organizationNumber });
    expect(await list(campaign)).toMatchObject({
      results: 1,
      memberships: [{ primaryMember: { lastNm: 'Abel' } }],
    });
    expect(namesOf(await list(campaign, '', treasurer))).toEqual(['Zuma']);
    expect(namesOf(await list(campaign, '', admin))).toEqual(['Abel', 'Zuma']);
    const asked = `?organization_number=${other.organizationNumber}`;
    expect((await api.get(`/v2/campaigns/${campaign._id}/memberships${asked}`, manager)).status).toBe(403);
    expect(namesOf(await list(campaign, asked, admin))).toEqual(['Zuma']);
    const file = await api.get(`/v2/campaigns/${campaign._id}/memberships.csv`, treasurer);
    expect(file.text).toContain('Zuma');
    expect(file.text).not.toContain('Abel');
    const path = `/v2/campaigns/${campaign._id}/memberships/state`;
    for (const of of [path, `${path}/preview`])
      expect((await post(of, { membershipIds: [theirs._id], isActive: false })).status).toBe(422);
    const stranger = await anAccount({
      role: 'manager',
      organizationNumber: (await anOrganization()).organizationNumber,
    });
    expect((await api.get(`/v2/campaigns/${campaign._id}/memberships`, stranger)).status).toBe(403);
  });

  it.each(['status=open', 'owes=maybe', 'page_number=0', 'page_size=101'])('refuse %s', async (query) => {
    const campaign = await aFund();
    const { status, body } = await api.get(`/v2/campaigns/${campaign._id}/memberships?${query}`, manager);
    expect([status, body.errors[0].path]).toEqual([422, query.split('=')[0]]);
  });
});

describe('refreshing prices', () => {
  it('brings unpaid dues of active runs to today’s price, and leaves what was paid or set by hand', async () => {
    const campaign = await aFund();
    const [unpaid, paid] = [await aNamed(campaign, 'Abel'), await aNamed(campaign, 'Moyo')];
    const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
    const byHand = await aMembership({ campaign, primary, covered: members });
    const [run, ended] = [await aRun({ campaign }), await aRun({ campaign, endsInDays: -1 })];
    for (const membership of [unpaid, paid, byHand]) {
      await aDonation({ membership, run });
      await aDonation({ membership, run: ended });
    }
    const spouse = members[1]?._id;
    await post(`/v2/membership/${byHand._id}/price`, {
      member_id: spouse,
      price: 3.5,
      reason: 'Hardship',
    }).expect(200);
    const [due] = (await findDues(paid._id)).filter(({ campaignRunId }) => campaignRunId === run._id);
    const line = { donationId: due?._id ?? '', amount: cents(100) };
    const receipt = { receiptId: randomUUID(), method: 'cash' as const, paidDt: new Date() };
    await recordOfflineReceipts(
      [{ ...receipt, lines: [line], recordedBy: 'test', currency: 'usd' }],
      api.deps,
    );
    await setRule(campaign, 30);
    const started = await post(`/v2/campaigns/${campaign._id}/refresh-prices`);
    const twice = await post(`/v2/campaigns/${campaign._id}/refresh-prices`);
    expect([started.status, twice.body._id]).toEqual([202, started.body._id]);
    await work();
    const { status, total, done, report } = await jobOf(started.body._id);
    expect({ status, total, done }).toEqual({ status: 'done', total: 3, done: 3 });
    expect(report).toMatchObject({ changed: 3, unchanged: 0, dues: 2, dues_paid: 1, dues_being_paid: 0 });
    const dueIn = async (membership: MembershipRecord, runId: string) =>
      (await findDues(membership._id)).find(({ campaignRunId }) => campaignRunId === runId)?.minAmountDue;
    expect([await dueIn(unpaid, run._id), await dueIn(unpaid, ended._id)]).toEqual([3000, 2500]);
    expect(await dueIn(paid, run._id)).toBe(2500);
    expect(await dueIn(byHand, run._id)).toBe(3350);
    const again = await post(`/v2/campaigns/${campaign._id}/refresh-prices`);
    await work();
    const { report: second } = await jobOf(again.body._id);
    expect(second).toMatchObject({ changed: 0, unchanged: 3, dues: 0 });
    const { body } = await api.get(`/v2/audit?subject_type=campaign&subject_id=${campaign._id}`, manager);
    const recorded = body.entries.filter(
      ({ action }: { action: string }) => action === 'memberships.repriced',
    );
    expect(recorded).toHaveLength(1);
    await expectTheBooksToAgree(api);
  });

  it('of one membership works by both methods, and again changes nothing', async () => {
    const campaign = await aFund();
    const membership = await aNamed(campaign, 'Abel');
    await aDonation({ membership, run: await aRun({ campaign }) });
    await setRule(campaign, 12.25);
    const path = `/v2/membership/${membership._id}/refresh-price`;
    const older = await api.get(path, manager);
    expect([older.status, older.headers['deprecation'], older.headers['cache-control']]).toEqual([
      200,
      '@1767225600',
      'no-store',
    ]);
    expect([older.body.totalPrice, older.body.version]).toEqual([12.25, 2]);
    expect((await post(path)).body.version).toBe(2);
    expect((await findDues(membership._id))[0]?.minAmountDue).toBe(1225);
  });

  it('leaves dues that are being paid, and a payment of the old price is not taken afterwards', async () => {
    const campaign = await aFund();
    const primary = await aMember({ organizationNumber });
    const membership = await aMembership({ campaign, primary });
    const { _id: donationId } = await aDonation({ membership, run: await aRun({ campaign }) });
    const account = await anAccount({ memberId: primary._id });
    await setRule(campaign, 5);
    const path = `/v2/membership/${membership._id}/refresh-price`;
    await whileClaimed([donationId], api.deps.now(), async (claimed) => {
      expect([...claimed]).toEqual([donationId]);
      expect((await post(path).expect(200)).body).toMatchObject({ totalPrice: 5, duesBeingPaid: 1 });
      expect((await findDues(membership._id))[0]?.minAmountDue).toBe(2500);
      const refused = await pay(api, account, [{ donationId, amount: 2500 }]);
      expect([refused.status, refused.body.code]).toEqual([409, 'payment_in_progress']);
    });
    await post(path).expect(200);
    expect((await findDues(membership._id))[0]?.minAmountDue).toBe(500);
    expect((await pay(api, account, [{ donationId, amount: 2500 }])).status).toBe(422);
    expect((await pay(api, account, [{ donationId, amount: 500 }])).status).toBe(200);
    await expectTheBooksToAgree(api);
  });
});

describe('refreshing prices while another user does', () => {
  it('leaves the price that was set last', async () => {
    const campaign = await aFund();
    const membership = await aNamed(campaign, 'Abel');
    await aDonation({ membership, run: await aRun({ campaign }) });
    await setRule(campaign, 30);
    await post(`/v2/campaigns/${campaign._id}/refresh-prices`).expect(202);
    const inserts = vi.spyOn(mongoose.mongo.Collection.prototype, 'insertMany');
    // The job has written the prices, and is about to claim the dues.
    inserts.mockImplementationOnce(async function (this: mongoose.mongo.Collection, documents, options) {
      const byHand = { member_id: membership.primaryMemberId, price: 5, reason: 'Hardship' };
      await post(`/v2/membership/${membership._id}/price`, byHand).expect(200);
      await post(`/v2/membership/${membership._id}/refresh-price`).expect(200);
      return this.insertMany(documents, options);
    });
    await work();
    inserts.mockRestore();
    expect((await findDues(membership._id)).map(({ minAmountDue }) => minAmountDue)).toEqual([500]);
  });

  it('starts again if the rules change meanwhile, and counts nothing twice', async () => {
    const campaign = await aFund();
    const memberships = [await aNamed(campaign, 'Abel'), await aNamed(campaign, 'Moyo')];
    const run = await aRun({ campaign });
    for (const membership of memberships) await aDonation({ membership, run });
    await setRule(campaign, 30);
    const { body } = await post(`/v2/campaigns/${campaign._id}/refresh-prices`).expect(202);
    const inserts = vi.spyOn(mongoose.mongo.Collection.prototype, 'insertMany');
    // The job has written the prices of the old rules, and is about to claim the dues.
    inserts.mockImplementationOnce(async function (this: mongoose.mongo.Collection, documents, options) {
      await setRule(campaign, 40);
      const again = await post(`/v2/campaigns/${campaign._id}/refresh-prices`).expect(202);
      expect(again.body._id).toBe(body._id);
      return this.insertMany(documents, options);
    });
    await work();
    inserts.mockRestore();
    const ids = memberships.map(({ _id }) => _id);
    expect((await findMemberships(ids)).map(({ totalPrice }) => totalPrice)).toEqual([4000, 4000]);
    for (const id of ids) expect((await findDues(id))[0]?.minAmountDue).toBe(4000);
    expect(await jobOf(body._id)).toMatchObject({
      status: 'done',
      total: 2,
      done: 2,
      report: { changed: 2, unchanged: 0, dues: 2, dues_paid: 0, dues_being_paid: 0 },
    });
  });

  it('keeps what was changed after the job had read it, and prices the others', async () => {
    const campaign = await aFund();
    const primary = await aMember({ organizationNumber });
    const spouse = await aMember({ organizationNumber, relationship: 'Spouse' });
    const membership = await aMembership({ campaign, primary, covered: [spouse] });
    await setRule(campaign, 30);
    await post(`/v2/campaigns/${campaign._id}/refresh-prices`).expect(202);
    const writes = vi.spyOn(mongoose.mongo.Collection.prototype, 'bulkWrite');
    writes.mockImplementationOnce(async function (this: mongoose.mongo.Collection, operations, options) {
      const byHand = { member_id: primary._id, price: 5, reason: 'Hardship' };
      await post(`/v2/membership/${membership._id}/price`, byHand).expect(200);
      return this.bulkWrite(operations, options);
    });
    await work();
    writes.mockRestore();
    expect((await findMemberships([membership._id]))[0]).toMatchObject({
      totalPrice: 3500,
      members: [{ price: 500 }, { price: 3000 }],
    });
  });
});

describe('dues of one who came later', () => {
  it('are made once in an active run, at the price of now', async () => {
    const campaign = await aFund();
    const run = await aRun({ campaign });
    const membership = await aNamed(campaign, 'Abel');
    const body = { campaignMembershipId: membership._id, campaignRunId: run._id };
    const both = await Promise.all([
      post('/v2/membership/donations/', body),
      post('/v2/membership/donations', body),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect(new Set(both.map((one) => one.body._id)).size).toBe(1);
    expect(both[0]?.body).toMatchObject({ minAmountDue: 25, totalBalance: 25, campaignRunId: run._id });
    expect(
      await collection('donations').countDocuments({ campaignMembershipId: objectId(membership._id) }),
    ).toBe(1);
  });

  it('are refused if nothing is to be owed', async () => {
    const campaign = await aFund();
    const membership = await aNamed(campaign, 'Abel');
    const inactive = await aNamed(campaign, 'Moyo', false);
    const active = await aRun({ campaign });
    const asked: [string, string, number, string][] = [
      [membership._id, (await aRun({ campaign, isActive: false }))._id, 409, 'run_not_active'],
      [membership._id, (await aRun({ campaign, endsInDays: -2 }))._id, 409, 'run_not_active'],
      [membership._id, (await aRun())._id, 404, 'not_found'],
      [membership._id, 'x', 404, 'not_found'],
      [inactive._id, active._id, 409, 'membership_not_active'],
    ];
    for (const [campaignMembershipId, campaignRunId, status, code] of asked) {
      const answer = await post('/v2/membership/donations', { campaignMembershipId, campaignRunId });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    const answer = await post('/v2/membership/donations', {
      campaignMembershipId: membership._id,
      campaignRunId: 7,
    });
    expect(answer.status).toBe(422);
  });
});

describe('removing a membership', () => {
  it('takes its unpaid dues along, and is refused once anything was paid', async () => {
    const campaign = await aFund();
    const run = await aRun({ campaign });
    const [unpaid, paid] = [await aNamed(campaign, 'Abel'), await aNamed(campaign, 'Moyo')];
    for (const membership of [unpaid, paid]) await aDonation({ membership, run });
    await payCash(paid);
    const refused = await remove(`/api/v1/membership/${paid._id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'has_payments']);
    // Where waivers need a second person, it does not waive.
    const { organizationNumber } = campaign;
    const byTwo = (waiver: boolean) =>
      collection('organizations').updateOne(
        { organizationNumber },
        { $set: { twoPerson: { refundOverCents: null, waiver, batchClose: false } } },
      );
    await byTwo(true);
    expect((await remove(`/api/v1/membership/${unpaid._id}`)).body.code).toBe('second_person');
    await byTwo(false);
    await remove(`/api/v1/membership/${unpaid._id}`).expect(204);
    expect((await remove(`/api/v1/membership/${unpaid._id}`)).status).toBe(404);
    expect(await collection('donations').countDocuments({ campaignMembershipId: objectId(unpaid._id) })).toBe(
      0,
    );
    expect(await list(campaign)).toMatchObject({ results: 1 });
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    expect((await remove(`/api/v1/membership/${paid._id}`, treasurer)).status).toBe(404);
  });
});

describe('chosen memberships', () => {
  it('become active or inactive in a job that says what was refused', async () => {
    const campaign = await aFund();
    const primary = await aMember({ organizationNumber, isActive: false });
    const refused = await aMembership({ campaign, primary, isActive: null });
    const members = await Promise.all(Array.from({ length: 25 }, () => aMember({ organizationNumber })));
    const made = await createMemberships(
      campaign,
      members.map((member) => ({ primary: member, isActive: null })),
      TEST_AUTHOR,
      new Date(),
      'UTC',
    );
    const membershipIds = [refused._id, ...made.map(({ _id }) => _id)];
    const path = `/v2/campaigns/${campaign._id}/memberships/state`;
    const preview = await post(`${path}/preview`, { membershipIds, isActive: true });
    expect([preview.status, preview.body]).toEqual([
      200,
      {
        sentences: [
          '25 people are covered from now on.',
          'They cost $625.00 in all, in each run.',
          '1 stays as it is: its primary member is inactive.',
        ],
        warnings: [],
      },
    ]);
    const { status, body } = await post(path, { membershipIds, isActive: true });
    expect(status).toBe(202);
    await work();
    expect(await jobOf(body._id)).toMatchObject({
      status: 'done',
      total: 26,
      done: 25,
      failed: 1,
      report: { active: 25, refused: 1 },
    });
    expect(await list(campaign, '?status=active')).toMatchObject({ results: 25 });
    const ended = await post(`${path}/preview`, { membershipIds, isActive: false });
    expect(ended.body.sentences).toEqual(['25 people lose this cover now.']);
    for (const wrong of [
      { membershipIds: [], isActive: true },
      { membershipIds },
      { membershipIds: 'x', isActive: true },
    ])
      expect((await post(path, wrong)).status).toBe(422);
  });
});
