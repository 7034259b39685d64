import type { Scope } from '@kinfold/domain/scope';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { scopeQuery } from '../../queries/scopes.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NoPermission } from '../../ui/states.tsx';

/** For pages of whoever holds a role: renders with the roles, shows that they load, their error, or that there are none. */
export function ForStaff({ children }: { children: (scope: Scope) => ReactNode }) {
  const query = useQuery(scopeQuery);
  return (
    <Loaded query={query} what="this page" rows={5}>
      {(scope) => (scope.roles.length ? children(scope) : <NoPermission />)}
    </Loaded>
  );
}
