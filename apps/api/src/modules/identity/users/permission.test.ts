import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPermitted, PERMISSIONS, type Permission, type RoleAssignment } from '@kinfold/domain/permission';
import { startApi, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { createOrganization } from '../../organizations/organizations/organization.service.ts';
import { createUser } from './user.service.ts';
import { TEST_AUTHOR } from '../../../../test/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  const add = (organizationNumber: string, parentOrganization: string | null) =>
    createOrganization(
      { organizationNumber, organizationName: organizationNumber, parentOrganization },
      TEST_AUTHOR,
      api.deps.now(),
    );
  await add('1001', null);
  await add('1002', '1001');
  await add('1003', '1002');
  await add('2001', null);
});
afterAll(() => api.stop());

let count = 0;
async function staff(...roles: RoleAssignment[]) {
  const email = `staff${(count += 1)}@demo.test`;
  const user = await createUser({ email, isEmailConfirmed: true, roles, now: api.deps.now() }, TEST_AUTHOR);
  return { userId: user._id, memberId: null, email };
}
type Account = Awaited<ReturnType<typeof staff>>;
const check = (account: Account, body: object) =>
  api.request.post('/v2/identity/permission/check').set(api.as(account)).send(body);
const isAllowed = async (account: Account, organizationNumber: string, permission: string) => {
  const resourceUri = `organizations/${organizationNumber}`;
  return ((await check(account, { resourceUri, permission }).expect(200)).body as { allowed: boolean })
    .allowed;
};

describe('checking a permission', () => {
  it('allows what a role permits, only at its organization and below', async () => {
    const manager = await staff({ organizationNumber: '1002', role: 'manager' });
    const answers = ['1001', '1002', '1003', '2001', '9999'].map((number) =>
      isAllowed(manager, number, 'organization.contacts.create'),
    );
    expect(await Promise.all(answers)).toEqual([false, true, true, false, false]);
    expect(await isAllowed(manager, '1002', 'payments.refund')).toBe(false);
  });

  it('allows an administrator at the root everything everywhere', async () => {
    const administrator = await staff({ organizationNumber: '*', role: 'administrator' });
    expect(await isAllowed(administrator, '1003', 'audit.get')).toBe(true);
    expect(await isAllowed(administrator, '2001', 'organizations.delete')).toBe(true);
  });

  it('allows a member without a role nothing', async () => {
    expect(await isAllowed(await staff(), '1001', 'organization.details.get')).toBe(false);
  });

  it('ends with the role', async () => {
    const viewer = await staff({ organizationNumber: '1001', role: 'viewer' });
    expect(await isAllowed(viewer, '1001', 'organization.details.get')).toBe(true);
    await collection('roles').deleteOne({ email: viewer.email });
    expect(await isAllowed(viewer, '1001', 'organization.details.get')).toBe(false);
  });

  it.each([
    {},
    { resourceUri: 'organizations/1001' },
    { resourceUri: 'organizations/1001', permission: 'no.such' },
    { resourceUri: 'organizations/1001', permission: 'constructor' },
    { resourceUri: 'members/1001', permission: 'audit.get' },
    { resourceUri: 'organizations/1001/groups', permission: 'audit.get' },
    { resourceUri: { $ne: '' }, permission: ['audit.get'] },
  ])('answers 422 to %j', async (body) => {
    await check(await staff(), body).expect(422);
  });

  it('wants someone signed in', async () => {
    await api.request.post('/v2/identity/permission/check').send({}).expect(401);
  });
});

describe('one’s scope', () => {
  const scopeOf = async (account: Account) => (await api.get('/v2/my/scope', account).expect(200)).body;

  it('names the roles with their organizations, and every permission that they give anywhere', async () => {
    const account = await staff(
      { organizationNumber: '1002', role: 'viewer' },
      { organizationNumber: '2001', role: 'treasurer' },
    );
    const { roles, permissions } = await scopeOf(account);
    expect(roles).toEqual([
      { organizationNumber: '1002', organizationName: '1002', role: 'viewer' },
      { organizationNumber: '2001', organizationName: '2001', role: 'treasurer' },
    ]);
    expect(permissions).toEqual(
      expect.arrayContaining(['organization.details.get', 'payments.refund', 'organization.donations.get']),
    );
    expect(permissions).not.toContain('members.update');
  });

  it('of an administrator of everything is every permission, at all organizations', async () => {
    const { roles, permissions } = await scopeOf(
      await staff({ organizationNumber: '*', role: 'administrator' }),
    );
    expect(roles).toEqual([
      { organizationNumber: '*', organizationName: 'All organizations', role: 'administrator' },
    ]);
    expect(permissions).toEqual(
      Object.keys(PERMISSIONS).filter((name) =>
        isPermitted([{ organizationNumber: '*', role: 'administrator' }], name as Permission, []),
      ),
    );
  });

  it('of a member without a role is empty', async () => {
    expect(await scopeOf(await staff())).toEqual({ roles: [], permissions: [] });
  });

  it('wants someone signed in', async () => {
    await api.request.get('/v2/my/scope').expect(401);
  });
});
