import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTACT_TITLES } from '@kinfold/domain/organization';
import { ROLES } from '@kinfold/domain/role';
import { aMember, anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import type { MemberRecord } from '../members/member.service.ts';

let api: Api;
let above: string;
let organizationNumber: string;
let manager: Account;
let member: MemberRecord;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  above = (await anOrganization()).organizationNumber;
  ({ organizationNumber } = await anOrganization({ parentOrganization: above }));
  manager = await anAccount({ role: 'manager', organizationNumber });
  member = await aMember({
    organizationNumber,
    firstNm: 'Esther',
    lastNm: 'Bekele',
    phones: [{ phoneNbr: '3015550199' }, { phoneNbr: '3015550100' }],
    emails: [{ email: 'esther@grace.test', email_type: 'primary' }],
  });
});

const path = (number = organizationNumber) => `/v2/organizations/${number}/contacts`;
const list = (as: Account, number?: string) => api.get(path(number), as);
const add = (as: Account, body: object, number?: string) =>
  api.request.post(path(number)).set(api.as(as)).send(body);
const drop = (as: Account, contactId: string, number?: string) =>
  api.request.delete(`${path(number)}/${contactId}`).set(api.as(as));
const deacon = () => ({ member_id: member._id, title: 'Deacon' });

describe('adding a contact', () => {
  it('takes name, first phone and first e-mail from the member, and shows it wherever contacts are', async () => {
    const answer = await add(manager, deacon());
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      member_id: member._id,
      name: 'Esther Bekele',
      title: 'Deacon',
      phone: '3015550199',
      email: 'esther@grace.test',
    });
    expect((await list(manager)).body).toEqual([answer.body]);
    const self = await anAccount({ memberId: member._id });
    const own = await api.get('/v2/my/organization', self);
    expect(own.body.contacts).toEqual([answer.body]);
    const stored = await collection('contacts').findOne({ organizationNumber });
    expect(stored).toMatchObject({ createdBy: manager.email, createdDt: expect.any(Date) });
  });

  it('changes nothing of the member', async () => {
    const stored = () => collection('members').findOne({ memberId: member.memberId });
    const before = await stored();
    expect((await add(manager, deacon())).status).toBe(201);
    // Writes that must come before or after a concurrent deletion.
    expect(await stored()).toEqual({ ...before, locks: 1 });
  });

  it('says that phone and e-mail are not known', async () => {
    const { _id } = await aMember({ organizationNumber, phones: [], emails: [] });
    const { body } = await add(manager, { member_id: _id, title: 'Deacon' });
    expect(body).toMatchObject({ phone: null, email: null });
  });

  it('takes every title of the list, the printed number, and stores nothing else of the request', async () => {
    for (const title of CONTACT_TITLES)
      expect((await add(manager, { member_id: member.memberId, title })).status).toBe(201);
    const { _id } = await aMember({ organizationNumber, firstNm: 'Ada', lastNm: 'Eze' });
    const more = { name: 'Mallory', phone: '1', createdBy: 'mallory@demo.test', organizationNumber: above };
    const { body } = await add(manager, { member_id: _id, title: 'Deacon', ...more });
    expect(body.name).toBe('Ada Eze');
    const names = ((await list(manager)).body as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['Ada Eze', ...CONTACT_TITLES.map(() => 'Esther Bekele')]);
  });

  it('is refused a second time with the same title, also when both come at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => add(manager, deacon())));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 409, 409]);
    const again = await add(manager, deacon());
    expect(again.body).toMatchObject({
      code: 'contact_exists',
      detail: 'Esther Bekele is a contact with the title Deacon already.',
    });
    expect((await list(manager)).body).toHaveLength(1);
  });

  it.each([
    [{}, ['member_id', 'title']],
    [{ member_id: '', title: '' }, ['member_id', 'title']],
    [{ member_id: 'M-000001' }, ['title']],
    [{ title: 'Deacon' }, ['member_id']],
    [{ member_id: { $ne: '' }, title: 'Deacon' }, ['member_id']],
    [{ member_id: 'M-000001', title: 'Bishop' }, ['title']],
    [{ member_id: 'M-000001', title: 'deacon' }, ['title']],
  ])('answers 422 to %j', async (body, fields) => {
    const answer = await add(manager, body);
    expect(answer.status).toBe(422);
    const messages = { member_id: 'Member Id is required', title: 'Title is required' };
    expect(answer.body.errors).toEqual(
      fields.map((field) => ({ path: field, message: messages[field as keyof typeof messages] })),
    );
  });

  it('answers the same to a member of nowhere, of another tree, of above and of below', async () => {
    const below = await anOrganization({ parentOrganization: organizationNumber });
    const others = [
      await aMember(),
      await aMember({ organizationNumber: above }),
      await aMember({ organizationNumber: below.organizationNumber }),
    ].map(({ _id }) => _id);
    const admin = await anAccount({ role: 'administrator' });
    const answers = await Promise.all(
      [...others, '0'.repeat(24), 'M-999999', 'nobody'].map((member_id) =>
        add(admin, { member_id, title: 'Deacon' }),
      ),
    );
    const details = new Set(answers.map(({ status, body }) => `${status} ${body.code} ${body.detail}`));
    expect([...details]).toEqual([expect.stringMatching(/^404 not_found .+ has no such member\.$/)]);
    expect((await list(manager)).body).toEqual([]);
  });
});

