import { describe, expect, it } from 'vitest';
import {
  isPermitted,
  permittedAt,
  PermissionCheck,
  PERMISSIONS,
  ROOT,
  type Permission,
  type RoleAssignment,
} from './permission.ts';
import { ROLES, type Role } from './role.ts';

/** The table of the decision on roles, in its order: viewer, treasurer, manager, administrator. */
const table = `
| organization.details.get, organization.members.get, organization.campaigns.get, organization.contacts.get, organization.groups.get | x | x | x | x |
| organization.donations.get, campaign.memberships.get | | x | x | x |
| payments.record, payments.refund, reports.get, payouts.record, claims.approve | | x | | x |
| claims.report | x | x | x | x |
| claims.propose | | | x | x |
| organization.details.update, organization.contacts.create, organization.contacts.delete, organization.groups.create, organization.groups.delete | | | x | x |
| members.create, members.update, members.delete, households.update, memberships.update | | | x | x |
| campaigns.create, campaigns.update, campaign-runs.update | | | x | x |
| intake.review, members.import | | | x | x |
| organizations.create, organizations.delete, organization.payments.connect, roles.assign, audit.get, member.campaigns.inactive.get | | | | x |
`;

const columns: readonly Role[] = ['viewer', 'treasurer', 'manager', 'administrator'];
const cells = table
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [names = '', ...marks] = line.split('|').slice(1, -1);
    return names.split(',').flatMap((name) =>
      columns.map((role, column) => ({
        permission: name.trim() as Permission,
        role,
        isHeld: marks[column]?.trim() === 'x',
      })),
    );
  });

describe('a role', () => {
  it.each(cells)('$role holds $permission: $isHeld', ({ permission, role, isHeld }) => {
    expect(isPermitted([{ organizationNumber: '1001', role }], permission, ['1001'])).toBe(isHeld);
  });

  it('and a permission exist only as the decision names them', () => {
    expect(Object.keys(PERMISSIONS).toSorted()).toEqual(
      [...new Set(cells.map((cell) => cell.permission))].toSorted(),
    );
    expect([...ROLES]).toEqual(columns);
    expect(cells).toHaveLength(35 * 4);
  });
});

describe('an assignment', () => {
  const manager = { organizationNumber: '1001', role: 'manager' } as const;
  it.each([
    { assignments: [manager], path: ['1001'], isHeld: true, where: 'its own organization' },
    { assignments: [manager], path: ['1003', '1002', '1001'], isHeld: true, where: 'everything below' },
    { assignments: [manager], path: ['1001', '1002', '1003'], isHeld: true, where: 'a path in any order' },
    { assignments: [manager], path: ['1000'], isHeld: false, where: 'its parent' },
    { assignments: [manager], path: ['2001'], isHeld: false, where: 'another tree' },
    { assignments: [manager], path: ['10011'], isHeld: false, where: 'a number that starts the same' },
    { assignments: [manager], path: [], isHeld: false, where: 'no organization at all' },
    { assignments: [manager], path: [ROOT], isHeld: false, where: 'the root' },
    { assignments: [], path: ['1001'], isHeld: false, where: 'anything when there is none' },
    {
      assignments: [{ organizationNumber: '1001', role: 'viewer' } as const, manager],
      path: ['1001'],
      isHeld: true,
      where: 'what the stronger of two roles holds',
    },
    {
      assignments: [
        { organizationNumber: '1001', role: 'viewer' } as const,
        { organizationNumber: '2001', role: 'manager' } as const,
      ],
      path: ['1001'],
      isHeld: false,
      where: 'never one organization by a role at another',
    },
  ])('reaches $where: $isHeld', ({ assignments, path, isHeld }) => {
    expect(isPermitted(assignments, 'members.update', path)).toBe(isHeld);
  });

  it.each([
    ['administrator', true],
    ['manager', false],
    ['treasurer', false],
    ['viewer', false],
  ] as const)('of a %s at the root reaches every organization: %s', (role, isHeld) => {
    const assignments = [{ organizationNumber: ROOT, role }];
    expect(isPermitted(assignments, 'organization.details.get', ['2001'])).toBe(isHeld);
    expect(isPermitted(assignments, 'organization.details.get', ['2001', ROOT])).toBe(isHeld);
    expect(isPermitted(assignments, 'organization.details.get', [])).toBe(isHeld);
  });
});

it('a permission applies where its roles are, and everywhere by an administrator of the root', () => {
  const assignments: RoleAssignment[] = [
    { organizationNumber: '1001', role: 'treasurer' },
    { organizationNumber: '1002', role: 'viewer' },
    { organizationNumber: ROOT, role: 'manager' },
  ];
  expect(permittedAt(assignments, 'organization.details.get')).toEqual(['1001', '1002']);
  expect(permittedAt(assignments, 'payments.record')).toEqual(['1001']);
  expect(permittedAt(assignments, 'roles.assign')).toEqual([]);
  expect(permittedAt([{ organizationNumber: ROOT, role: 'administrator' }], 'roles.assign')).toEqual([ROOT]);
});

describe('a permission check', () => {
  const resourceUri = 'organizations/1001';

  it.each([resourceUri, '/organizations/1001'])('takes %s', (uri) => {
    expect(PermissionCheck.parse({ resourceUri: uri, permission: 'members.update' }).resourceUri).toBe(uri);
  });

  it.each([
    '',
    '1001',
    'organizations/',
    'organizations/1/2',
    'members/1',
    'x/organizations/1',
    `organizations/${'1'.repeat(101)}`,
  ])('refuses the resource %j', (uri) => {
    const { error } = PermissionCheck.safeParse({ resourceUri: uri, permission: 'members.update' });
    expect(error?.issues[0]?.message).toBe('resourceUri is organizations/{organizationNumber}');
  });

  it.each([
    '',
    'members',
    'members.fly',
    'MEMBERS.UPDATE',
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
  ])('knows no permission %j', (permission) => {
    const { error } = PermissionCheck.safeParse({ resourceUri, permission });
    expect(error?.issues[0]?.message).toBe('There is no such permission');
  });
});
