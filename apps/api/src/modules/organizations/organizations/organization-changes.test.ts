import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anIntakeRequest,
  anOrganization,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { aPayer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { createMember } from '../../people/members/new-member.service.ts';
import { requireOrganization } from './organization.service.ts';

let api: Api;
let admin: Account;
beforeAll(async () => {
  api = await startApi();
  admin = await anAccount({ role: 'administrator' });
});
afterAll(() => api.stop());

const PATH = '/api/v1/organization';
const FORM = {
  organizationName: 'Grace Church',
  address: { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'md', postalCd: '20707' },
  phones: [{ phoneNbr: '(301) 555-0100' }],
};
const post = (path: string, body: object, as = admin) => api.request.post(path).set(api.as(as)).send(body);
const remove = (path: string, as = admin) => api.request.delete(path).set(api.as(as));
const historyOf = async (id: string) =>
  (await collection('audit_entries').find({ 'subject.id': id }).sort({ _id: 1 }).toArray()).map(
    ({ action, changes }) => [action, changes?.map(({ field }: { field: string }) => field)],
  );

describe('an organization', () => {
  it('is made below another one, with the next number that is free', async () => {
    const parent = await anOrganization();
    const first = await post(PATH, { ...FORM, parentOrganization: parent.organizationNumber });
    expect([first.status, first.body]).toMatchObject([
      201,
      {
        organizationName: 'Grace Church',
        parentOrganization: parent.organizationNumber,
        address: { ...FORM.address, stateCd: 'MD' },
        phones: [{ phoneNbr: '3015550100' }],
        membersCnt: 0,
        hasChildren: false,
      },
    ]);
    const { organizationNumber } = first.body;
    const second = await post(`${PATH}/`, FORM);
    expect([second.status, second.body.parentOrganization]).toEqual([201, null]);
    expect(Number(second.body.organizationNumber)).toBeGreaterThan(Number(organizationNumber));
    expect((await requireOrganization(parent.organizationNumber)).childrenCnt).toBe(1);
    expect((await api.get(`${PATH}/${organizationNumber}`, admin)).body).toEqual(first.body);
    expect(await historyOf(organizationNumber)).toEqual([['organization.created', []]]);
  });

  it('is changed from the version that was read, and its name is copied again', async () => {
    const { organizationNumber, version } = await anOrganization();
    const edit = { ...FORM, organizationNumber, version };
    const changed = await post(PATH, edit);
    expect([changed.status, changed.body.organizationName, changed.body.version]).toEqual([
      200,
      'Grace Church',
      version + 1,
    ]);
    const late = await post(PATH, { ...edit, organizationName: 'Hope Church' });
    expect([late.status, late.body.code, late.body.current.organizationName]).toEqual([
      409,
      'changed_meanwhile',
      'Grace Church',
    ]);
    expect(await historyOf(organizationNumber)).toEqual([
      ['organization.created', []],
      ['organization.updated', ['organizationName', 'address', 'phones']],
    ]);
    const job = await collection('jobs').findOne({ 'input.id': organizationNumber });
    expect(job?.['input']).toEqual({ kind: 'organization', id: organizationNumber });
  });

  it('keeps what an edit leaves out', async () => {
    const { organizationNumber } = (await post(PATH, FORM)).body;
    const { body } = await post(PATH, { organizationNumber, phones: [] }).expect(200);
    expect(body).toMatchObject({
      organizationName: 'Grace Church',
      phones: [],
      address: { cityNm: 'Laurel' },
    });
    expect((await historyOf(organizationNumber)).at(-1)).toEqual(['organization.updated', ['phones']]);
  });

  it('is refused with the words of its form beside each field', async () => {
    const errorsOf = async (form: object) => (await post(PATH, form)).body.errors;
    expect(await errorsOf({ organizationName: 'n'.repeat(101), address: {} })).toEqual([
      { path: 'organizationName', message: 'Organization name is required' },
      { path: 'address.streetAddress', message: 'Street name and number is required' },
      { path: 'address.cityNm', message: 'City is required' },
      { path: 'address.stateCd', message: 'State is required' },
      { path: 'address.postalCd', message: 'ZipCode is required' },
    ]);
    expect(await errorsOf({})).toEqual([
      { path: 'organizationName', message: 'Organization name is required' },
      { path: 'address', message: 'Street name and number is required' },
    ]);
    expect(await errorsOf({ ...FORM, phones: [{ phoneNbr: '1' }] })).toEqual([
      { path: 'phones.0.phoneNbr', message: 'Invalid Phone Number' },
    ]);
    expect(await errorsOf({ ...FORM, parentOrganization: 'none' })).toEqual([
      expect.objectContaining({ path: 'parentOrganization' }),
    ]);
  });

  it('is removed when nothing is left in it, and else says what is', async () => {
    const parent = await anOrganization();
    const { organizationNumber } = await anOrganization({ parentOrganization: parent.organizationNumber });
    const path = `${PATH}/${organizationNumber}`;
    await aHousehold({ organizationNumber, size: 2 });
    await aCampaign({ organizationNumber });
    const group = await post(`${path}/groups`, { groupName: 'Choir' });
    const refused = await remove(path);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_empty']);
    expect(refused.body.detail).toMatch(/it still has 2 members, 1 fundraiser and 1 group\.$/);
    expect((await remove(`${PATH}/${parent.organizationNumber}`)).body.detail).toMatch(
      /1 organization below it/,
    );
    expect((await remove(`${path}/groups/${group.body._id}`)).status).toBe(204);

    const empty = await anOrganization({ parentOrganization: parent.organizationNumber });
    expect((await remove(`${PATH}/${empty.organizationNumber}`)).status).toBe(204);
    expect((await remove(`${PATH}/${empty.organizationNumber}`)).status).toBe(404);
    expect((await requireOrganization(parent.organizationNumber)).childrenCnt).toBe(1);
    expect((await historyOf(empty.organizationNumber)).at(-1)).toEqual(['organization.removed', []]);
  });

  it('is not removed while it participates in what others collect, and says in what', async () => {
    const parent = await anOrganization();
    const { organizationNumber } = await anOrganization({ parentOrganization: parent.organizationNumber });
    const campaign = await aCampaign({ organizationNumber: parent.organizationNumber });
    await collection('campaigns').updateOne(
      { _id: objectId(campaign._id) },
      { $push: { offeredTo: organizationNumber, participatingOrganizations: organizationNumber } as never },
    );
    const refused = await remove(`${PATH}/${organizationNumber}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_empty']);
    expect(refused.body.detail).toContain(`a place in what others collect: ${campaign.campaignName}`);
    const { body } = await api.get(`${PATH}/${organizationNumber}`, admin);
    expect(body.participationsCnt).toBe(1);
  });

  it('is not removed while its books have entries of erased members', async () => {
    const { organizationNumber } = await anOrganization();
    const primary = await aMember({ organizationNumber });
    const membership = await aMembership({ campaign: await aCampaign(), primary });
    const off = { _id: membership._id, isActive: false };
    expect((await post('/v2/membership', off)).status).toBe(200);
    const name = `${primary.firstNm} ${primary.lastNm}`;
    expect((await post(`/v2/members/${primary._id}/erasure`, { name })).status).toBe(204);
    expect((await requireOrganization(organizationNumber)).membersCnt).toBe(0);
    const path = `${PATH}/${organizationNumber}`;
    await collection('campaign_memberships').updateOne(
      { _id: objectId(membership._id) },
      { $set: { organizationNumber } },
    );
    const refused = await remove(path);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_empty']);
    expect(refused.body.detail).toMatch(/it still has memberships of members who were erased\.$/);
  });

  it('is not removed while payments are in its books', async () => {
    const payer = await aPayer();
    expect((await pay(api, payer.account, payer.dues)).status).toBe(200);
    const { organizationNumber } = await anOrganization();
    await collection('ledger_entries').updateMany(
      {},
      { $set: { 'postings.0.organizationNumber': organizationNumber } },
    );
    const refused = await remove(`${PATH}/${organizationNumber}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_empty']);
    expect(refused.body.detail).toMatch(/it still has payments in its books\.$/);
  });

  it('is not removed while requests wait for an answer, and ends its roles and invitations', async () => {
    const parent = await anOrganization();
    const { organizationNumber } = await anOrganization({ parentOrganization: parent.organizationNumber });
    const path = `${PATH}/${organizationNumber}`;
    const requestId = await anIntakeRequest({ organizationNumber });
    await anAccount({ role: 'administrator', organizationNumber });
    await anAccount({ role: 'viewer', organizationNumber: parent.organizationNumber });
    const invite = { email: 'soon@else.test', role: 'treasurer', invite: true };
    expect((await post(`/v2/organizations/${organizationNumber}/roles`, invite)).status).toBe(201);
    const refused = await remove(path);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_empty']);
    expect(refused.body.detail).toMatch(/it still has 1 request to become a member\.$/);
    const roles = (at: string) => collection('roles').countDocuments({ organizationNumber: at });
    expect(await roles(organizationNumber)).toBe(2);
    const reason = 'They have moved away';
    expect((await post(`/v2/intake-requests/${requestId}/dismiss`, { reason })).status).toBe(204);
    expect((await remove(path)).status).toBe(204);
    expect([await roles(organizationNumber), await roles(parent.organizationNumber)]).toEqual([0, 1]);
    const recorded = (await historyOf(organizationNumber)).map(([action]) => action);
    expect(new Set(recorded.slice(-3))).toEqual(
      new Set(['organization.removed', 'role.invitation_withdrawn', 'role.removed']),
    );
  });

  it('is never removed while a member is added to it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organizationNumber } = await anOrganization();
      const input = { firstNm: 'Noor', lastNm: 'Haddad', birthDt: '1990-07-04', organizationNumber };
      const [removal, member] = await Promise.allSettled([
        remove(`${PATH}/${organizationNumber}`),
        createMember(input, TEST_AUTHOR, new Date()),
      ]);
      const isRemoved = removal.status === 'fulfilled' && removal.value.status === 204;
      expect(member.status).toBe(isRemoved ? 'rejected' : 'fulfilled');
      expect(await collection('members').countDocuments({ organizationNumber })).toBe(isRemoved ? 0 : 1);
    }
  });
});