describe('deleting a contact', () => {
  it('removes it once; the member stays', async () => {
    const { _id } = (await add(manager, deacon())).body;
    expect((await drop(manager, _id)).status).toBe(204);
    expect((await list(manager)).body).toEqual([]);
    const again = await drop(manager, _id);
    expect([again.status, again.body.detail]).toEqual([404, 'There is no such contact.']);
    expect((await api.get(`/v2/members/${member._id}`, manager)).status).toBe(200);
    expect((await add(manager, deacon())).status).toBe(201);
  });

  it('of another organization is not found, even by users who may delete there', async () => {
    const { _id } = (await add(manager, deacon())).body;
    const admin = await anAccount({ role: 'administrator' });
    for (const [contactId, number] of [
      [_id, above],
      [_id, 'nowhere'],
      ['x', organizationNumber],
      ['0'.repeat(24), organizationNumber],
    ] as const)
      expect((await drop(admin, contactId, number)).status).toBe(404);
    expect((await list(manager)).body).toHaveLength(1);
  });
});

describe('who may', () => {
  // The decision on roles: contacts are read by all of them, made and deleted by the last two.
  it.each(ROLES)('%s, at the organization and above it', async (role) => {
    const mayChange = role === 'manager' || role === 'administrator';
    for (const number of [organizationNumber, above]) {
      const staff = await anAccount({ role, organizationNumber: number });
      const { _id } = (await add(manager, deacon())).body;
      expect((await list(staff)).status).toBe(200);
      expect((await drop(staff, _id)).status).toBe(mayChange ? 204 : 403);
      expect((await add(staff, deacon())).status).toBe(mayChange ? 201 : 403);
      await collection('contacts').deleteMany({ organizationNumber });
    }
  });

  it('nobody of another tree, of below or without a role', async () => {
    const { _id } = (await add(manager, deacon())).body;
    const below = await anOrganization({ parentOrganization: organizationNumber });
    const other = await anOrganization();
    for (const account of [
      await anAccount({ role: 'administrator', organizationNumber: other.organizationNumber }),
      await anAccount({ role: 'administrator', organizationNumber: below.organizationNumber }),
      await anAccount({ memberId: member._id }),
      await anAccount(),
    ])
      for (const answer of [await list(account), await add(account, deacon()), await drop(account, _id)]) {
        expect(answer.status).toBe(403);
        expect(JSON.stringify(answer.body)).not.toContain('Esther');
      }
    expect((await api.get(path())).status).toBe(401);
    expect((await list(manager)).body).toHaveLength(1);
  });

  it('an administrator at the root, wherever there is an organization', async () => {
    const admin = await anAccount({ role: 'administrator' });
    const { _id } = (await add(admin, deacon())).body;
    expect((await drop(admin, _id)).status).toBe(204);
    expect((await list(admin, 'nowhere')).status).toBe(404);
    expect((await add(admin, deacon(), 'nowhere')).status).toBe(404);
  });
});
