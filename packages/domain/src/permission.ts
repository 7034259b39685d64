/** Roles and what they allow (rules.md "Roles"). */
import * as z from 'zod/mini';
import { NO_FIELDS } from './problem.ts';
import type { Role } from './role.ts';

/** The root of every organization tree; only an administrator may be assigned here. */
export const ROOT = '*';
/** The label of the root. */
export const ROOT_NAME = 'All organizations';

const everyone: readonly Role[] = ['viewer', 'treasurer', 'manager', 'administrator'];
const money: readonly Role[] = ['treasurer', 'administrator'];
const managers: readonly Role[] = ['manager', 'administrator'];
const administrators: readonly Role[] = ['administrator'];

/** Every permission with the roles that hold it. */
export const PERMISSIONS = {
  'organization.details.get': everyone,
  'organization.members.get': everyone,
  'organization.campaigns.get': everyone,
  'organization.contacts.get': everyone,
  'organization.groups.get': everyone,
  'organization.donations.get': ['treasurer', 'manager', 'administrator'],
  'campaign.memberships.get': ['treasurer', 'manager', 'administrator'],
  'claims.report': everyone,
  'claims.propose': managers,
  'claims.approve': money,
  'payouts.record': money,
  'payments.record': money,
  'payments.refund': money,
  'reports.get': money,
  'organization.details.update': managers,
  'organization.contacts.create': managers,
  'organization.contacts.delete': managers,
  'organization.groups.create': managers,
  'organization.groups.delete': managers,
  'members.create': managers,
  'members.update': managers,
  'members.delete': managers,
  'households.update': managers,
  'memberships.update': managers,
  'campaigns.create': managers,
  'campaigns.update': managers,
  'campaign-runs.update': managers,
  'intake.review': managers,
  'members.import': managers,
  'organizations.create': administrators,
  'organizations.delete': administrators,
  'organization.payments.connect': administrators,
  'roles.assign': administrators,
  'audit.get': administrators,
  'member.campaigns.inactive.get': administrators,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** A role given to a user at an organization; it applies there and to everything below. */
export type RoleAssignment = { organizationNumber: string; role: Role };

/**
 * Returns whether some assignments give a permission at an organization. `organizationPath` is the organization and all
 * its ancestors, in any order; an administrator at the root holds it everywhere, other roles at the root grant nothing.
 */
export function isPermitted(
  assignments: readonly RoleAssignment[],
  permission: Permission,
  organizationPath: readonly string[],
): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission];
  return assignments.some(({ organizationNumber, role }) =>
    organizationNumber === ROOT
      ? role === 'administrator' && roles.includes(role)
      : roles.includes(role) && organizationPath.includes(organizationNumber),
  );
}

/**
 * Returns the organizations where some assignments give a permission, which also applies below them; `ROOT` for
 * everywhere.
 */
export function permittedAt(assignments: readonly RoleAssignment[], permission: Permission): string[] {
  return assignments
    .filter((assignment) => isPermitted([assignment], permission, [assignment.organizationNumber]))
    .map(({ organizationNumber }) => organizationNumber);
}

/** Returns whether a permission at some organizations applies to the one of a path: at it, above it, or everywhere. */
export function isPermittedAt(held: readonly string[], organizationPath: readonly string[]): boolean {
  return [ROOT, ...organizationPath].some((number) => held.includes(number));
}

/** `POST /v2/identity/permission/check`, answered with a `PermissionAnswer`; `resourceUri` is `organizations/{organizationNumber}`. */
export const PermissionCheck = z.object(
  {
    resourceUri: z
      .string('resourceUri is required')
      .check(z.regex(/^\/?organizations\/[^/]{1,100}$/, 'resourceUri is organizations/{organizationNumber}')),
    permission: z
      .string('permission is required')
      .check(z.refine((name) => Object.hasOwn(PERMISSIONS, name), 'There is no such permission')),
  },
  NO_FIELDS,
);
