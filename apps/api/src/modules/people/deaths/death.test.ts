import { randomUUID } from 'node:crypto';
import { addDays, calendarDateOf, endOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { beforeEach, describe, expect, it } from 'vitest';
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
import { apiOfFile } from '../../../../test/scenes.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';
import { whileClaimed } from '../../money/charges/temporary-claim.service.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { createDuesOfRun } from '../../funds/donations/dues.service.ts';
import { findAllOfMembership } from '../../funds/donations/donation.service.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';
import { requireMembership, type MembershipRecord } from '../../funds/memberships/membership.service.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';

const api = await apiOfFile();
let organizationNumber: string;
let manager: Account;
let home: Awaited<ReturnType<typeof aHousehold>>;
let amos: MemberRecord;
let ruth: MemberRecord;
let samuel: MemberRecord;
let fund: CampaignRecord;
let membership: MembershipRecord;

const zone = () => api.deps.config.TIME_ZONE;
const today = () => calendarDateOf(api.deps.now(), zone());
const daysAgo = (days: number): CalendarDate => addDays(today(), -days);
const at = (day: CalendarDate) => new Date(endOfDay(day, zone()).getTime() - 3_600_000);
beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
  home = await aHousehold({ organizationNumber, size: 3 });
  [amos, ruth, samuel] = home.members as [MemberRecord, MemberRecord, MemberRecord];
  // 25.00 for adults, 10.00 for the child.
  fund = await aCampaign({ organizationNumber });
  membership = await aMembership({ campaign: fund, primary: amos, covered: [ruth, samuel] });
});

const send = (of: MemberRecord, body: object, suffix = '', as = manager) =>
  api.request
    .post(`/v2/members/${of._id}/life-events${suffix}`)
    .set(api.as(as))
    .send({ event: 'death', ...body });
const dies = (of: MemberRecord, deceasedDt: CalendarDate, more: object = {}) =>
  send(of, { deceasedDt, ...more });
const now = () => requireMembership(membership._id);
const partOf = async (of: MemberRecord, id = membership._id) =>
  (await requireMembership(id)).members.find(({ member_id }) => member_id === of._id);
/** Dues of the membership that were made at a time. */
async function duesMadeAt(createdDt: Date, more: Parameters<typeof aRun>[0] = {}) {
  const run = await aRun({ campaign: fund, endsInDays: 20, ...more });
  await createDuesOfRun(run._id, TEST_AUTHOR, createdDt);
  return run;
}
const dueIn = async (runId: string, id = membership._id) =>
  (await findAllOfMembership(id)).find(({ campaignRunId }) => campaignRunId === runId);

it('the parts of the deceased end at the end of the day, and who pays from now on is primary and head', async () => {
  const day = daysAgo(3);
  const answer = await dies(amos, day, { payerMemberId: ruth._id });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    primaryMemberId: ruth._id,
    payer: { member_id: ruth._id },
    memberships: [{ _id: membership._id, priceBefore: 60, priceAfter: 35 }],
  });
  expect(await partOf(amos)).toMatchObject({
    isActive: false,
    endReason: 'died',
    endDt: endOfDay(day, zone()),
  });
  expect(await now()).toMatchObject({
    isActive: true,
    primaryMemberId: ruth._id,
    primaryMember: { firstNm: ruth.firstNm },
    totalPrice: 3500,
  });
  expect((await requireMember(ruth._id)).relationship).toBe('Head of Household');
});

it('somebody has to pay: an adult of the household, and never a child', async () => {
  for (const suffix of ['', '/preview']) {
    for (const [payerMemberId, message] of [
      [undefined, 'Choose who pays from now on'],
      [samuel._id, 'Choose a person of 18 years or older'],
      [amos._id, 'Choose a living adult of this household'],
      [(await aMember({ organizationNumber }))._id, 'Choose a living adult of this household'],
    ]) {
      const answer = await send(amos, { deceasedDt: daysAgo(3), payerMemberId }, suffix);
      expect([answer.status, answer.body.errors]).toEqual([422, [{ path: 'payerMemberId', message }]]);
    }
  }
  expect((await requireMember(amos._id)).deceasedDt).toBeNull();
  const child = await dies(amos, daysAgo(3), { payerMemberId: ruth._id, primaryMemberId: samuel._id });
  expect([child.status, child.body.errors[0].path]).toEqual([422, 'primaryMemberId']);
});

it('nobody takes over who pays for a membership of their own in the fund', async () => {
  await aMembership({ campaign: fund, primary: ruth });
  const answer = await dies(amos, daysAgo(3), { payerMemberId: ruth._id });
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    [{ path: 'payerMemberId', message: expect.stringContaining('pays for a membership of their own') }],
  ]);
});

