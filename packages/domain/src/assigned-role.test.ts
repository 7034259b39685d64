import { describe, expect, it } from 'vitest';
import { holdsAllOf, isRemovable, RoleForm, rolesToGive, type LastingRole } from './assigned-role.ts';
import { ROOT, type RoleAssignment } from './permission.ts';
import { ROLES, type Role } from './role.ts';

describe('nobody gives more than their own', () => {
  const at = (organizationNumber: string, role: Role): RoleAssignment => ({ organizationNumber, role });
  it.each<[string, RoleAssignment[], string[], Role[]]>([
    ['a viewer', [at('1001', 'viewer')], ['1001'], ['viewer']],
    ['a treasurer', [at('1001', 'treasurer')], ['1001'], ['viewer', 'treasurer']],
    ['a manager', [at('1001', 'manager')], ['1001'], ['viewer', 'manager']],
    ['an administrator', [at('1001', 'administrator')], ['1001'], [...ROLES]],
    ['an administrator above', [at('1001', 'administrator')], ['1001', '1002'], [...ROLES]],
    ['an administrator of the root', [at(ROOT, 'administrator')], ['1001'], [...ROLES]],
    ['an administrator of the root, at the root', [at(ROOT, 'administrator')], [], [...ROLES]],
    ['an administrator below', [at('1002', 'administrator')], ['1001'], []],
    ['an administrator of a tree, at the root', [at('1001', 'administrator')], [], []],
    ['a manager of the root, with no permissions', [at(ROOT, 'manager')], ['1001'], []],
    [
      'a manager who is an administrator elsewhere',
      [at('1001', 'manager'), at('2001', 'administrator')],
      ['1001'],
      ['viewer', 'manager'],
    ],
    [
      'who is manager and treasurer',
      [at('1001', 'manager'), at('1001', 'treasurer')],
      ['1001'],
      ['viewer', 'treasurer', 'manager'],
    ],
  ])('%s', (_who, assignments, path, given) => {
    expect(ROLES.filter((role) => holdsAllOf(assignments, role, path))).toEqual(given);
  });
});

describe('the last administrator', () => {
  const endDt = new Date('2027-01-01T00:00:00Z');
  const of = (role: Role, more: Partial<LastingRole> = {}): LastingRole => ({
    organizationNumber: '1001',
    role,
    endDt: null,
    isPending: false,
    ...more,
  });
  const administrator = of('administrator');
  it.each<[string, LastingRole, LastingRole[], boolean]>([
    ['stays', administrator, [], false],
    ['stays while others have other roles', administrator, [of('manager'), of('treasurer')], false],
    [
      'stays while another has been invited only',
      administrator,
      [of('administrator', { isPending: true })],
      false,
    ],
    ['stays while another one’s role ends', administrator, [of('administrator', { endDt })], false],
    ['may go while another administers', administrator, [of('administrator')], true],
    [
      'may go while somebody above does',
      administrator,
      [of('administrator', { organizationNumber: '*' })],
      true,
    ],
    ['stays though their own role ends', of('administrator', { endDt }), [], false],
    [
      'may go with a role that ends, while another stays',
      of('administrator', { endDt }),
      [administrator],
      true,
    ],
    ['is not meant by other roles', of('manager'), [], true],
    ['is not meant by an invitation', of('administrator', { isPending: true }), [], true],
  ])('%s', (_what, removed, others, isAllowed) => {
    expect(isRemovable(removed, others)).toBe(isAllowed);
  });

  it('stays when two take each other’s role away, one after the other', () => {
    const [a, b] = [of('administrator'), of('administrator')];
    expect(isRemovable(a, [b])).toBe(true);
    expect(isRemovable(b, [])).toBe(false);
  });
});

it('only administrators are given at the root', () => {
  expect(rolesToGive(ROOT)).toEqual(['administrator']);
  expect(rolesToGive('1001')).toEqual(ROLES);
});

describe('the form of a role', () => {
  const right = { email: ' Ruth@Grace.test ', role: 'viewer', endDt: '12/31/2027' };
  it('takes the e-mail in lower case, and a last day or none', () => {
    expect(RoleForm.parse(right)).toEqual({ email: 'ruth@grace.test', role: 'viewer', endDt: '2027-12-31' });
    for (const endDt of ['', null, undefined]) expect(RoleForm.parse({ ...right, endDt }).endDt).toBe(endDt);
  });

  it.each([
    [{ ...right, email: 'ruth' }, 'Invalid email address'],
    [{ ...right, role: '' }, 'Choose a role'],
    [{ ...right, role: 'owner' }, 'Choose a role'],
    [{ ...right, endDt: '02/30/2027' }, 'Incorrect date'],
    [{ ...right, endDt: 5 }, 'Incorrect date'],
    [{ ...right, invite: 'yes' }, 'invite is true or false'],
    [null, 'The request has no fields'],
  ])('refuses %j', (form, message) => {
    expect(RoleForm.safeParse(form).error?.issues[0]?.message).toBe(message);
  });
});
