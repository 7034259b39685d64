/** What life events do to memberships, payers, prices and open dues, in the preview and then in the books. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { findDues } from '../../funds/donations/donation.service.ts';
import {
  findMembershipsCovering,
  requireMembership,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import { covers } from '../../funds/coverage/kept-cover.service.ts';
import { refresh } from '../../../work/projections.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';

const api = await apiOfFile();
let organizationNumber: string;
let manager: Account;
let fund: Awaited<ReturnType<typeof aCampaign>>;
let amos: MemberRecord;
let ruth: MemberRecord;
let samuel: MemberRecord;
let membership: MembershipRecord;

beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
  fund = await aCampaign({ organizationNumber });
  const home = await aHousehold({ organizationNumber, size: 3 });
  [amos, ruth, samuel] = home.members as [MemberRecord, MemberRecord, MemberRecord];
  membership = await aMembership({ campaign: fund, primary: amos, covered: [ruth, samuel] });
});

const send = (of: MemberRecord, body: object, suffix = '', as = manager) =>
  api.request.post(`/v2/members/${of._id}/life-events${suffix}`).set(api.as(as)).send(body);
/** The preview and what is done come to the same. */
const enter = async (of: MemberRecord, body: object) => {
  const preview = await send(of, body, '/preview');
  expect(preview.status, JSON.stringify(preview.body)).toBe(200);
  const done = await send(of, body);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  for (const field of ['payer', 'payers', 'memberships', 'openDues'])
    expect(done.body[field], field).toEqual(preview.body[field]);
  return { ...done.body, sentences: preview.body.sentences };
};
const nameOf = ({ firstNm, lastNm }: Pick<MemberRecord, 'firstNm' | 'lastNm'>) => `${firstNm} ${lastNm}`;
const isIn = ({ isActive }: { isActive: boolean | null }) => isActive === true;
/** Who is covered by a membership now. */
const coveredBy = async ({ _id }: { _id: string }) =>
  (await requireMembership(_id)).members.filter(isIn).map(({ member_id }) => member_id);
/** The membership of the fund that covers somebody now. */
const coverOf = async ({ _id }: MemberRecord) => {
  const found = (await findMembershipsCovering(_id)).filter(
    (one) => one.isActive && one.members.some((part) => isIn(part) && part.member_id === _id),
  );
  expect(found).toHaveLength(1);
  return found[0] as MembershipRecord;
};
const ofAge = (member: MemberRecord) =>
  collection('members').updateOne({ _id: objectId(member._id) }, { $set: { birthDt: '2007-05-17' } });
const waitingTime = (waitingDays: number) =>
  collection('campaigns').updateOne({ _id: objectId(fund._id) }, { $set: { fundRules: { waitingDays } } });

