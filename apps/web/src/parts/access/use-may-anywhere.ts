import type { Permission } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import { scopeQuery } from '../../queries/scopes.ts';

/**
 * Returns whether the signed-in user holds a permission at some organization; undefined while loading, false if loading
 * fails. It does not import the rules of the domain, so that member pages stay small.
 */
export function useMayAnywhere(permission: Permission): boolean | undefined {
  const { data, isPending } = useQuery(scopeQuery);
  return isPending ? undefined : data?.permissions.includes(permission) === true;
}
