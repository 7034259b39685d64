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
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { addContact, listContacts } from '../contacts/contact.service.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';
import type { OrganizationRecord } from '../../organizations/organizations/organization.service.ts';
import { notifyTries } from '../../identity/users/link-notices.service.ts';

const api = await apiOfFile();
let organization: OrganizationRecord;
let organizationNumber: string;
let manager: Account;
let home: Awaited<ReturnType<typeof aHousehold>>;
let amos: MemberRecord;
let ruth: MemberRecord;
let samuel: MemberRecord;
beforeEach(async () => {
  organization = await anOrganization();
  ({ organizationNumber } = organization);
  manager = await anAccount({ role: 'manager', organizationNumber });
  home = await aHousehold({
    organizationNumber,
    size: 3,
    primary: { emails: [{ email: `amos.${organizationNumber}@grace.test`, email_type: 'primary' }] },
  });
  [amos, ruth, samuel] = home.members as [MemberRecord, MemberRecord, MemberRecord];
});

const send = (of: MemberRecord, body: object, suffix = '', as = manager) =>
  api.request.post(`/v2/members/${of._id}/life-events${suffix}`).set(api.as(as)).send(body);
const preview = async (of: MemberRecord, body: object) => (await send(of, body, '/preview')).body.sentences;
const told = async () =>
  (
    await collection<{ action: string; reason: string | null; subject: { id: string } }>('audit_entries')
      .find({ organizationNumber, reason: { $ne: null } })
      .sort({ _id: 1 })
      .toArray()
  ).map(({ action, reason }) => `${reason}: ${action}`);
const nameOf = ({ firstNm, lastNm }: MemberRecord) => `${firstNm} ${lastNm}`;

it('a death is a date on the member, offers who becomes primary, and is taken back', async () => {
  const deceasedDt = '2026-01-15';
  const body = { event: 'death', deceasedDt, primaryMemberId: ruth._id, version: 1 };
  expect(await preview(amos, body)).toEqual([
    `${nameOf(ruth)} becomes the primary member instead of ${nameOf(amos)}.`,
    `Accounts linked to this household then see what ${ruth.firstNm} owes and pay for it, and no longer for ${amos.firstNm}.`,
    `${nameOf(amos)} is shown as deceased (January 15, 2026).`,
    `No reminders and no mails go to ${amos.firstNm} any more.`,
  ]);
  const answer = await send(amos, body);
  expect(answer.body).toMatchObject({ primaryMemberId: ruth._id, version: 2 });
  expect(answer.body.members).toContainEqual(
    expect.objectContaining({ member_id: amos._id, deceasedDt, isActive: true }),
  );
  expect((await api.get(`/v2/members/${amos._id}`, manager)).body).toMatchObject({ deceasedDt });
  expect(await told()).toEqual(['Death: household.primary_changed', 'Death: member.deceased']);

  const back = { event: 'death', deceasedDt: null };
  expect(await preview(amos, back)).toEqual([`${nameOf(amos)} is no longer shown as deceased.`]);
  expect((await send(amos, back)).body.primaryMemberId).toBe(ruth._id);
  expect((await requireMember(amos._id)).deceasedDt).toBeNull();
  expect((await told()).at(-1)).toBe('Death: member.death_taken_back');
});

it('the deceased join no campaign, become no contact, and are not listed as active', async () => {
  await send(amos, { event: 'death', deceasedDt: '2026-01-15', primaryMemberId: ruth._id });
  const { _id } = await aCampaign({ organizationNumber });
  const joined = await api.request.post(`/v2/members/${amos._id}/campaigns/${_id}/join`).set(api.as(manager));
  expect([joined.status, joined.body.code]).toEqual([409, 'deceased']);
  const contact = await api.request
    .post(`/v2/organizations/${organizationNumber}/contacts`)
    .set(api.as(manager))
    .send({ member_id: amos._id, title: 'Deacon' });
  expect([contact.status, contact.body.detail]).toEqual([409, `${nameOf(amos)} has died.`]);
  const listed = await api.get(`/v2/members?active=true&searchTerm=${amos.lastNm}`, manager);
  expect(listed.body.members.map((member: { _id: string }) => member._id)).not.toContain(amos._id);
  const csv = (await api.get(`/v2/members.csv?searchTerm=${amos.lastNm}`, manager)).text;
  const cells = csv.split('\r\n').map((line) => line.split(','));
  const column = cells[0]?.indexOf('Date of Death') ?? -1;
  expect(cells.find(([number]) => number === amos.memberId)?.[column]).toBe('01.15.2026');
});