it('who did not pay is followed by nobody', async () => {
  const answer = await dies(ruth, daysAgo(3));
  expect(answer.body).toMatchObject({ primaryMemberId: amos._id, payer: null });
  expect(await now()).toMatchObject({ primaryMemberId: amos._id, totalPrice: 3500 });
});

it('with nobody left the membership ends that day, and its open dues stand on the staff home', async () => {
  const alone = await aMember({ organizationNumber });
  const own = await aMembership({ campaign: fund, primary: alone });
  const run = await duesMadeAt(at(daysAgo(10)));
  const answer = await dies(alone, daysAgo(3));
  expect(answer.body).toMatchObject({
    payer: null,
    memberships: [{ _id: own._id, priceBefore: 25, priceAfter: 0, endsOn: daysAgo(3) }],
    openDues: [{ campaignRunName: run.name, balance: 25, needsOffice: true }],
    leftToDo: [{ code: 'dues_without_payer' }],
  });
  expect(await requireMembership(own._id)).toMatchObject({ isActive: false, totalPrice: 0 });
  const attention = await api.get('/v2/staff/attention', manager);
  expect(attention.body.deceasedPayers).toMatchObject({ count: 1, first: [{ membershipId: own._id }] });
});

describe('a membership that ended because nobody of the household could pay', () => {
  /** Of a father who is alone with his child. */
  async function anOrphan() {
    const { members } = await aHousehold({ organizationNumber, size: 3 });
    const [father, mother, child] = members as [MemberRecord, MemberRecord, MemberRecord];
    const away = `/api/v1/member/${mother._id}/household/${father.household_id}/remove`;
    expect((await api.request.delete(away).set(api.as(manager))).status).toBe(200);
    const own = await aMembership({ campaign: fund, primary: father, covered: [child] });
    const run = await duesMadeAt(at(daysAgo(10)));
    expect((await dies(father, daysAgo(3))).body).toMatchObject({ payer: null });
    const stored = () => requireMembership(own._id);
    expect(await stored()).toMatchObject({ isActive: false, needsPayer: true });
    return { father, mother, child, run, stored, membershipId: own._id };
  }
  const needPayer = async () =>
    (await api.get('/v2/staff/attention', manager)).body.deceasedPayers?.count ?? 0;
  const moveIn = async ({ household_id }: MemberRecord, { _id }: MemberRecord) => {
    const path = `/api/v1/member/${_id}/household/add`;
    expect((await api.request.post(path).set(api.as(manager)).send({ household_id })).status).toBe(200);
  };

  it('goes on, and needs no payer any more, when the death is entered again with one', async () => {
    const { father, mother, child, run, stored, membershipId } = await anOrphan();
    const before = await needPayer();
    await moveIn(father, mother);
    const again = await dies(father, daysAgo(3), { payerMemberId: mother._id });
    expect(again.body).toMatchObject({ payer: { member_id: mother._id }, leftToDo: [] });
    expect(await stored()).toMatchObject({ isActive: true, needsPayer: false, primaryMemberId: mother._id });
    expect(await partOf(child, membershipId)).toMatchObject({ isActive: true });
    expect(await partOf(father, membershipId)).toMatchObject({ isActive: false, endReason: 'died' });
    expect(await needPayer()).toBe(before - 1);
    // What was owed is hers to pay.
    expect(await dueIn(run._id, membershipId)).toMatchObject({
      isOpen: true,
      primaryMember: { _id: mother._id },
    });
  });

  it('is as it was when that is taken back', async () => {
    const { father, mother, child, stored, membershipId } = await anOrphan();
    await moveIn(father, mother);
    expect((await dies(father, daysAgo(3), { payerMemberId: mother._id })).status).toBe(200);
    expect((await send(father, { undo: true })).status).toBe(200);
    expect(await stored()).toMatchObject({ isActive: true, needsPayer: false, primaryMemberId: father._id });
    expect(await partOf(father, membershipId)).toMatchObject({ isActive: true });
    expect(await partOf(child, membershipId)).toMatchObject({ isActive: true });
    expect((await partOf(mother, membershipId))?.isActive).not.toBe(true);
  });

  it.each([
    ['has died', async (one: MemberRecord) => expect((await dies(one, daysAgo(1))).status).toBe(200)],
    [
      'was made inactive',
      (one: MemberRecord) =>
        collection('members').updateOne({ _id: objectId(one._id) }, { $set: { isActive: false } }),
    ],
    [
      'is covered by another membership of the fund',
      (one: MemberRecord) => aMembership({ campaign: fund, primary: one }),
    ],
  ])('does not bring back who %s since', async (_what, leave) => {
    const { father, mother, child, stored, membershipId } = await anOrphan();
    const aunt = await aMember({ organizationNumber });
    await leave(child);
    await moveIn(father, mother);
    expect((await dies(father, daysAgo(3), { payerMemberId: mother._id })).status).toBe(200);
    expect((await partOf(child, membershipId))?.isActive).toBe(false);
    expect((await send(father, { undo: true })).status).toBe(200);
    expect((await partOf(child, membershipId))?.isActive).toBe(false);
    expect((await stored()).members.some(({ member_id }) => member_id === aunt._id)).toBe(false);
  });

  it('stays ended when the death is entered again without one', async () => {
    const { father, stored } = await anOrphan();
    expect((await dies(father, daysAgo(2))).status).toBe(200);
    expect(await stored()).toMatchObject({ isActive: false, needsPayer: true });
  });
});

