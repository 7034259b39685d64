import { beforeEach, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import type { MemberRecord } from '../members/member.service.ts';

const api = await apiOfFile();
let organizationNumber: string;
let manager: Account;
let home: Awaited<ReturnType<typeof aHousehold>>;
let amos: MemberRecord;
let ruth: MemberRecord;
let samuel: MemberRecord;
beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
  home = await aHousehold({ organizationNumber, size: 3 });
  [amos, ruth, samuel] = home.members as [MemberRecord, MemberRecord, MemberRecord];
  // Of age, so that he may be primary.
  const ofAge = { $set: { birthDt: '1990-05-17' } };
  await collection('members').updateOne({ _id: objectId(samuel._id) }, ofAge);
});

const pathOf = ({ _id }: MemberRecord) => `/api/v1/member/${_id}/household`;
const add = (of: MemberRecord, body: object, as = manager, suffix = '') =>
  api.request
    .post(`${pathOf(of)}/add${suffix}`)
    .set(api.as(as))
    .send(body);
const remove = (of: MemberRecord, householdId = home.household_id, as = manager) =>
  api.request.delete(`${pathOf(of)}/${householdId}/remove`).set(api.as(as));
const householdOf = async (of: MemberRecord, as = manager) => (await api.get(pathOf(of), as)).body;
const namesIn = (body: { members: { member_id: string }[] }) =>
  body.members.map((member) => member.member_id);
const told = async (of: MemberRecord) =>
  (
    await collection<{ action: string; subject: { id: string } }>('audit_entries')
      .find({ 'subject.id': of._id })
      .sort({ _id: 1 })
      .toArray()
  )
    .map(({ action }) => action)
    .slice(1);

it('nobody under 18 becomes primary', async () => {
  await collection('members').updateOne({ _id: objectId(samuel._id) }, { $set: { birthDt: '2020-01-01' } });
  for (const suffix of ['', '/preview']) {
    const { status, body } = await add(amos, { member_id: samuel._id, isPrimary: true }, manager, suffix);
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'isPrimary', message: 'Choose a person of 18 years or older' }],
    ]);
  }
});

