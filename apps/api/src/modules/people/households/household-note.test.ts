import { beforeEach, describe, expect, it } from 'vitest';
import { aHousehold, aMember, anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { deleteMember } from '../member-removal/member-removal.service.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';
import { changeOfAdd } from './household.service.ts';
import { changeHouseholds } from './household-change.service.ts';
import { addHouseholdNote } from './household-note.service.ts';

const api = await apiOfFile();
let organizationNumber: string;
let manager: Account;
let home: Awaited<ReturnType<typeof aHousehold>>;
let amos: MemberRecord;
let ruth: MemberRecord;
beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
  home = await aHousehold({ organizationNumber, size: 2 });
  [amos, ruth] = home.members as [MemberRecord, MemberRecord];
});

const pathOf = ({ _id }: MemberRecord, more = '') => `/v2/members/${_id}/household/notes${more}`;
const send = (method: 'post' | 'delete', path: string, body: object = {}, as = manager) =>
  api.request[method](path).set(api.as(as)).send(body);
const write = async (text: string, on = amos) => (await send('post', pathOf(on), { text }).expect(201)).body;
const textsOn = async (member: MemberRecord) =>
  (await api.get(pathOf(member), manager).expect(200)).body.map(({ text }: { text: string }) => text);
const actionsOn = async ({ _id }: MemberRecord) => {
  const entries = collection('audit_entries').find({ 'subject.id': _id, action: /^household\.note/ });
  return (await entries.sort({ _id: 1 }).toArray()).map(({ action }) => action as string);
};
const stored = () => collection('household_notes').countDocuments({ householdId: home.household_id });

describe('a note on a household', () => {
  it('is signed and dated, stands newest first for everybody in it, and its text is not in the history', async () => {
    const first = await write('  Deaf in the left ear:\nring twice  ');
    expect(first).toEqual({
      _id: first._id,
      text: 'Deaf in the left ear:\nring twice',
      createdBy: expect.any(String),
      createdDt: expect.any(String),
    });
    api.advance(1_000);
    await write('The daughter has a key', ruth);
    expect(await textsOn(amos)).toEqual(['The daughter has a key', first.text]);
    expect(await textsOn(ruth)).toEqual(await textsOn(amos));
    expect(await actionsOn(amos)).toEqual(['household.note_added']);
    const entries = await collection('audit_entries').find({ action: 'household.note_added' }).toArray();
    expect(JSON.stringify(entries)).not.toMatch(/Deaf|daughter/);
  });

  it('has 1 to 1,000 characters, and no card number', async () => {
    for (const text of ['', '  ', 'x'.repeat(1_001), 'Card 4242 4242 4242 4242', 7])
      expect((await send('post', pathOf(amos), { text })).body.errors).toMatchObject([{ path: 'text' }]);
    await write('x'.repeat(1_000));
  });

  it('is removed once, and comes back for a day as it was signed', async () => {
    const note = await write('Ring twice');
    const other = await anAccount({ role: 'manager', organizationNumber });
    const at = pathOf(ruth, `/${note._id}`);
    await send('delete', at, {}, other).expect(204);
    await send('delete', at, {}, other).expect(204);
    expect(await textsOn(amos)).toEqual([]);
    expect((await send('post', `${at}/restore`, {}, other).expect(200)).body).toEqual(note);
    expect((await send('post', `${at}/restore`, {}, other)).status).toBe(404);
    expect(await textsOn(amos)).toEqual(['Ring twice']);
    expect(await actionsOn(ruth)).toEqual(['household.note_removed', 'household.note_restored']);
  });

  it('of another household is neither removed nor restored', async () => {
    const note = await write('Ring twice');
    const elsewhere = await aMember({ organizationNumber });
    await send('delete', pathOf(elsewhere, `/${note._id}`)).expect(204);
    expect(await textsOn(amos)).toEqual(['Ring twice']);
    await send('delete', pathOf(amos, `/${note._id}`)).expect(204);
    await send('post', pathOf(elsewhere, `/${note._id}/restore`)).expect(404);
  });

  it('is read by staff alone', async () => {
    await write('Ring twice');
    const viewer = await anAccount({ role: 'viewer', organizationNumber });
    expect((await api.get(pathOf(amos), viewer)).status).toBe(200);
    expect((await send('post', pathOf(amos), { text: 'x' }, viewer)).status).toBe(404);
    expect((await api.get(pathOf(amos), await anAccount({ memberId: amos._id }))).status).toBe(404);
    const { body } = await api.get(`/api/v1/member/${amos._id}/household`, manager).expect(200);
    expect(JSON.stringify(body)).not.toContain('Ring twice');
  });

  it('is the last of at most 100', async () => {
    const now = api.deps.now();
    for (let n = 0; n < 100; n += 1) await addHouseholdNote(amos._id, `Note ${n}`, TEST_AUTHOR, now);
    const { status, body } = await send('post', pathOf(amos), { text: 'One more' });
    expect([status, body.code]).toEqual([409, 'too_many']);
  });
});

describe('the notes on a household', () => {
  const by = () => ({ author: TEST_AUTHOR, now: api.deps.now() });
  const join = async (who: MemberRecord, of: MemberRecord) => {
    const into = await requireMember(of._id);
    const form = { member_id: who._id, household_id: into.household_id ?? '' };
    await changeHouseholds(changeOfAdd(into, form, '2026-01-01' as never), async () => true, by());
  };

  it('go with the last who leaves, where they go, and stay while somebody lives there', async () => {
    await write('Ring twice');
    const eve = (await aHousehold({ organizationNumber })).primary;
    const note = await write('Has a dog', eve);
    await send('delete', pathOf(eve, `/${note._id}`)).expect(204);
    await write('Deaf', eve);
    await join(eve, amos);
    expect((await textsOn(amos)).toSorted()).toEqual(['Deaf', 'Ring twice']);
    expect(await textsOn(eve)).toEqual(await textsOn(amos));
    expect(await stored()).toBe(3);
    await send('delete', `/api/v1/member/${eve._id}/household/${home.household_id}/remove`).expect(200);
    expect(await textsOn(eve)).toEqual([]);
    expect(await stored()).toBe(3);
  });

  it('are deleted with the last member', async () => {
    await write('Ring twice');
    const member = await aMember({ organizationNumber });
    await write('Has a dog', member);
    await deleteMember(member._id, 'USD', TEST_AUTHOR, api.deps.now());
    const left = await collection('household_notes').find().toArray();
    expect(left.map(({ householdId }) => householdId)).not.toContain(member.household_id);
    expect(await textsOn(amos)).toEqual(['Ring twice']);
  });
});
