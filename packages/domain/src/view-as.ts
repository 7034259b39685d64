/**
 * 'View as': a user who may assign roles sees the staff side as a role there sees it, and cannot change anything
 * meanwhile.
 */
import * as z from 'zod/mini';
import type { RoleAssignment } from './permission.ts';
import { NO_FIELDS } from './problem.ts';
import { ROLES } from './role.ts';

/** The header of reads that are answered as for a user who holds only this role: `viewer@1001`. */
export const VIEW_AS_HEADER = 'View-As';

/** The value of the header. */
export function viewAsHeader({ role, organizationNumber }: RoleAssignment): string {
  return `${role}@${organizationNumber}`;
}

/** The role in the header; undefined if it names none. */
export function parseViewAs(header: string): RoleAssignment | undefined {
  const [, name, organizationNumber] = /^([a-z]{1,20})@([^@\s]{1,100})$/.exec(header) ?? [];
  const role = ROLES.find((each) => each === name);
  return role && organizationNumber ? { role, organizationNumber } : undefined;
}

/** `POST /v2/organizations/{n}/roles/view-as`: begins viewing as a role there. */
export const ViewAsForm = z.object({ role: z.enum(ROLES, 'Choose a role') }, NO_FIELDS);
