import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS, permittedAt, type Permission } from '@kinfold/domain/permission';
import { ROLES, type Role } from '@kinfold/domain/role';
import { aMember, anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { routes } from '../../../http/routes.ts';

let api: Api;
let here: string;
let above: string;
let other: string;
let memberId: string;
let administrator: Account;
beforeAll(async () => {
  api = await startApi();
  above = (await anOrganization()).organizationNumber;
  here = (await anOrganization({ parentOrganization: above })).organizationNumber;
  other = (await anOrganization()).organizationNumber;
  memberId = (await aMember({ organizationNumber: here }))._id;
  administrator = await anAccount({ role: 'administrator', organizationNumber: here });
});
afterAll(() => api.stop());

const read = (path: string, viewAs: string, as = administrator) => api.get(path, as).set('View-As', viewAs);
const viewing = (role: Role) => `${role}@${here}`;

describe('a user viewing as a role', () => {
  it.each(ROLES)('sees the scope of a %s, and no more than they would', async (role) => {
    const { body } = await read('/v2/my/scope', viewing(role)).expect(200);
    const assigned = { organizationNumber: here, role };
    expect(body.roles).toMatchObject([assigned]);
    expect(body.permissions).toEqual(
      Object.keys(PERMISSIONS).filter((name) => permittedAt([assigned], name as Permission).length > 0),
    );
    const staff = await anAccount({ role, organizationNumber: here });
    for (const path of [
      `/v2/organizations/${here}`,
      `/v2/organizations/${here}/roles`,
      `/v2/members/${memberId}`,
      `/v2/members/${memberId}/donations`,
      `/v2/audit?organization_number=${here}`,
      `/v2/jobs?organization_number=${here}`,
    ]) {
      const own = await api.get(path, staff);
      expect((await read(path, viewing(role))).status, path).toBe(own.status);
    }
  });

  it('gets the permission checks of that role', async () => {
    const check = { resourceUri: `organizations/${here}`, permission: 'members.update' };
    const ask = (role: Role) =>
      api.request
        .post('/v2/identity/permission/check')
        .set(api.as(administrator))
        .set('View-As', viewing(role))
        .send(check)
        .expect(200);
    expect((await ask('viewer')).body).toEqual({ allowed: false });
    expect((await ask('manager')).body).toEqual({ allowed: true });
  });

  it('can change nothing, by any route', async () => {
    const changing = routes.filter(
      ({ policy, method, endpoint }) =>
        !policy.isPublic && (endpoint.isDeprecated || (method !== 'GET' && !endpoint.isWhileViewing)),
    );
    expect(changing.length).toBeGreaterThan(10);
    for (const { method, path } of changing) {
      const name = method.toLowerCase() as 'get' | 'post' | 'delete';
      const address = path.replace(':organizationNumber', here).replace(/:\w+/g, memberId);
      const answer = await api.request[name](address)
        .set(api.as(administrator))
        .set('View-As', viewing('administrator'));
      expect([answer.status, answer.body.code], path).toEqual([403, 'viewing_as']);
    }
  });

  it('is refused outside of where they may assign roles, wherever they read', async () => {
    const manager = await anAccount({ role: 'manager', organizationNumber: here });
    for (const path of ['/v2/my/scope', '/v2/my/donations', `/v2/organizations/${here}`]) {
      for (const place of [above, other, '*', 'nowhere'])
        expect((await read(path, `viewer@${place}`)).status, path).toBe(403);
      expect((await read(path, viewing('viewer'), manager)).status).toBe(403);
      expect((await read(path, viewing('viewer'), await anAccount())).status).toBe(403);
    }
    await read('/v2/my/scope', 'owner@1001').expect(422);
    const administrator = await anAccount({ role: 'administrator' });
    expect((await read('/v2/my/scope', 'viewer@nowhere', administrator)).status).toBe(403);
  });

  it('begins with a security event, and nothing in the history', async () => {
    const entries = await collection('audit_entries').countDocuments();
    const begin = (as: Account, role = 'viewer') =>
      api.request.post(`/v2/organizations/${here}/roles/view-as`).set(api.as(as)).send({ role });
    await begin(administrator).expect(204);
    await begin(administrator, 'owner').expect(422);
    await begin(await anAccount({ role: 'manager', organizationNumber: here })).expect(403);
    const events = await collection('security_events').find({ kind: 'viewed_as' }).toArray();
    expect(events).toMatchObject([{ userId: administrator.userId, email: administrator.email }]);
    // Made with the manager: the role that they were given.
    expect(await collection('audit_entries').countDocuments()).toBe(entries + 1);
  });
});
