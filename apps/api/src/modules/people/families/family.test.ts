/** Families that are entered on one sheet: all of it or nothing. */
import { randomUUID } from 'node:crypto';
import { FAMILY_MAX } from '@kinfold/domain/family';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anIntakeRequest,
  anOrganization,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { findMembershipCounts } from '../../funds/memberships/membership.service.ts';
import { findOrganization } from '../../organizations/organizations/organization.service.ts';

const api = await apiOfFile();
let organizationNumber: string;
let manager: Account;
beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
});

const address = { streetAddress: '12 Oak Street', cityNm: 'Dayton', stateCd: 'OH', postalCd: '45402' };
const phones = [{ phoneNbr: '(937) 555-0142' }];
const PEOPLE = [
  { firstNm: 'Hans', lastNm: 'Wolf', birthDt: '1970-05-17', relationship: 'Head of Household' },
  { firstNm: 'Greta', lastNm: 'Wolf', birthDt: null, relationship: 'Spouse' },
  { firstNm: 'Emil', lastNm: 'Wolf', birthDt: '2012-02-29', relationship: 'Son' },
  { firstNm: 'Ida', lastNm: 'Wolf', birthDt: '2015-11-01', relationship: 'Daughter' },
  { firstNm: 'Otto', lastNm: 'Wolf', birthDt: '1938-01-31', relationship: 'Parent', suffix: 'sr' },
];
const changed = (place: number, change: object) =>
  PEOPLE.map((person, at) => (at === place ? { ...person, ...change } : person));

const post = (body: object, { path = '', as = manager, key = randomUUID() as string } = {}) =>
  api.request
    .post(`/v2/organizations/${organizationNumber}/families${path}`)
    .set({ ...api.as(as), 'Idempotency-Key': key })
    .send(body);
const errorsOf = (body: { errors: { path: string; message: string }[] }) =>
  body.errors.map(({ path, message }) => `${path}: ${message}`);
const stored = async () => ({
  members: await collection('members').countDocuments({ organizationNumber }),
  counted: (await findOrganization(organizationNumber))?.membersCnt ?? 0,
  memberships: await collection('campaign_memberships').countDocuments({ organizationNumber }),
  entries: await collection('audit_entries').countDocuments({
    organizationNumber,
    action: { $in: ['member.created', 'membership.created', 'intake.accepted'] },
  }),
});
const NOTHING = { members: 0, counted: 0, memberships: 0, entries: 0 };

