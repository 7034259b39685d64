/**
 * Which user holds which role where (rules.md "Roles"): the wire types, and the rules for giving and removing roles.
 */
import * as z from 'zod/mini';
import { dateField, WireInstant } from './dates.ts';
import { Email } from './email.ts';
import { PERMISSIONS, isPermitted, ROOT, type Permission, type RoleAssignment } from './permission.ts';
import { NO_FIELDS } from './problem.ts';
import { ROLES, type Role } from './role.ts';

/** How many days an invitation stays open. */
export const INVITATION_DAYS = 14;

/** A role that a user holds or is invited to, on the wire (`GET /v2/organizations/{n}/roles`). */
export const AssignedRole = z.object({
  _id: z.string(),
  email: z.string(),
  /** The name of the user's member, or the e-mail of a user without one. */
  name: z.string(),
  role: z.enum(ROLES),
  /** Where it was given, and can be removed; `*` for all organizations. */
  organizationNumber: z.string(),
  organizationName: z.string(),
  /** Whether it was given above the requested organization. */
  inherited: z.boolean(),
  /** The e-mail of the user who gave it; null where that is not known. */
  createdBy: z.nullable(z.string()),
  createdDt: WireInstant,
  /** From this instant it grants nothing. */
  endDt: z.nullable(WireInstant),
  /** For an invitation: until when it may be accepted, by confirming a registration with this e-mail. */
  pendingUntilDt: z.nullable(WireInstant),
});
export type AssignedRole = z.infer<typeof AssignedRole>;

const INVALID_DATE = 'Incorrect date';

/** The form of a new role. `endDt` is its last day, empty for none; `invite` mails a person who has no account yet. */
export const RoleForm = z.object(
  {
    email: Email,
    role: z.enum(ROLES, 'Choose a role'),
    endDt: z.optional(z.nullable(z.union([dateField(INVALID_DATE), z.literal('')], INVALID_DATE))),
    invite: z.optional(z.boolean('invite is true or false')),
  },
  NO_FIELDS,
);
export type RoleForm = z.infer<typeof RoleForm>;

/** The roles that can be given at an organization; at the root only one of them grants anything. */
export function rolesToGive(organizationNumber: string): readonly Role[] {
  return organizationNumber === ROOT ? ['administrator'] : ROLES;
}

/**
 * Returns whether assignments, at the organization of a path, include everything that a role grants: nobody gives more
 * than they hold. The path is empty for the root.
 */
export function holdsAllOf(
  assignments: readonly RoleAssignment[],
  role: Role,
  organizationPath: readonly string[],
): boolean {
  return (Object.keys(PERMISSIONS) as Permission[])
    .filter((permission) => isPermitted([{ organizationNumber: 'x', role }], permission, ['x']))
    .every((permission) => isPermitted(assignments, permission, organizationPath));
}

/** A role, with what decides whether an organization still has an administrator. */
export type LastingRole = RoleAssignment & { endDt: Date | null; isPending: boolean };

/**
 * Returns whether a role may be removed when `others` stay at its organization and above it: some user must still
 * administer that organization without an end date. Invitations do not count.
 */
export function isRemovable(removed: LastingRole, others: readonly LastingRole[]): boolean {
  if (removed.role !== 'administrator' || removed.isPending) return true;
  return others.some(({ role, endDt, isPending }) => role === 'administrator' && !endDt && !isPending);
}
