import type * as z from 'zod/mini';
import type { AssignedRole } from '@kinfold/domain/assigned-role';
import type { RoleRecord } from './role.model.ts';

/**
 * A role on the wire, as seen from an organization. `names` are those of users by id, `organizationNames` those of
 * organizations by number.
 */
export function presentRole(
  { userId, endDt, pendingUntilDt, createdDt, ...role }: RoleRecord,
  seenFrom: string,
  organizationNames: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): z.input<typeof AssignedRole> {
  const { _id, email, organizationNumber, createdBy } = role;
  return {
    _id,
    email,
    name: (userId !== null && names.get(userId)) || email,
    role: role.role,
    organizationNumber,
    organizationName: organizationNames.get(organizationNumber) ?? organizationNumber,
    inherited: organizationNumber !== seenFrom,
    createdBy,
    createdDt: createdDt.toISOString(),
    endDt: endDt?.toISOString() ?? null,
    pendingUntilDt: pendingUntilDt?.toISOString() ?? null,
  };
}