describe('a household of their own', () => {
  it('gives a child of 18 a membership of their own, and what is open stays with the parents', async () => {
    await ofAge(samuel);
    const run = await aRun({ campaign: fund });
    await aDonation({ membership, run });
    const before = await findDues(membership._id);
    const { memberships, openDues, payer } = await enter(samuel, { event: 'own_household' });
    expect(payer).toBeNull();
    expect(memberships).toMatchObject([
      { _id: membership._id, primaryMemberName: nameOf(amos), priceBefore: 60, priceAfter: 50 },
      { _id: null, primaryMemberName: nameOf(samuel), priceBefore: 0, priceAfter: 25 },
    ]);
    expect(openDues).toMatchObject([
      {
        needsOffice: false,
        text: `The dues for ${run.name} stay as they are; ${nameOf(amos)} owes them.`,
      },
    ]);
    expect(await coveredBy(membership)).toEqual([amos._id, ruth._id]);
    const own = await coverOf(samuel);
    expect(own).toMatchObject({ primaryMemberId: samuel._id, totalPrice: 2500 });
    expect(own.members[0]?.priceFrom).toMatchObject({ relationship: 'Head of Household' });
    expect(await findDues(own._id)).toEqual([]);
    expect(await findDues(membership._id)).toEqual(before);
  });

  it('leaves a child under 18, and people for whom it is asked, in their membership', async () => {
    const { memberships } = await enter(samuel, { event: 'own_household' });
    expect(memberships).toEqual([]);
    expect(await coveredBy(membership)).toContain(samuel._id);
    const { sentences } = await enter(ruth, { event: 'own_household', cover: 'stay' });
    expect(sentences).toContain(
      `${fund.campaignName} goes on covering ${nameOf(ruth)}, and ${nameOf(amos)}, who lives in another household, goes on paying for it.`,
    );
    expect(await coveredBy(membership)).toContain(ruth._id);
  });

  it('asks who pays where the payer moves out', async () => {
    const body = { event: 'own_household', primaryMemberId: ruth._id };
    const { payer, payers } = await enter(amos, body);
    expect(payer).toEqual({ member_id: ruth._id, name: nameOf(ruth) });
    expect(payers).toEqual([{ member_id: ruth._id, name: nameOf(ruth) }]);
    expect(await requireMembership(membership._id)).toMatchObject({ primaryMemberId: ruth._id });
    expect(await coverOf(amos)).toMatchObject({ primaryMemberId: amos._id });
  });

  describe('with a waiting time of 30 days', () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const joined = async (since: Date) => {
      await waitingTime(30);
      await ofAge(samuel);
      await collection('campaign_memberships').updateOne(
        { _id: objectId(membership._id) },
        { $set: { activeDt: since, 'members.$[].startDt': since } },
      );
    };

    it('takes cover along', async () => {
      await joined(daysAgo(100));
      const { sentences } = await enter(samuel, { event: 'own_household' });
      expect(sentences).toContain(
        `${fund.campaignName}, membership of ${nameOf(samuel)}: ${nameOf(samuel)} is covered without a waiting time.`,
      );
      expect((await coverOf(samuel)).members[0]).toMatchObject({ isWaitingWaived: true });
    });

    it('takes the days along that were waited', async () => {
      const since = daysAgo(10);
      await joined(since);
      await enter(samuel, { event: 'own_household' });
      const [part] = (await coverOf(samuel)).members;
      expect(part?.startDt).toEqual(since);
      expect(part?.isWaitingWaived).toBeUndefined();
    });

    it('keeps the cover and the price by hand of who pays and has a membership that ended', async () => {
      await joined(daysAgo(100));
      const own = await aMembership({ campaign: fund, primary: ruth });
      const ended = { isActive: false, 'members.0.isActive': false, 'members.0.endDt': daysAgo(200) };
      await collection('campaign_memberships').updateOne(
        { _id: objectId(own._id) },
        { $set: { ...ended, activeDt: daysAgo(900), 'members.0.startDt': daysAgo(900), totalPrice: 0 } },
      );
      await collection('campaign_memberships').updateOne(
        { _id: objectId(membership._id) },
        { $set: { 'members.1.priceOverride': 1200, 'members.1.price': 1200 } },
      );
      const { sentences } = await enter(amos, { event: 'own_household', primaryMemberId: ruth._id });
      expect(sentences).toContain(
        `${fund.campaignName}, membership of ${nameOf(ruth)}: ${nameOf(ruth)} is covered without a waiting time.`,
      );
      const { _id, members } = await coverOf(ruth);
      expect(_id).toBe(own._id);
      for (const one of [ruth, samuel])
        expect(members.find(({ member_id }) => member_id === one._id)).toMatchObject({
          isWaitingWaived: true,
        });
      expect(members.find(({ member_id }) => member_id === ruth._id)).toMatchObject({
        priceOverride: 1200,
        price: 1200,
      });
    });

    it('makes who lost the cover wait again', async () => {
      await joined(daysAgo(100));
      const run = await aRun({ campaign: fund, endsInDays: -20 });
      await aDonation({ membership, run });
      await enter(samuel, { event: 'own_household' });
      const [part] = (await coverOf(samuel)).members;
      expect(part?.startDt.getTime()).toBeGreaterThan(daysAgo(1).getTime());
      expect(part?.isWaitingWaived).toBeUndefined();
    });
  });
});