describe('a change in a household', () => {
  it('makes a member primary, with one entry in the history however often it is sent', async () => {
    const body = { member_id: ruth._id, household_id: home.household_id, isPrimary: true };
    const answer = await add(amos, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ primaryMemberId: ruth._id, version: 2 });
    expect(namesIn(answer.body)).toEqual([ruth._id, amos._id, samuel._id]);
    expect((await add(amos, body)).body).toEqual(answer.body);
    expect(await told(ruth)).toEqual(['household.primary_changed']);
  });

  it('deactivates, activates, and changes a relationship', async () => {
    const of = { member_id: samuel._id, household_id: home.household_id };
    const stateOf = ({ body }: { body: { members: object[] } }) => body.members[2];
    expect(stateOf(await add(amos, { ...of, isActive: false }))).toMatchObject({ isActive: false });
    expect(stateOf(await add(amos, { ...of, isActive: true }))).toMatchObject({ isActive: true });
    const changed = await add(amos, { ...of, relationship: 'Son' });
    expect(stateOf(changed)).toMatchObject({ relationship: 'Son', isActive: true });
    expect(await told(samuel)).toEqual(['member.updated', 'member.updated', 'member.updated']);
  });

  it('neither deactivates nor removes nor moves the primary member, and makes nobody inactive primary', async () => {
    const elsewhere = await aMember({ organizationNumber });
    await add(amos, { member_id: samuel._id, isActive: false });
    const answers = [
      await add(amos, { isActive: false }),
      await remove(amos),
      await add(elsewhere, { member_id: amos._id }),
      await add(amos, { member_id: samuel._id, isPrimary: true }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code, body.detail])).toEqual([
      [409, 'primary_member', 'The primary member cannot be deactivated.'],
      [409, 'primary_member', 'The primary member cannot be removed.'],
      [
        409,
        'primary_member',
        `${amos.firstNm} is the primary member of a household with others in it. Make another member primary first.`,
      ],
      [409, 'not_allowed', `${samuel.firstNm} is not active. Only an active member can be made primary.`],
    ]);
    expect((await householdOf(amos)).primaryMemberId).toBe(amos._id);
  });

  it.each([
    [{ isPrimary: false }, 'isPrimary'],
    [{ isPrimary: true, isActive: true }, 'relationship'],
    [{ relationship: 'Cousin' }, 'relationship'],
    [{ isActive: 'yes' }, 'isActive'],
    [{ member_id: { $ne: '' } }, 'member_id'],
    [{ version: 'one' }, 'version'],
  ])('answers 422 to %j', async (body, path) => {
    const answer = await add(amos, { member_id: ruth._id, ...body });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, path]);
  });

  it.each([{}, { version: 1 }, { member_id: '', household_id: null }])(
    'answers 422 to %j, which asks for nothing, and to its preview',
    async (body) => {
      const before = await householdOf(amos);
      for (const answer of [await add(amos, body), await add(amos, body, manager, '/preview')])
        expect([answer.status, answer.body.errors]).toEqual([
          422,
          [{ path: 'member_id', message: 'Member Id is required' }],
        ]);
      expect(await householdOf(amos)).toEqual(before);
    },
  );

  it('of another version than the one that was read is refused, and of two at once one', async () => {
    const make = ({ _id }: MemberRecord) => add(amos, { member_id: _id, isPrimary: true, version: 1 });
    const answers = await Promise.all([make(ruth), make(samuel)]);
    const codes = answers.map(({ body }) => body.code);
    expect(codes).toContain(undefined);
    expect(codes).toContain('changed_meanwhile');
    expect((await householdOf(amos)).version).toBe(2);
  });

  it('is undone as a whole when its entry in the history cannot be written', async () => {
    const before = await householdOf(amos);
    const entries = collection('audit_entries');
    // A second entry of this kind on the same member is refused by the database.
    const index = await entries.createIndex(
      { 'subject.id': 1, action: 1 },
      { unique: true, partialFilterExpression: { action: 'household.primary_changed' } },
    );
    await add(amos, { member_id: ruth._id, isPrimary: true });
    await add(ruth, { member_id: amos._id, isPrimary: true });
    const failed = await add(amos, { member_id: ruth._id, isPrimary: true });
    await entries.dropIndex(index);
    expect(failed.status).toBe(500);
    const after = await householdOf(amos);
    expect(after).toEqual({ ...before, version: 3 });
  });

  it('leaves a household as one of two secretaries leaves it, who remove and make primary at once', async () => {
    for (let time = 0; time < 3; time += 1) {
      const { household_id, members } = await aHousehold({ organizationNumber, size: 2 });
      const [first, second] = members as [MemberRecord, MemberRecord];
      const [removed, primary] = await Promise.all([
        remove(second, household_id),
        add(first, { member_id: second._id, household_id, isPrimary: true }),
      ]);
      expect([removed.status, primary.status]).toContain(200);
      const left = await householdOf(first);
      expect(namesIn(left)).toContain(left.primaryMemberId);
      const theirs = await householdOf(second);
      expect(namesIn(theirs)).toContain(theirs.primaryMemberId);
    }
  });
});