describe('the groups of an organization', () => {
  it('are listed by name, added once each, and deleted', async () => {
    const { organizationNumber } = await anOrganization();
    const path = `${PATH}/${organizationNumber}/groups`;
    const choir = await post(path, { groupName: ' Choir ' });
    expect([choir.status, choir.body]).toMatchObject([201, { groupName: 'Choir', organizationNumber }]);
    await post(path, { groupName: 'Board' });
    const names = async () =>
      (await api.get(path, admin)).body.map(({ groupName }: { groupName: string }) => groupName);
    expect(await names()).toEqual(['Board', 'Choir']);
    for (const groupName of ['Choir', 'choir', 'CHÓIR']) {
      const again = await post(path, { groupName });
      expect([again.status, again.body.detail]).toEqual([409, 'There is a group of that name already.']);
    }
    const atOnce = await Promise.all(['Ushers', 'ushers'].map((groupName) => post(path, { groupName })));
    expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect((await names())[2]?.toLowerCase()).toBe('ushers');
    await remove(`${path}/${atOnce.find(({ status }) => status === 201)?.body._id}`);
    expect((await post(path, { groupName: 'ab' })).body.errors).toEqual([
      { path: 'groupName', message: 'Group Name is Required' },
    ]);
    expect((await remove(`${path}/${choir.body._id}`)).status).toBe(204);
    for (const none of [choir.body._id, 'x']) expect((await remove(`${path}/${none}`)).status).toBe(404);
    expect(await names()).toEqual(['Board']);
    expect((await requireOrganization(organizationNumber)).groupsCnt).toBe(1);
  });
});