it('no mail goes to the deceased, as a member or as a contact', async () => {
  const by = [TEST_AUTHOR, api.deps.now()] as const;
  await addContact(organization, { member_id: amos._id, title: 'Deacon' }, ...by);
  const other = await aMember({
    organizationNumber,
    emails: [{ email: 'deacon@grace.test', email_type: '' }],
  });
  await addContact(organization, { member_id: other._id, title: 'Deacon' }, ...by);
  await send(amos, { event: 'death', deceasedDt: '2026-01-15' });
  // Their office has ended.
  expect((await listContacts(organizationNumber)).map(({ email }) => email)).toEqual(['deacon@grace.test']);
  await notifyTries(await requireMember(amos._id), api.deps.now());
  const queued = await collection<{ _id: string; to: string; text: string }>('outbox')
    .find({ _id: { $regex: `^member-link:${amos._id}` } })
    .toArray();
  expect(queued.map(({ to }) => to)).toEqual(['deacon@grace.test']);
  expect(queued[0]?.text).toContain('this member has died');
});

it('leaving deactivates, and open dues stay owed', async () => {
  const campaign = await aCampaign({ organizationNumber });
  const run = await aRun({ campaign });
  const membership = await aMembership({ campaign, primary: amos, covered: [ruth, samuel] });
  await aDonation({ membership, run });
  const before = (await api.get(`/api/v1/donation/${membership._id}/dues`, manager)).body;
  const refused = await send(amos, { event: 'leaving', member_ids: [amos._id] });
  expect([refused.status, refused.body.code]).toEqual([409, 'primary_member']);
  const all = { event: 'leaving', member_ids: [amos._id, ruth._id, samuel._id] };
  const sentences = await preview(amos, all);
  expect(sentences).toContain(`${nameOf(amos)} becomes inactive.`);
  const of = `${campaign.campaignName}, membership of ${nameOf(amos)}`;
  expect(sentences).toContain(`${of}: Nobody is left who can pay for this membership. It ends today.`);
  const answer = await send(amos, all);
  expect(answer.body.members.map(({ isActive }: { isActive: boolean }) => isActive)).toEqual([
    false,
    false,
    false,
  ]);
  expect((await api.get(`/api/v1/donation/${membership._id}/dues`, manager)).body).toEqual(
    before.map((due: object) => ({ ...due, isMembershipActive: false })),
  );
  expect(await told()).toEqual([
    ...Array(3).fill('Leaving the organization: member.updated'),
    'Leaving the organization: membership.updated',
  ]);
});

it('a marriage makes one household of two, or links them', async () => {
  const other = await aHousehold({ organizationNumber, size: 2 });
  const [eve, ada] = other.members as [MemberRecord, MemberRecord];
  const marriage = { event: 'marriage', spouse_id: eve.memberId };
  await send(amos, { ...marriage, household: 'apart' });
  expect((await requireMember(amos._id)).linkedHouseholds).toEqual([other.household_id]);
  expect((await requireMember(eve._id)).linkedHouseholds).toEqual([home.household_id]);
  const alone = await send(amos, { ...marriage, household: 'together' });
  expect([alone.status, alone.body.code]).toEqual([409, 'primary_member']);
  const answer = await send(amos, { ...marriage, household: 'together', member_ids: [eve._id, ada._id] });
  expect(answer.body.members.slice(3)).toMatchObject([
    { member_id: eve._id, relationship: 'Spouse' },
    { member_id: ada._id, relationship: 'Spouse' },
  ]);
  expect((await api.get(`/api/v1/member/${amos._id}/household/linked`, manager)).body).toEqual([]);
});