describe('moving between households', () => {
  it('adds a member with the given relationship, by their printed number too', async () => {
    const guest = await aMember({ organizationNumber });
    const body = { member_id: guest.memberId, relationship: 'Parent' };
    const answer = await add(amos, body);
    expect(answer.body.members.at(-1)).toMatchObject({ member_id: guest._id, relationship: 'Parent' });
    expect(await told(guest)).toEqual(['member.moved']);
  });

  it('out of one gives a household of their own, and back the one that they left, links with it', async () => {
    const away = await remove(samuel);
    expect([away.status, namesIn(away.body)]).toEqual([200, [amos._id, ruth._id]]);
    expect((await remove(samuel)).body).toEqual(away.body);
    const own = await householdOf(samuel);
    expect(own).toMatchObject({ primaryMemberId: samuel._id });
    expect(own.members).toMatchObject([{ member_id: samuel._id, relationship: 'Head of Household' }]);
    const friend = await aMember({ organizationNumber });
    await api.request
      .post(`${pathOf(friend)}/linked`)
      .set(api.as(manager))
      .send({ household_id: own._id });
    const linked = async () => (await api.get(`${pathOf(friend)}/linked`, manager)).body;
    expect(await linked()).toHaveLength(1);

    await add(amos, { member_id: samuel._id, household_id: home.household_id, relationship: 'Son' });
    expect(namesIn(await householdOf(amos))).toEqual([amos._id, ruth._id, samuel._id]);
    expect(await linked()).toEqual([]);
    const asFriend = await anAccount({ memberId: friend._id });
    const accounts = await api.get(`/v2/members/${friend._id}/linked-members`, asFriend);
    expect(accounts.body).toEqual([]);
    expect((await api.get(`/v2/members/${samuel._id}`, asFriend)).status).toBe(404);
    // Nobody moves into a household that is kept for its member.
    const stranger = await aMember({ organizationNumber });
    expect((await add(stranger, { household_id: own._id })).status).toBe(404);

    await remove(samuel);
    expect((await householdOf(samuel))._id).toBe(own._id);
    expect(await linked()).toHaveLength(1);
  });

  it('gives up an empty household of who becomes primary elsewhere', async () => {
    await remove(samuel);
    await add(amos, { member_id: samuel._id, household_id: home.household_id });
    expect((await add(amos, { member_id: samuel._id, isPrimary: true })).status).toBe(200);
    expect((await remove(amos)).status).toBe(200);
    expect((await householdOf(amos)).primaryMemberId).toBe(amos._id);
  });

  it('says first which memberships go on, and changes none of them', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const membership = await aMembership({ campaign, primary: amos, covered: [samuel] });
    const other = await aMember({ organizationNumber });
    const body = { member_id: samuel._id, relationship: 'Son' };
    const preview = await add(other, body, manager, '/preview');
    const name = (one: MemberRecord) => `${one.firstNm} ${one.lastNm}`;
    expect(preview.body.sentences).toEqual([
      `${name(samuel)} joins the household of ${name(other)} as Son.`,
      `${campaign.campaignName} goes on covering ${name(samuel)}, and ${name(amos)}, who lives in another household, goes on paying for it.`,
    ]);
    expect(namesIn(await householdOf(amos))).toHaveLength(3);
    const show = async () => (await api.get(`/v2/membership/${membership._id}`, manager)).body;
    const before = await show();
    await add(other, body);
    const after = await show();
    const covered = (shown: { members: { member_id: string }[] }) =>
      shown.members.find(({ member_id }) => member_id === samuel._id);
    expect(covered(before)).toMatchObject({ inPrimaryHousehold: true });
    expect(covered(after)).toMatchObject({ inPrimaryHousehold: false, isActive: true });
    expect(after.totalPrice).toBe(before.totalPrice);
    expect((await add(other, body, manager, '/preview')).body.sentences).toEqual([]);
  });

  it('says first what a removal, another primary member and a deactivation mean for memberships', async () => {
    const campaign = await aCampaign({ organizationNumber });
    await aMembership({ campaign, primary: amos, covered: [samuel] });
    const name = (one: MemberRecord) => `${one.firstNm} ${one.lastNm}`;
    const path = `${pathOf(samuel)}/${home.household_id}/remove/preview`;
    const stays = `${campaign.campaignName} goes on covering ${name(samuel)}, and ${name(amos)}`;
    expect((await api.request.post(path).set(api.as(manager))).body.sentences).toEqual([
      `${name(samuel)} gets a household of their own.`,
      `${stays}, who lives in another household, goes on paying for it.`,
    ]);
    const said = async (change: object) =>
      (await add(amos, { member_id: samuel._id, ...change }, manager, '/preview')).body.sentences;
    expect(await said({ isPrimary: true })).toContain(
      `${name(amos)} goes on paying for ${campaign.campaignName}.`,
    );
    expect(await said({ isActive: false })).toContain(
      `${stays} goes on paying for it, until you change the membership.`,
    );
    expect((await householdOf(amos)).primaryMemberId).toBe(amos._id);
    expect(namesIn(await householdOf(amos))).toHaveLength(3);
  });

  it('works by the older GET, which says that it is one', async () => {
    const answer = await api.get(`${pathOf(samuel)}/${home.household_id}/remove`, manager);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['deprecation']).toMatch(/^@\d+$/);
    expect(namesIn(answer.body)).toEqual([amos._id, ruth._id]);
  });
});

