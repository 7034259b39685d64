/** Who holds which role where (rules.md "Roles"): what travels, and the rules for giving and taking away. */
import * as z from 'zod/mini';
import { dateField, WireInstant } from './dates.ts';
import { Email } from './email.ts';
import { PERMISSIONS, isPermitted, ROOT, type Permission, type RoleAssignment } from './permission.ts';
import { NO_FIELDS } from './problem.ts';
import { ROLES, type Role } from './role.ts';

/** An invitation that nobody has taken up by then is over. */
export const INVITATION_DAYS = 14;

/** A role that somebody holds or is invited to, on the wire (`GET /v2/organizations/{n}/roles`). */
export const AssignedRole = z.object({
  _id: z.string(),
  email: z.string(),
  /** The name of their member; the e-mail of who is none. */
  name: z.string(),
  role: z.enum(ROLES),
  /** Where it was given, and is taken away; `*` for all organizations. */
  organizationNumber: z.string(),
  organizationName: z.string(),
  /** Whether it was given above the organization that was asked for. */
  inherited: z.boolean(),
  /** The e-mail of who gave it; null where that is not known. */
  createdBy: z.nullable(z.string()),
  createdDt: WireInstant,
  /** From this instant it holds nothing. */
  endDt: z.nullable(WireInstant),
  /** Of an invitation: until when it may be taken up, by confirming a registration with this e-mail. */
  pendingUntilDt: z.nullable(WireInstant),
});
export type AssignedRole = z.infer<typeof AssignedRole>;

const INVALID_DATE = 'Incorrect date';

/** The form of a new role. `endDt` is its last day, empty for none; `invite` mails somebody who has no account yet. */
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

/** The roles that can be given at an organization: at the root only one of them holds anything. */
export function rolesToGive(organizationNumber: string): readonly Role[] {
  return organizationNumber === ROOT ? ['administrator'] : ROLES;
}

/**
 * Whether some assignments hold, at the organization of a path, everything that a role holds: nobody gives more than
 * their own. The path is empty for the root.
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

/** A role as it counts for whether an organization still has an administrator. */
export type LastingRole = RoleAssignment & { endDt: Date | null; isPending: boolean };

/**
 * Whether a role may be taken away from among `others`, those that stay at its organization and above it: after it,
 * somebody must administer that organization without an end date. Invitations count for nothing.
 */
export function isRemovable(removed: LastingRole, others: readonly LastingRole[]): boolean {
  if (removed.role !== 'administrator' || removed.isPending) return true;
  return others.some(({ role, endDt, isPending }) => role === 'administrator' && !endDt && !isPending);
}