describe('a family on one sheet', () => {
  it('becomes a household with its people and memberships, each with its entry and counted', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const other = await aCampaign({ organizationNumber });
    const campaignIds = [campaign._id, other._id, campaign._id];
    const { status, body } = await post({ address, phones, people: PEOPLE, campaignIds });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.members.map(({ firstNm }: { firstNm: string }) => firstNm)).toEqual(
      PEOPLE.map(({ firstNm }) => firstNm),
    );
    for (const member of body.members)
      expect(member).toMatchObject({
        household_id: body.household_id,
        organizationNumber,
        address,
        phones: [{ phoneNbr: '9375550142' }],
        isActive: true,
      });
    expect(body.members[1].birthDt).toBeNull();
    expect(body.members[4]).toMatchObject({ suffix: 'Sr.', birthDt: '1938-01-31', relationship: 'Parent' });
    const numbers = body.members.map(({ memberId }: { memberId: string }) => Number(memberId.slice(2)));
    expect(numbers).toEqual(numbers.map((_: number, place: number) => numbers[0] + place));
    expect(body.memberships).toHaveLength(2);
    expect(body.memberships[0]).toMatchObject({
      isActive: true,
      campaignName: campaign.campaignName,
      primaryMemberId: body.members[0]._id,
      totalPrice: 95,
      primaryMember: { firstNm: 'Hans' },
    });
    expect(body.memberships[0].members).toHaveLength(5);
    expect(await stored()).toEqual({ members: 5, counted: 5, memberships: 2, entries: 7 });
    expect(await findMembershipCounts(campaign._id)).toMatchObject([{ active: 1 }]);
    const household = await api.get(`/api/v1/member/${body.members[3]._id}/household`, manager);
    expect(household.body).toMatchObject({ _id: body.household_id, primaryMemberId: body.members[0]._id });
    const history = await api.get(`/v2/audit?subject_type=member&subject_id=${body.members[2]._id}`, manager);
    expect(history.body.entries.map(({ action }: { action: string }) => action)).toContain('member.created');
  });

  it('needs no address, phone or campaign, and makes the named person primary', async () => {
    const people = changed(1, { isPrimary: true }).slice(1, 3);
    const { body } = await post({ people }).expect(201);
    expect(body.memberships).toEqual([]);
    expect(body.members).toMatchObject([
      { firstNm: 'Greta', relationship: 'Head of Household', address: null, phones: [] },
      { firstNm: 'Emil', relationship: 'Son' },
    ]);
    // The primary member is stored first, wherever they stand on the sheet.
    const later = [PEOPLE[2], { ...PEOPLE[1], isPrimary: true }];
    const made = await post({ people: later }).expect(201);
    expect(made.body.members[0].firstNm).toBe('Emil');
    const household = await api.get(`/api/v1/member/${made.body.members[0]._id}/household`, manager);
    expect(household.body.primaryMemberId).toBe(made.body.members[1]._id);
  });

  it.each([
    [
      'a day that is not in the third row',
      changed(2, { birthDt: '2012-02-30' }),
      'people.2.birthDt: Invalid Date of Birth',
    ],
    ['a birth tomorrow', changed(2, { birthDt: '2999-01-01' }), 'people.2.birthDt: Invalid Date of Birth'],
    [
      'no birth date and no word of it',
      changed(2, { birthDt: undefined }),
      'people.2.birthDt: Invalid Date of Birth',
    ],
    ['no last name', changed(2, { lastNm: ' ' }), 'people.2.lastNm: Last Name is required'],
    [
      'another relationship',
      changed(2, { relationship: 'Cat' }),
      'people.2.relationship: Relationship is required',
    ],
    [
      'a minor as primary',
      changed(2, { isPrimary: true }).slice(1),
      'people.1.birthDt: Choose a person of 18 years or older',
    ],
    [
      'a minor as head',
      changed(0, { birthDt: '2012-01-01' }),
      'people.0.birthDt: Choose a person of 18 years or older',
    ],
    [
      'two heads',
      changed(2, { relationship: 'Head of Household' }),
      'people.2.relationship: A household has one Head of Household',
    ],
    ['nobody', [], 'people: Say who is in the family'],
    [
      'too many',
      Array.from({ length: FAMILY_MAX + 1 }, () => PEOPLE[1]),
      `people: A family has at most ${FAMILY_MAX} people here`,
    ],
  ])('is refused with %s, and nothing of it is stored', async (_what, people, fault) => {
    const { _id } = await aCampaign({ organizationNumber });
    const { body } = await post({ address, phones, people, campaignIds: [_id] }).expect(422);
    expect(errorsOf(body)).toEqual([fault]);
    expect(await stored()).toEqual(NOTHING);
  });

  it('is refused with a wrong address, phone or campaign', async () => {
    const { _id } = await aCampaign();
    const wrong = { address: { ...address, postalCd: '1' }, phones: [{ phoneNbr: '12' }], people: PEOPLE };
    const paths = (await post(wrong).expect(422)).body.errors.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['address.postalCd', 'phones.0.phoneNbr']);
    const own = await aCampaign({ organizationNumber });
    const elsewhere = { people: PEOPLE, campaignIds: [own._id, _id] };
    expect(errorsOf((await post(elsewhere).expect(422)).body)).toEqual([
      'campaignIds.1: There is no such campaign',
    ]);
    expect(await stored()).toEqual(NOTHING);
  });

  it('has as many people as a membership covers', async () => {
    const { _id } = await aCampaign({ organizationNumber });
    const people = Array.from({ length: FAMILY_MAX }, (_, at) => ({
      ...PEOPLE[at === 0 ? 0 : 3],
      firstNm: `Person ${at}`,
    }));
    const { body } = await post({ people, campaignIds: [_id] }).expect(201);
    expect(body.members).toHaveLength(FAMILY_MAX);
    expect(body.memberships[0].members).toHaveLength(FAMILY_MAX);
  });

  it('is made once by a press that is sent twice, and twice by two presses', async () => {
    const { _id } = await aCampaign({ organizationNumber });
    const form = { address, phones, people: PEOPLE, campaignIds: [_id] };
    const key = randomUUID();
    const [one, again] = await Promise.all([post(form, { key }), post(form, { key })]);
    expect([one.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(one.body);
    expect(await stored()).toMatchObject({ members: 5, counted: 5, memberships: 1 });
    const both = await Promise.all([post(form), post(form)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.body.household_id).not.toBe(both[1]?.body.household_id);
    expect(await stored()).toMatchObject({ members: 15, counted: 15, memberships: 3, entries: 18 });
    expect(await findMembershipCounts(_id)).toMatchObject([{ active: 3 }]);
  });

  it('leaves nothing when a write of it fails, whichever', async () => {
    const { _id } = await aCampaign({ organizationNumber });
    const form = { address, phones, people: PEOPLE.slice(0, 2), campaignIds: [_id] };
    const WHOLE = { members: 2, counted: 2, memberships: 1, entries: 3 };
    let writes = 0;
    let found = NOTHING;
    while (found.members === 0) {
      await interruptedAfter(writes, () => post(form));
      found = await stored();
      expect([NOTHING, WHOLE], `after ${writes} writes`).toContainEqual(found);
      writes += 1;
    }
    expect(writes).toBeGreaterThan(5);
  });

  it('is created with memberships only with the permission', async () => {
    const { _id } = await aCampaign({ organizationNumber });
    const elsewhere = await anAccount({
      role: 'manager',
      organizationNumber: (await anOrganization()).organizationNumber,
    });
    const viewer = await anAccount({ role: 'viewer', organizationNumber });
    for (const as of [elsewhere, viewer])
      for (const path of ['', '/preview'])
        await post({ people: PEOPLE, campaignIds: [_id] }, { as, path }).expect(403);
    expect(await stored()).toEqual(NOTHING);
  });

  it('answers the request to become a member that it began with, once', async () => {
    const intakeRequestId = await anIntakeRequest({ organizationNumber, email: 'hans@wolf.test' });
    const emails = [{ email: 'hans@wolf.test' }];
    const { body } = await post({ people: changed(0, { emails }), intakeRequestId }).expect(201);
    expect(body.members[0].emails).toEqual([{ email: 'hans@wolf.test', email_type: 'primary' }]);
    const request = await api.get(`/v2/intake-requests/${intakeRequestId}`, manager);
    expect(request.body).toMatchObject({
      status: 'member',
      decision: { member_id: body.members[0]._id },
    });
    const again = await post({ people: PEOPLE, intakeRequestId }).expect(409);
    expect(again.body.code).toBe('intake_answered');
    expect(await stored()).toMatchObject({ members: 5, counted: 5, entries: 6 });
    const foreign = await anIntakeRequest();
    await post({ people: PEOPLE, intakeRequestId: foreign }).expect(404);
  });
});

describe('the preview of a family', () => {
  const preview = (body: object) => post(body, { path: '/preview' });

  it('offers campaigns before anybody is typed, and says what all of them cost', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { _id, campaignName } = campaign;
    const { body } = await preview({ people: [], campaignIds: [_id] }).expect(200);
    expect(body).toEqual({
      offered: [{ _id, campaignName }],
      likelyDuplicates: [],
      memberships: [],
      totalPrice: 0,
    });
    const five = await preview({ people: PEOPLE, campaignIds: [_id] }).expect(200);
    expect(five.body).toMatchObject({
      totalPrice: 95,
      likelyDuplicates: [[], [], [], [], []],
      memberships: [{ campaignId: _id, text: `All five in ${campaignName}, $95.00` }],
    });
    expect(five.body.memberships[0].people[3]).toMatchObject({ name: 'Ida Wolf', price: 10 });
    expect(await stored()).toEqual(NOTHING);
  });

  it('takes no member numbers', async () => {
    const numberOf = async () => Number((await aMember({ organizationNumber })).memberId.slice(2));
    const before = await numberOf();
    await preview({ people: PEOPLE }).expect(200);
    expect(await numberOf()).toBe(before + 1);
  });

  it('says who is here already, beside their row, and a phone once', async () => {
    const { members } = await aHousehold({
      organizationNumber,
      size: 1,
      primary: {
        firstNm: 'Emil',
        lastNm: 'Wolff',
        birthDt: '2012-02-29' as never,
        phones: [{ phoneNbr: '9375550142' }],
      },
    });
    const { body } = await preview({ people: PEOPLE, phone: '(937) 555-0142' }).expect(200);
    expect(body.likelyDuplicates).toMatchObject([
      [{ _id: members[0]?._id, reasons: ['phone'] }],
      [],
      [{ _id: members[0]?._id, reasons: ['birth_date_and_name'] }],
      [],
      [],
    ]);
  });

  it('charges nothing for people outside of the ages, and says when cover begins and who is covered twice', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const other = await aCampaign({ organizationNumber });
    for (const { _id } of [campaign, other])
      await api.request
        .post('/api/v1/campaign')
        .set(api.as(manager))
        .send({
          _id,
          fundRules: {
            waitingDays: 90,
            oneCoverPerPerson: true,
            ageLimits: [{ relationships: ['Parent'], maxAge: 80 }],
          },
        })
        .expect(200);
    const campaignIds = [campaign._id, other._id];
    const { body } = await preview({ people: PEOPLE, campaignIds }).expect(200);
    expect(body.memberships[0].people[4]).toMatchObject({ name: 'Otto Wolf Sr.', price: 0 });
    expect(body.memberships[0].text).toBe(`All five in ${campaign.campaignName}, $70.00`);
    expect(body.memberships[0].warnings.join(' ')).toMatch(/covered twice.*Otto/s);
    expect(body.memberships[0].sentences.join(' ')).toContain('waiting time');
    expect(body.totalPrice).toBe(140);
    const made = await post({ people: PEOPLE, campaignIds }).expect(201);
    expect(made.body.memberships.map(({ totalPrice }: { totalPrice: number }) => totalPrice)).toEqual([
      70, 70,
    ]);
  });

  it('names the row of a person who may not be primary', async () => {
    const { body } = await preview({ people: changed(0, { birthDt: '2015-01-01' }) }).expect(422);
    expect(errorsOf(body)).toEqual(['people.0.birthDt: Choose a person of 18 years or older']);
  });
});