describe('who may', () => {
  it('is staff with the permission at the member and at the household; to others neither exists', async () => {
    const elsewhere = await aHousehold({ size: 2 });
    const [, theirs] = elsewhere.members as [MemberRecord, MemberRecord];
    const missing = '000000000000000000000000';
    const of = async (body: object) => {
      const { status, body: problem } = await add(amos, body);
      return [status, problem.code, problem.detail];
    };
    expect(await of({ member_id: theirs._id })).toEqual(await of({ member_id: missing }));
    expect(await of({ member_id: theirs.memberId })).toEqual(await of({ member_id: 'M-999999' }));
    expect(await of({ household_id: elsewhere.household_id })).toEqual(await of({ household_id: missing }));
    expect((await add(theirs, { isActive: false })).status).toBe(404);
    expect((await remove(theirs, elsewhere.household_id)).status).toBe(404);
    expect((await remove(samuel, elsewhere.household_id)).status).toBe(404);
    const self = await anAccount({ memberId: amos._id });
    const viewer = await anAccount({ role: 'viewer', organizationNumber });
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    for (const account of [self, viewer, treasurer]) {
      expect((await add(amos, { member_id: ruth._id, isPrimary: true }, account)).status).toBe(404);
      expect((await remove(samuel, home.household_id, account)).status).toBe(404);
    }
    expect(await told(amos)).toEqual([]);
  });

  it('does not show staff who lives there from another tree', async () => {
    const admin = await anAccount({ role: 'administrator' });
    const foreign = await aMember();
    expect((await add(amos, { member_id: foreign._id, relationship: 'Parent' }, admin)).status).toBe(200);
    expect(namesIn(await householdOf(amos))).not.toContain(foreign._id);
    expect(namesIn(await householdOf(amos, admin))).toContain(foreign._id);
    expect(namesIn(await householdOf(amos, await anAccount({ memberId: amos._id })))).toContain(foreign._id);
    const there = await anAccount({ role: 'manager', organizationNumber: foreign.organizationNumber });
    const seen = await householdOf(foreign, there);
    expect([seen.primaryMemberId, namesIn(seen)]).toEqual(['', [foreign._id]]);
  });
});

