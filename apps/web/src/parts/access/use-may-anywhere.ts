import type { Permission } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import { scopeQuery } from '../../queries/scopes.ts';

/**
 * Whether the signed-in user holds a permission at some organization; undefined while loading, false where that cannot be
 * loaded. It does without the rules of the domain, for members' pages.
 */
export function useMayAnywhere(permission: Permission): boolean | undefined {
  const { data, isPending } = useQuery(scopeQuery);
  return isPending ? undefined : data?.permissions.includes(permission) === true;
}
