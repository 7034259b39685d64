import { describe, expect, it } from 'vitest';
import { aMember, anAccount, anOrganization } from '../../../../test/factories.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';

const { api, organizationNumber, manager } = await apiWithManager();
const post = (path: string, body: object, as = manager) => api.request.post(path).set(api.as(as)).send(body);
const remove = (path: string, as = manager) => api.request.delete(path).set(api.as(as));

async function aGroup(groupName: string) {
  const { body } = await post(`/api/v1/organization/${organizationNumber}/groups`, { groupName }).expect(201);
  return `/v2/organizations/${organizationNumber}/groups/${body._id}/members`;
}
const aPerson = (lastNm: string, more: object = {}) =>
  aMember({ organizationNumber, firstNm: 'Ruth', lastNm, ...more });
const namesOf = (rows: { lastNm: string }[]) => rows.map(({ lastNm }) => lastNm);

describe('the people of a group', () => {
  it('are added, listed by name, counted, and taken out again, and the history says so', async () => {
    const path = await aGroup('Choir');
    const [zora, abel] = [await aPerson('Zora'), await aPerson('Abel')];
    await post(path, { member_ids: [zora._id, abel._id] }).expect(200);
    // Again changes nothing.
    const again = await post(path, { member_ids: [zora._id] }).expect(200);
    expect(namesOf(again.body)).toEqual(['Abel', 'Zora']);
    const groups = (await api.get(`/api/v1/organization/${organizationNumber}/groups`, manager)).body;
    expect(groups).toContainEqual(expect.objectContaining({ groupName: 'Choir', membersCnt: 2 }));
    await remove(`${path}/${zora._id}`).expect(204);
    await remove(`${path}/${zora._id}`).expect(404);
    expect(namesOf((await api.get(path, manager)).body)).toEqual(['Abel']);
    const history = `/v2/audit?subject_type=member&subject_id=${zora._id}`;
    const { entries } = (await api.get(history, manager)).body as { entries: { action: string }[] };
    expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['group.left', 'group.joined']);
  });

  it('come as a file of mail addresses, without those who have none or have died', async () => {
    const path = await aGroup('Board');
    const email = (address: string) => ({ emails: [{ email: address, email_type: 'home' }] });
    const people = [await aPerson('Adams', email('ruth@demo.test')), await aPerson('Brown', { emails: [] })];
    const dead = await aPerson('Cole', email('cole@demo.test'));
    await post(path, { member_ids: [...people, dead].map(({ _id }) => _id) }).expect(200);
    await collection('members').updateOne(
      { _id: objectId(dead._id) },
      { $set: { deceasedDt: '2026-01-01' } },
    );
    const { text } = await api.get(`${path}.csv`, manager).expect(200);
    expect(text).toContain('Adams,Ruth,ruth@demo.test');
    expect(text).not.toMatch(/Brown|Cole/);
  });

  it('are shown to a reader of their own organizations alone, with their cover', async () => {
    const path = await aGroup('Trips');
    const elsewhere = await aMember({
      organizationNumber: (await anOrganization()).organizationNumber,
      lastNm: 'Elsewhere',
    });
    const root = await anAccount({ role: 'administrator' });
    const own = await aPerson('Own');
    const made = await post(path, { member_ids: [elsewhere._id, own._id] }, root).expect(200);
    expect(namesOf(made.body)).toEqual(['Elsewhere', 'Own']);
    expect(made.body[1].cover).toMatchObject({ isCovered: null });
    expect(namesOf((await api.get(path, manager)).body)).toEqual(['Own']);
    expect((await api.get(`${path}.csv`, manager).expect(200)).text).not.toContain('Elsewhere');
  });

  it('are members whom one may see, and who live', async () => {
    const path = await aGroup('Deacons');
    const elsewhere = await aMember({ organizationNumber: (await anOrganization()).organizationNumber });
    await post(path, { member_ids: [elsewhere._id] }).expect(404);
    await post(path, { member_ids: ['banana'] }).expect(422);
    await post(path, { member_ids: [] }).expect(422);
    const dead = await aPerson('Cole');
    await collection('members').updateOne(
      { _id: objectId(dead._id) },
      { $set: { deceasedDt: '2026-01-01' } },
    );
    expect((await post(path, { member_ids: [dead._id] })).body.detail).toBe('Ruth Cole has died.');
    const viewer = await anAccount({ role: 'viewer', organizationNumber });
    expect((await api.get(path, viewer)).body).toEqual([]);
    await post(path, { member_ids: [dead._id] }, viewer).expect(403);
  });

  it('go with a member who is deleted', async () => {
    const path = await aGroup('Ushers');
    const { _id } = await aPerson('Dale');
    await post(path, { member_ids: [_id] }).expect(200);
    await remove(`/api/v1/member/${_id}`).expect(204);
    expect((await api.get(path, manager)).body).toEqual([]);
    expect(await collection('groups').countDocuments({ memberIds: objectId(_id) })).toBe(0);
  });
});
