import type { Permission } from '@kinfold/domain/permission';
import { isPermitted, ROOT } from '@kinfold/domain/permission';
import { useQueries, useQuery } from '@tanstack/react-query';
import { permissionQuery } from '../../queries/permissions.ts';
import { scopeQuery } from '../../queries/scopes.ts';

/**
 * Which of some permissions the signed-in user holds at an organization of their scope; undefined while loading. Asks the
 * server only where their roles differ in it. What cannot be loaded counts as not held.
 */
export function usePermissionsAt(
  organizationNumber: string | undefined,
  permissions: readonly Permission[],
): ReadonlySet<Permission> | undefined {
  const { data: scope, isPending } = useQuery(scopeQuery);
  const roles = scope?.roles ?? [];
  const heldBy = (permission: Permission) =>
    roles.filter((role) => isPermitted([role], permission, [role.organizationNumber])).length;
  const isOpen = (permission: Permission) => heldBy(permission) > 0 && heldBy(permission) < roles.length;
  const answers = useQueries({
    queries: permissions.map((permission) => ({
      ...permissionQuery(organizationNumber ?? '', permission),
      enabled: organizationNumber !== undefined && isOpen(permission),
    })),
  });
  const isLoading = (permission: Permission, index: number) =>
    isOpen(permission) && answers[index]?.isPending === true;
  if (isPending || permissions.some(isLoading)) return undefined;
  return new Set(
    permissions.filter((permission, index) =>
      isOpen(permission) ? answers[index]?.data === true : heldBy(permission) > 0,
    ),
  );
}

/**
 * The same where a campaign is managed, which may be another tree or above one's scope: then none is held. Asks the server
 * where one's roles do not say.
 */
export function usePermissionsWhereManaged(
  organizationNumber: string | undefined,
  permissions: readonly Permission[],
): ReadonlySet<Permission> | undefined {
  const { data: scope } = useQuery(scopeQuery);
  const isAtOne = scope?.roles.some(({ organizationNumber: at }) => [ROOT, organizationNumber].includes(at));
  const answer = useQuery({
    // Every role holds it.
    ...permissionQuery(organizationNumber ?? '', 'organization.details.get'),
    enabled: organizationNumber !== undefined && isAtOne === false,
  });
  const held = usePermissionsAt(organizationNumber, permissions);
  if (isAtOne !== false) return held;
  if (answer.isPending) return undefined;
  return answer.data === true ? held : new Set();
}