it('who may change, make and remove organizations and groups', async () => {
  const parent = await anOrganization();
  const { organizationNumber } = await anOrganization({ parentOrganization: parent.organizationNumber });
  const at = { organizationNumber: parent.organizationNumber };
  const [manager, viewer, above, elsewhere, nobody] = [
    await anAccount({ role: 'manager', ...at }),
    await anAccount({ role: 'viewer', ...at }),
    await anAccount({ role: 'administrator', ...at }),
    await anAccount({ role: 'administrator', ...(await anOrganization()) }),
    await anAccount(),
  ];
  const below = { ...FORM, parentOrganization: organizationNumber };
  const statuses = async (as: Account) => [
    (await post(PATH, { ...FORM, organizationNumber }, as)).status,
    (await post(PATH, below, as)).status,
    (await post(PATH, FORM, as)).status,
    (await api.get(`${PATH}/${organizationNumber}/groups`, as)).status,
    (await post(`${PATH}/${organizationNumber}/groups`, { groupName: `Group ${as.userId}` }, as)).status,
    (await remove(`${PATH}/${organizationNumber}`, as)).status,
  ];
  expect(await statuses(manager)).toEqual([200, 403, 403, 200, 201, 403]);
  expect(await statuses(viewer)).toEqual([403, 403, 403, 200, 403, 403]);
  expect(await statuses(above)).toEqual([200, 201, 403, 200, 201, 409]);
  for (const as of [elsewhere, nobody]) expect(await statuses(as)).toEqual([403, 403, 403, 403, 403, 403]);
});

it('does not tell whether a number above or outside of one’s scope is that of an organization', async () => {
  const top = await anOrganization();
  const own = await anOrganization({ parentOrganization: top.organizationNumber });
  const outside = await anOrganization();
  const admin = await anAccount({ role: 'administrator', organizationNumber: own.organizationNumber });
  const answersTo = async (number: string) => {
    const answers = [
      await post(PATH, { ...FORM, parentOrganization: number }, admin),
      await post(PATH, { ...FORM, organizationNumber: number }, admin),
      await post('/v2/members', { firstNm: 'A', lastNm: 'B', organizationNumber: number }, admin),
      await api.get(`/v2/organizations?parent=${number}`, admin),
      await api.get(`/v2/organizations/${number}`, admin),
      await api.get(`/v2/organizations/${number}/above`, admin),
      await api.get(`/v2/members?organization_number=${number}`, admin),
      await api.get(`/v2/campaigns?organization_number=${number}`, admin),
      await api.get(`/v2/organizations/${number}/roles`, admin),
    ];
    return answers.map(({ status, body: { detail, errors, code } }) => ({ status, detail, errors, code }));
  };
  const unknown = await answersTo('99999999');
  for (const { organizationNumber } of [top, outside])
    expect(await answersTo(organizationNumber)).toEqual(unknown);
  const moved = (parentOrganization: string) =>
    post(PATH, { ...FORM, organizationNumber: own.organizationNumber, parentOrganization }, admin);
  const [toNone, toOutside] = [await moved('99999999'), await moved(outside.organizationNumber)];
  expect([toNone.status, toNone.body.detail]).toEqual([toOutside.status, toOutside.body.detail]);
});