describe('linked households', () => {
  const link = (of: MemberRecord, body: object, as = manager) =>
    api.request
      .post(`${pathOf(of)}/linked`)
      .set(api.as(as))
      .send(body);
  const unlink = (of: MemberRecord, householdId: string, as = manager) =>
    api.request.delete(`${pathOf(of)}/linked/${householdId}`).set(api.as(as));

  it('are allowed by staff, who see who did and when; the member pays for them until it is taken back', async () => {
    const other = await aHousehold({ organizationNumber, size: 2 });
    const answer = await link(amos, { member_id: other.members[1]?.memberId });
    expect(answer.body).toEqual([
      {
        household_id: other.household_id,
        member_id: other.primary._id,
        primaryMemberName: `${other.primary.lastNm}, ${other.primary.firstNm}`,
        allowedBy: manager.email,
        allowedDt: expect.stringMatching(/^\d{4}-/),
      },
    ]);
    expect((await link(amos, { household_id: other.household_id })).body).toEqual(answer.body);
    const self = await anAccount({ memberId: amos._id });
    const accounts = () => api.get(`/v2/members/${amos._id}/linked-members`, self);
    expect((await accounts()).body).toMatchObject([{ primary_member_id: other.primary._id }]);
    const readers = other.members.map(({ _id }) => api.get(`/v2/members/${_id}/donations`, self));
    expect((await Promise.all(readers)).map(({ status }) => status)).toEqual([200, 404]);
    const own = (await api.get(`${pathOf(amos)}/linked`, self)).body;
    expect(own[0]).not.toHaveProperty('allowedBy');

    expect((await unlink(amos, other.household_id)).status).toBe(204);
    expect((await unlink(amos, other.household_id)).status).toBe(204);
    expect((await accounts()).body).toEqual([]);
    expect(await told(amos)).toEqual(['household.linked', 'household.unlinked']);
  });

  it('may be where one lives, so that whom it covers pays for it too, but not for its primary member', async () => {
    const { household_id } = home;
    expect((await link(ruth, { household_id })).status).toBeLessThan(300);
    const own = await link(amos, { household_id });
    expect(own).toMatchObject({ status: 409, body: { code: 'not_allowed' } });
    expect(own.body.detail).toBe(`This is ${amos.firstNm}’s own household.`);
    await add(ruth, { household_id, isPrimary: true });
    expect((await api.get(`${pathOf(ruth)}/linked`, manager)).body).toEqual([]);
  });

  it('outside the scope of the reader are hidden, and stay when they edit', async () => {
    const [other, elsewhere] = [await aHousehold({ organizationNumber }), await aHousehold()];
    const admin = await anAccount({ role: 'administrator' });
    await link(amos, { household_id: other.household_id });
    await link(amos, { household_id: elsewhere.household_id }, admin);
    const linked = async (as: Account) =>
      (await api.get(`/v2/members/${amos._id}`, as)).body.linkedHouseholds as string[];
    expect(await linked(manager)).toEqual([other.household_id]);
    const edit = { _id: amos._id, linkedHouseholds: [] };
    expect((await api.request.post('/v2/members').set(api.as(manager)).send(edit)).status).toBe(200);
    expect(await linked(admin)).toEqual([elsewhere.household_id]);
  });

  it('are not of another tree, and not allowed by members', async () => {
    const elsewhere = await aHousehold();
    expect((await link(amos, { household_id: elsewhere.household_id })).status).toBe(404);
    expect((await link(amos, { member_id: elsewhere.primary._id })).status).toBe(404);
    expect((await link(amos, {})).body.errors).toEqual([
      { path: 'member_id', message: 'Member Id is required' },
    ]);
    const self = await anAccount({ memberId: amos._id });
    const { household_id } = await aHousehold({ organizationNumber });
    expect((await link(amos, { household_id }, self)).status).toBe(404);
    const admin = await anAccount({ role: 'administrator' });
    expect((await link(amos, { household_id: elsewhere.household_id }, admin)).body).toHaveLength(1);
    expect((await api.get(`${pathOf(amos)}/linked`, manager)).body).toEqual([]);
  });

  it('are those that staff send with the member, each in the history; none is linked that they may not see', async () => {
    const other = await aHousehold({ organizationNumber });
    const elsewhere = await aHousehold();
    const post = (linkedHouseholds: unknown, as = manager) =>
      api.request.post('/api/v1/member').set(api.as(as)).send({ _id: amos._id, linkedHouseholds });
    expect((await post([other.household_id, other.household_id])).body).toMatchObject({
      linkedHouseholds: [other.household_id],
    });
    expect((await post([])).body).toMatchObject({ linkedHouseholds: [] });
    expect(await told(amos)).toEqual(['household.linked', 'household.unlinked']);
    // Amos is the primary member of `home`.
    for (const id of [elsewhere.household_id, home.household_id, '000000000000000000000000', 'x'])
      expect((await post([id])).body.errors).toEqual([
        { path: 'linkedHouseholds', message: 'There is no such household' },
      ]);
    expect((await post('x')).status).toBe(422);
    const self = await anAccount({ memberId: amos._id });
    expect((await post([other.household_id], self)).body).toMatchObject({ linkedHouseholds: [] });
  });
});