it('a marriage of who is not primary makes a new household of two', async () => {
  const other = await aHousehold({ organizationNumber, size: 2 });
  const [eve, ada] = other.members as [MemberRecord, MemberRecord];
  const marriage = { event: 'marriage', spouse_id: eve._id, household: 'new', member_ids: [eve._id] };
  const refused = await send(amos, { ...marriage, primaryMemberId: ada._id });
  expect([refused.status, refused.body.code]).toEqual([409, 'not_allowed']);
  expect(await preview(ruth, { ...marriage, primaryMemberId: ada._id })).toContain(
    `${nameOf(ruth)} gets a household of their own.`,
  );
  const answer = await send(ruth, { ...marriage, primaryMemberId: ada._id });
  expect(answer.body).toMatchObject({
    primaryMemberId: ruth._id,
    members: [
      { member_id: ruth._id, relationship: 'Head of Household' },
      { member_id: eve._id, relationship: 'Spouse' },
    ],
  });
  expect((await requireMember(ada._id)).household_id).toBe(other.household_id);
});

it('a household of their own, and a move to another address', async () => {
  const answer = await send(samuel, { event: 'own_household', isLinked: true });
  expect(answer.body).toMatchObject({ primaryMemberId: samuel._id });
  const linked = await api.get(`/api/v1/member/${amos._id}/household/linked`, manager);
  expect(linked.body).toMatchObject([{ member_id: samuel._id, allowedBy: manager.email }]);
  const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
  await send(amos, { event: 'move', address, member_ids: [amos._id, ruth._id] });
  for (const { _id } of [amos, ruth]) expect((await requireMember(_id)).address).toMatchObject(address);
  expect((await requireMember(samuel._id)).address).toBeNull();
});

describe('is refused', () => {
  it.each([
    [{}, 'event'],
    [{ event: 'party' }, 'event'],
    [{ event: 'death' }, 'deceasedDt'],
    [{ event: 'death', deceasedDt: '02/30/2026' }, 'deceasedDt'],
    [{ event: 'death', deceasedDt: '2090-01-01' }, 'deceasedDt'],
    [{ event: 'death', deceasedDt: '1930-01-01' }, 'deceasedDt'],
    [{ event: 'marriage', spouse_id: '', household: 'together' }, 'spouse_id'],
    [{ event: 'marriage', spouse_id: 'x' }, 'household'],
    [{ event: 'leaving', member_ids: [] }, 'member_ids'],
    [{ event: 'leaving' }, 'member_ids'],
    [{ event: 'move', member_ids: ['x'] }, 'address'],
  ])('with 422: %j', async (body, path) => {
    for (const suffix of ['', '/preview']) {
      const answer = await send(amos, body, suffix);
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0].path.startsWith(path)).toBe(true);
    }
  });

  it('without the permission, and for people of another tree, about whom nothing is revealed', async () => {
    const elsewhere = await aMember();
    const self = await anAccount({ memberId: amos._id });
    const death = { event: 'death', deceasedDt: '2026-01-15' };
    expect((await send(amos, death, '', self)).status).toBe(404);
    expect((await send(amos, death, '/preview', self)).status).toBe(404);
    expect((await send(elsewhere, death)).status).toBe(404);
    const outcomeOf = async (spouse_id: string) => {
      const { status, body } = await send(amos, { event: 'marriage', spouse_id, household: 'apart' });
      return [status, body.detail];
    };
    expect(await outcomeOf(elsewhere._id)).toEqual(await outcomeOf('000000000000000000000000'));
    expect(await outcomeOf(elsewhere.memberId)).toEqual([404, 'There is no such member.']);
  });
});