describe('a divorce', () => {
  it('makes two households, each with its membership, payer and head', async () => {
    const answer = await enter(amos, { event: 'divorce', spouse_id: ruth._id, member_ids: [amos._id] });
    expect(answer.payer).toEqual({ member_id: ruth._id, name: nameOf(ruth) });
    expect(await coveredBy(membership)).toEqual([ruth._id, samuel._id]);
    expect(await requireMembership(membership._id)).toMatchObject({ primaryMemberId: ruth._id });
    expect(await coverOf(amos)).toMatchObject({ primaryMemberId: amos._id });
    for (const one of [amos, ruth])
      expect((await requireMember(one._id)).relationship).toBe('Head of Household');
    expect((await requireMember(samuel._id)).household_id).toBe((await requireMember(ruth._id)).household_id);
  });

  it('gives who pays as before and becomes head the price of the head', async () => {
    await collection('campaigns').updateOne(
      { _id: objectId(fund._id) },
      {
        $set: {
          priceRules: [
            { label: 'Head', minAge: 0, maxAge: 120, relationships: ['Head of Household'], price: 4000 },
          ],
        },
      },
    );
    await api.request
      .post(`/api/v1/member/${ruth._id}/campaign-membership/${membership._id}/`)
      .set(api.as(manager))
      .send({ primaryMemberId: ruth._id })
      .expect(200);
    const { memberships } = await enter(amos, {
      event: 'divorce',
      spouse_id: ruth._id,
      member_ids: [amos._id],
    });
    expect(memberships[0].sentences).toContain(`${nameOf(ruth)} costs $40.00 instead of $25.00.`);
    expect((await requireMembership(membership._id)).members[1]).toMatchObject({ price: 4000 });
  });

  it('of the spouse, who takes the child along', async () => {
    await enter(amos, { event: 'divorce', spouse_id: ruth.memberId, member_ids: [ruth._id, samuel._id] });
    expect(await coveredBy(membership)).toEqual([amos._id]);
    const own = await coverOf(ruth);
    expect(own.primaryMemberId).toBe(ruth._id);
    expect(await coverOf(samuel)).toMatchObject({ _id: own._id });
    // Back together: one membership again, and what was begun ends.
    const { household_id: _left, ...again } = await enter(amos, {
      ...{
        event: 'marriage',
        spouse_id: ruth._id,
        household: 'together',
        member_ids: [ruth._id, samuel._id],
      },
    });
    expect(again.members).toHaveLength(3);
    expect(await coveredBy(membership)).toEqual([amos._id, ruth._id, samuel._id]);
    expect((await requireMembership(own._id)).isActive).toBe(false);
    // And a second time: the membership that ended begins again.
    await enter(amos, { event: 'divorce', spouse_id: ruth._id, member_ids: [ruth._id] });
    expect(await coverOf(ruth)).toMatchObject({ _id: own._id });
    expect(await coveredBy(own)).toEqual([ruth._id]);
  });

  it('is refused where both stay, both go or they live apart', async () => {
    const eve = await aMember({ organizationNumber });
    for (const body of [
      { spouse_id: ruth._id, member_ids: [samuel._id] },
      { spouse_id: ruth._id, member_ids: [amos._id, ruth._id] },
      { spouse_id: eve._id, member_ids: [amos._id] },
    ])
      for (const suffix of ['', '/preview'])
        expect((await send(amos, { event: 'divorce', ...body }, suffix)).body.code).toBe('not_allowed');
  });
});

describe('leaving', () => {
  it('asks who pays, ends the part of who leaves and keeps the dues, less what was waived', async () => {
    const run = await aRun({ campaign: fund });
    const donation = await aDonation({ membership, run });
    const leaving = { event: 'leaving', member_ids: [amos._id] };
    for (const suffix of ['', '/preview']) {
      const young = await send(amos, { ...leaving, payerMemberId: samuel._id }, suffix);
      expect(young.body.errors).toEqual([
        { path: 'payerMemberId', message: 'Choose a person of 18 years or older' },
      ]);
    }
    const administrator = await anAccount({ role: 'administrator', organizationNumber });
    await api.request
      .post(`/v2/donations/${donation._id}/waive`)
      .set(api.as(administrator))
      .send({ amount: 2000, reason: 'They lost their work' })
      .expect(201);
    const { openDues } = await enter(amos, { ...leaving, payerMemberId: ruth._id });
    expect(openDues).toMatchObject([
      { balance: 40, text: `The dues for ${run.name} stay as they are; ${nameOf(ruth)} owes them.` },
    ]);
    expect(await coveredBy(membership)).toEqual([ruth._id, samuel._id]);
    expect(await findDues(membership._id)).toMatchObject([{ primaryMember: { _id: ruth._id } }]);
    expect(await requireMember(ruth._id)).toMatchObject({ relationship: 'Head of Household' });
  });

  it('asks for a payer who is not primary', async () => {
    await api.request
      .post(`/api/v1/member/${ruth._id}/campaign-membership/${membership._id}/`)
      .set(api.as(manager))
      .send({ primaryMemberId: ruth._id })
      .expect(200);
    for (const suffix of ['', '/preview']) {
      const answer = await send(ruth, { event: 'leaving', member_ids: [ruth._id] }, suffix);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual([{ path: 'payerMemberId', message: 'Choose who pays from now on' }]);
    }
    const { payer } = await enter(ruth, {
      ...{ event: 'leaving', member_ids: [ruth._id], payerMemberId: amos._id },
    });
    expect(payer.member_id).toBe(amos._id);
  });

  it('ends what nobody can pay for, and lists what is open for the office', async () => {
    const run = await aRun({ campaign: fund });
    await aDonation({ membership, run });
    const all = [amos._id, ruth._id, samuel._id];
    const { memberships, openDues } = await enter(amos, { event: 'leaving', member_ids: all });
    expect(memberships).toMatchObject([{ priceAfter: 0, endsOn: expect.any(String) }]);
    expect(openDues).toMatchObject([{ needsOffice: true }]);
    await refresh(covers, { now: api.deps.now(), timeZone: api.deps.config.TIME_ZONE });
    const { body } = await api.get('/v2/staff/attention', manager);
    expect(body.deceasedPayers).toMatchObject({ count: 1, first: [{ membershipId: membership._id }] });
  });
});