describe('several people who are added to a membership', () => {
  const add = (membershipId: string, body: object, path = 'members') =>
    api.request
      .post(`/v2/membership/${membershipId}/${path}`)
      .set({ ...api.as(manager), 'Idempotency-Key': randomUUID() })
      .send(body);
  const aFamily = async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { members, primary } = await aHousehold({ organizationNumber, size: 4 });
    const { _id } = await aMembership({ campaign, primary });
    return { _id, primary, others: members.slice(1).map((member) => member._id) };
  };

  it('are covered at once, in one entry of the history', async () => {
    const { _id, others } = await aFamily();
    const said = await add(_id, { do: 'add', member_ids: others }, 'preview').expect(200);
    expect(said.body.sentences.join(' ')).toContain('costs $70.00 instead of $25.00');
    const { body } = await add(_id, { member_ids: [...others, others[0]] }).expect(200);
    expect(body).toMatchObject({ totalPrice: 70, version: 2 });
    expect(body.members).toHaveLength(4);
    const again = await add(_id, { member_ids: others }).expect(200);
    expect(again.body.version).toBe(2);
  });

  it('are all refused with one of them', async () => {
    const { _id, others } = await aFamily();
    const dead = await aMember({ organizationNumber, deceasedDt: '2026-01-15' as never });
    const refused = await add(_id, { member_ids: [...others, dead._id] }).expect(409);
    expect(refused.body.code).toBe('deceased');
    const foreign = await aMember();
    await add(_id, { member_ids: [...others, foreign._id] }).expect(404);
    await add(_id, { do: 'add', member_ids: [foreign._id] }, 'preview').expect(404);
    expect((await add(_id, { member_ids: [] }).expect(422)).body.errors).toEqual([
      { path: 'member_ids', message: 'Choose whom to add' },
    ]);
    const { body } = await api.get(`/v2/membership/${_id}`, manager);
    expect(body.members).toHaveLength(1);
  });

  it('are refused when the membership was changed meanwhile', async () => {
    const { _id, others } = await aFamily();
    const answers = await Promise.all(others.map((id) => add(_id, { member_ids: [id], version: 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed_meanwhile');
  });
});
