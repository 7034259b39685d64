import type { Permission } from '@kinfold/domain/permission';
import type { Scope } from '@kinfold/domain/scope';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { scopeQuery } from '../../queries/scopes.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NoPermission } from '../../ui/states.tsx';

/**
 * For pages that require a role, or a permission at some organization: renders with the roles, or the no-permission
 * page.
 */
export function ForStaff({
  permission,
  children,
}: {
  permission?: Permission;
  children: (scope: Scope) => ReactNode;
}) {
  const query = useQuery(scopeQuery);
  const isFor = ({ roles, permissions }: Scope) =>
    permission ? permissions.includes(permission) : roles.length > 0;
  return (
    <Loaded query={query} what="this page" rows={5}>
      {(scope) => (isFor(scope) ? children(scope) : <NoPermission />)}
    </Loaded>
  );
}