describe('dues made', () => {
  it.each([
    ['on the day before stay', 4, 60],
    ['on the day stay', 3, 60],
    ['on the day after are lowered', 2, 35],
  ])('%s', async (_what, made, amount) => {
    const run = await duesMadeAt(at(daysAgo(made)));
    await dies(amos, daysAgo(3), { payerMemberId: ruth._id });
    expect(await dueIn(run._id)).toMatchObject({
      minAmountDue: amount * 100,
      primaryMember: { _id: ruth._id },
    });
    // A refresh of prices leaves them so.
    await api.request.post(`/v2/membership/${membership._id}/refresh-price`).set(api.as(manager));
    expect(await dueIn(run._id)).toMatchObject({ minAmountDue: amount * 100 });
  });

  it('after the death ask for the living, and the preview of a run says so', async () => {
    await dies(samuel, today());
    await dies(amos, daysAgo(3), { payerMemberId: ruth._id });
    const run = await aRun({ campaign: fund, isActive: false });
    const path = `/v2/campaigns/${fund._id}/runs/${run._id}/preview`;
    expect((await api.get(path, manager)).body).toMatchObject({ count: 1, sum: 25 });
    await createDuesOfRun(run._id, TEST_AUTHOR, api.deps.now());
    expect(await dueIn(run._id)).toMatchObject({
      minAmountDue: 2500,
      members: [{ member_id: ruth._id, price: 2500 }],
    });
  });

  it('with a payment keep their amount, and are listed for the office', async () => {
    const run = await duesMadeAt(at(daysAgo(1)));
    const due = await dueIn(run._id);
    await pay(due?._id ?? '', 1000);
    const answer = await dies(amos, daysAgo(3), { payerMemberId: ruth._id });
    expect(answer.body.openDues).toMatchObject([{ donation_id: due?._id, balance: 50, needsOffice: true }]);
    expect(answer.body.leftToDo).toMatchObject([{ code: 'dues_with_payment' }]);
    expect(await dueIn(run._id)).toMatchObject({ minAmountDue: 6000, paymentsTotal: 1000 });
  });
});

describe('while somebody pays dues', () => {
  it('a death leaves their amount, and is not taken back', async () => {
    const run = await duesMadeAt(at(daysAgo(1)));
    const due = async () => dueIn(run._id);
    const whilePaid = async (work: () => Promise<{ status: number }>) =>
      whileClaimed([(await due())?._id ?? ''], api.deps.now(), work);
    const dead = await whilePaid(async () => dies(amos, daysAgo(3), { payerMemberId: ruth._id }));
    expect([dead.status, (await due())?.minAmountDue]).toEqual([200, 6000]);
    const undo = async () => send(amos, { undo: true });
    expect(await whilePaid(undo)).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } });
    expect((await undo()).status).toBe(200);
  });
});

