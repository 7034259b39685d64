import { ROOT, type Permission } from '@kinfold/domain/permission';
import { findWithin } from '../../organizations/organizations/organization.service.ts';
import type { PermissionScopes } from './user.service.ts';

type Within = Awaited<ReturnType<typeof findWithin>>;

/**
 * Reads within the scopes of one request: the organizations of a scope are read once, even if several permissions share
 * it. `find` gets their numbers and paths, undefined for all; for an empty scope it is not called.
 */
export function scopeReader(scopes: PermissionScopes) {
  const known = new Map<string, Promise<Within>>();
  return async <T>(
    permission: Permission,
    nothing: NoInfer<T>,
    find: (organizationNumbers: string[] | undefined, within: Within | undefined) => Promise<T>,
  ): Promise<T> => {
    const scope = scopes(permission);
    if (scope.includes(ROOT)) return find(undefined, undefined);
    if (!scope.length) return nothing;
    const key = scope.toSorted().join(' ');
    const organizations = known.get(key) ?? findWithin(scope);
    known.set(key, organizations);
    const within = await organizations;
    const numbers = within.map(({ organizationNumber }) => organizationNumber);
    return numbers.length ? find(numbers, within) : nothing;
  };
}
