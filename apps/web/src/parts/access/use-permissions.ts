import { isPermitted, ROOT, type Permission } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import { aboveQuery } from '../../queries/organizations.ts';
import { scopeQuery } from '../../queries/scopes.ts';

/**
 * Tells of each permission whether the signed-in user holds it at an organization, which may be one outside of their scope;
 * undefined while that, or the organization, is not known. What cannot be loaded counts as not held.
 */
export function usePermissions(at: string | undefined): ((permission: Permission) => boolean) | undefined {
  const scope = useQuery(scopeQuery);
  const roles = scope.data?.roles ?? [];
  // A role holds for all below its organization: what stands above this one matters only where a role stands elsewhere.
  const isAsked =
    at !== undefined && at !== ROOT && roles.some((role) => ![at, ROOT].includes(role.organizationNumber));
  const above = useQuery({ ...aboveQuery(at ?? ''), enabled: isAsked, staleTime: 300_000 });
  if (at === undefined || scope.isPending || (isAsked && above.isPending)) return undefined;
  const path = [at, ...(above.data ?? []).map(({ organizationNumber }) => organizationNumber)];
  return (permission) => isPermitted(roles, permission, path);
}
