import type * as z from 'zod/mini';
import type { AssignedRole } from '@kinfold/domain/assigned-role';
import type { RoleRecord } from './role.model.ts';

/**
 * A role on the wire, as it is seen from an organization. `names`: of users by their ids; `organizationNames`: of
 * organizations by their numbers.
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