describe('a marriage', () => {
  it('of a spouse who is no member yet, on one sheet, covers them', async () => {
    const spouse = { firstNm: 'Eve', lastNm: 'Bell', birthDt: '03/04/1961', phones: [] };
    const lonely = await aMember({ organizationNumber });
    const own = await aMembership({ campaign: fund, primary: lonely });
    const answer = await enter(lonely, { event: 'marriage', spouse, household: 'together' });
    expect(answer.sentences[0]).toMatch(/^Eve Bell becomes a member of /);
    expect(answer.members).toMatchObject([
      { member_id: lonely._id },
      { firstNm: 'Eve', lastNm: 'Bell', relationship: 'Spouse' },
    ]);
    const eve = answer.members[1].member_id;
    expect(await coveredBy(own)).toEqual([lonely._id, eve]);
    expect(await requireMembership(own._id)).toMatchObject({ totalPrice: 5000 });
    const { body } = await api.get(`/v2/members/${eve}`, manager);
    expect(body).toMatchObject({ birthDt: '1961-03-04', organizationNumber });
    expect(body.memberId).toMatch(/^M-\d{6}$/);
  });

  it('into a new household of two, with a spouse who is no member yet', async () => {
    await ofAge(samuel);
    const spouse = { firstNm: 'Eve', lastNm: 'Xu', birthDt: null };
    const { members } = await enter(samuel, { event: 'marriage', spouse, household: 'new' });
    const own = await coverOf(samuel);
    expect(own.primaryMemberId).toBe(samuel._id);
    expect(await coveredBy(own)).toEqual(members.map(({ member_id }: { member_id: string }) => member_id));
    expect(await coveredBy(membership)).toEqual([amos._id, ruth._id]);
  });

  it('says who may be the same person', async () => {
    const spouse = { firstNm: ruth.firstNm, lastNm: ruth.lastNm, birthDt: ruth.birthDt };
    const lonely = await aMember({ organizationNumber });
    const { body } = await send(lonely, { event: 'marriage', spouse, household: 'together' }, '/preview');
    expect(body.sentences).toContain(
      `${nameOf(ruth)} (${ruth.memberId}) is a member already. Choose them if it is the same person.`,
    );
  });

  it('enters nobody where the preview is only read, where it is refused, or without the permission', async () => {
    const spouse = { firstNm: 'Eve', lastNm: 'Nobody', birthDt: '1961-03-04' };
    const body = { event: 'marriage', spouse, household: 'together' };
    expect((await send(amos, body, '/preview')).status).toBe(200);
    expect((await send(amos, { ...body, household: 'apart' })).body.code).toBe('not_allowed');
    expect((await send(amos, { ...body, household: 'new' })).body.code).toBe('not_allowed');
    const both = await send(amos, { ...body, spouse_id: ruth._id });
    expect(both.body.errors).toMatchObject([{ path: 'spouse_id' }]);
    const unborn = await send(amos, { ...body, spouse: { ...spouse, birthDt: '2090-01-01' } });
    expect(unborn.body.errors).toMatchObject([{ path: 'spouse.birthDt' }]);
    expect(await collection('members').countDocuments({ organizationNumber, lastNm: 'Nobody' })).toBe(0);
  });

  it('makes one membership of two, and leaves the other one to the family that stays', async () => {
    const home = await aHousehold({ organizationNumber, size: 3 });
    const [eve, ada, ben] = home.members as [MemberRecord, MemberRecord, MemberRecord];
    const theirs = await aMembership({ campaign: fund, primary: eve, covered: [ada, ben] });
    const lonely = await aMember({ organizationNumber });
    const own = await aMembership({ campaign: fund, primary: lonely });
    const body = {
      event: 'marriage',
      spouse_id: eve._id,
      household: 'together',
      member_ids: [eve._id, ben._id],
    };
    const { payer } = await enter(lonely, { ...body, primaryMemberId: ada._id });
    expect(payer.member_id).toBe(ada._id);
    expect(await coveredBy(theirs)).toEqual([ada._id]);
    expect(await coveredBy(own)).toEqual([lonely._id, eve._id, ben._id]);
    expect(await requireMember(ada._id)).toMatchObject({ relationship: 'Head of Household' });
  });
});

it('a move apart makes a household of its own; a move of all changes no membership', async () => {
  const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
  const all = [amos._id, ruth._id, samuel._id];
  const { memberships } = await enter(amos, { event: 'move', address, member_ids: all, isApart: true });
  expect(memberships).toEqual([]);
  await enter(ruth, { event: 'move', address, member_ids: [ruth._id, samuel._id], isApart: true });
  expect(await coveredBy(membership)).toEqual([amos._id]);
  expect(await coveredBy(await coverOf(ruth))).toEqual([ruth._id, samuel._id]);
});
