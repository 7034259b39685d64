import type { Permission } from '@kinfold/domain/permission';
import { numbersWithin } from '../organizations/organization.service.ts';
import type { PermissionScopes } from './user.service.ts';

/**
 * Reads within the scopes of one request: the organizations of a scope are read once, also where several permissions have
 * the same one. `find` is given their numbers, undefined for all; where the scope is empty it is not called.
 */
export function scopeReader(scopes: PermissionScopes) {
  const known = new Map<string, Promise<string[] | undefined>>();
  return async <T>(
    permission: Permission,
    nothing: NoInfer<T>,
    find: (organizationNumbers: string[] | undefined) => Promise<T>,
  ): Promise<T> => {
    const scope = scopes(permission);
    const key = scope.toSorted().join(' ');
    const numbers = known.get(key) ?? numbersWithin(scope);
    known.set(key, numbers);
    const within = await numbers;
    return within?.length === 0 ? nothing : find(within);
  };
}