describe('taking it back', () => {
  it('restores parts, payer, dues and household as a whole', async () => {
    const run = await duesMadeAt(at(daysAgo(2)));
    const before = await now();
    await dies(amos, daysAgo(3), { payerMemberId: ruth._id });
    const preview = await send(amos, { undo: true }, '/preview');
    expect(preview.body.sentences).toContain(
      `${amos.firstNm} ${amos.lastNm} is no longer shown as deceased.`,
    );
    const answer = await send(amos, { undo: true });
    expect([answer.status, answer.body.primaryMemberId]).toEqual([200, amos._id]);
    const { members, totalPrice, primaryMemberId, isActive } = await now();
    expect({ members, totalPrice, primaryMemberId, isActive }).toEqual({
      members: before.members,
      totalPrice: before.totalPrice,
      primaryMemberId: amos._id,
      isActive: true,
    });
    expect(await dueIn(run._id)).toMatchObject({ minAmountDue: 6000, primaryMember: { _id: amos._id } });
    expect((await requireMember(ruth._id)).relationship).toBe('Spouse');
    expect((await requireMember(amos._id)).deceasedDt).toBeNull();
  });

  it('restores a membership that had ended', async () => {
    const alone = await aMember({ organizationNumber });
    const own = await aMembership({ campaign: fund, primary: alone });
    await dies(alone, daysAgo(3));
    expect((await send(alone, { undo: true })).status).toBe(200);
    expect(await requireMembership(own._id)).toMatchObject({
      isActive: true,
      totalPrice: 2500,
      needsPayer: false,
    });
  });

  it('is refused once money has moved, which is named', async () => {
    const run = await duesMadeAt(at(daysAgo(2)));
    await dies(amos, daysAgo(3), { payerMemberId: ruth._id });
    const dueId = (await dueIn(run._id))?._id ?? '';
    await pay(dueId, 2500);
    const administrator = await anAccount({ role: 'administrator', organizationNumber });
    await api.request
      .post(`/v2/donations/${dueId}/waive`)
      .set(api.as(administrator))
      .send({ amount: 1000, reason: 'They lost their work' })
      .expect(201);
    for (const suffix of ['', '/preview']) {
      const answer = await send(amos, { undo: true }, suffix);
      expect([answer.status, answer.body.code]).toEqual([409, 'money_moved']);
      const what = `on [^:]+ for ${run.name} of ${fund.campaignName}`;
      expect(answer.body.detail).toMatch(
        new RegExp(
          `: the payment of \\$25\\.00 ${what} and the waiver of \\$10\\.00 ${what}\\. A refund does not`,
        ),
      );
    }
    expect((await requireMember(amos._id)).deceasedDt).toBe(daysAgo(3));
  });

  it('of the day moves the end of the parts, and the dues with it', async () => {
    const run = await duesMadeAt(at(daysAgo(2)));
    await dies(amos, daysAgo(3), { payerMemberId: ruth._id });
    expect(await dueIn(run._id)).toMatchObject({ minAmountDue: 3500 });
    expect((await dies(amos, daysAgo(1))).status).toBe(200);
    expect(await partOf(amos)).toMatchObject({ endDt: endOfDay(daysAgo(1), zone()) });
    expect(await dueIn(run._id)).toMatchObject({ minAmountDue: 6000 });
    await send(amos, { undo: true });
    expect(await now()).toMatchObject({ totalPrice: 6000, primaryMemberId: amos._id });
    expect(await dueIn(run._id)).toMatchObject({ minAmountDue: 6000 });
  });
});

it('the widow reads who pays and what is due, and that she is covered; he was on the day', async () => {
  await duesMadeAt(at(daysAgo(2)));
  await dies(amos, daysAgo(3), { payerMemberId: ruth._id });
  const widow = await anAccount({ memberId: ruth._id });
  const { body } = await api.get(`/v2/members/${ruth._id}/coverage`, widow);
  expect(body.sentence).not.toContain(amos.firstNm);
  expect(body).toMatchObject({ isCovered: true, amountDue: 35 });
  // Data of today is treated as from before.
  await collection('audit_entries').deleteMany({ organizationNumber });
  const on = async (day: string) =>
    (await api.get(`/v2/members/${amos._id}/coverage?on=${day}`, manager)).body.people.find(
      (person: { member_id: string }) => person.member_id === amos._id,
    );
  await collection('campaign_memberships').updateOne(
    { _id: objectId(membership._id) },
    {
      $set: { createdDt: at(daysAgo(30)), activeDt: at(daysAgo(30)), 'members.$[].startDt': at(daysAgo(30)) },
    },
  );
  expect(await on(daysAgo(3))).toMatchObject({ isCovered: true });
  expect(await on(daysAgo(2))).toMatchObject({ isCovered: false, reasons: [{ code: 'died' }] });
});

it('nobody who died comes back into a membership, nor does theirs become active', async () => {
  await dies(amos, daysAgo(3), { payerMemberId: ruth._id });
  const add = await api.request
    .post(`/v2/membership/${membership._id}/members/${amos._id}/add`)
    .set(api.as(manager));
  expect([400, 404, 409]).toContain(add.status);
  const activate = (isActive: boolean) =>
    api.request.post('/v2/membership').set(api.as(manager)).send({ _id: membership._id, isActive });
  await activate(false);
  expect((await activate(true)).status).toBe(200);
  expect(await partOf(amos)).toMatchObject({ isActive: false, endReason: 'died' });
  expect(await now()).toMatchObject({ totalPrice: 3500 });
});

/** A receipt on dues, of an amount in cents. */
async function pay(donationId: string, amount: number): Promise<void> {
  const receipt = {
    receiptId: randomUUID(),
    method: 'cash' as const,
    lines: [{ donationId, amount: cents(amount) }],
    paidDt: api.deps.now(),
    recordedBy: TEST_AUTHOR.email,
    currency: 'usd',
  };
  await recordOfflineReceipts([receipt], api.deps);
}
