import { isPermitted, ROOT, type Permission } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import { aboveQuery } from '../../queries/organizations.ts';
import { scopeQuery } from '../../queries/scopes.ts';

/**
 * Returns a function that checks whether the signed-in user holds a permission at an organization, also outside of
 * their scope; undefined while that, or the organization, is not known. If loading fails, the permission counts as
 * missing.
 */
export function usePermissions(at: string | undefined): ((permission: Permission) => boolean) | undefined {
  const scope = useQuery(scopeQuery);
  const roles = scope.data?.roles ?? [];
  // A role applies to everything below its organization: the organizations above this one matter only if a role was
  // given elsewhere.
  const isAsked =
    at !== undefined && at !== ROOT && roles.some((role) => ![at, ROOT].includes(role.organizationNumber));
  const above = useQuery({ ...aboveQuery(at ?? ''), enabled: isAsked, staleTime: 300_000 });
  if (at === undefined || scope.isPending || (isAsked && above.isPending)) return undefined;
  const path = [at, ...(above.data ?? []).map(({ organizationNumber }) => organizationNumber)];
  return (permission) => isPermitted(roles, permission, path);
}
