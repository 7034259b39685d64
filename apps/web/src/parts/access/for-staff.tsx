import type { Scope } from '@kinfold/domain/scope';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { scopeQuery } from '../../queries/scopes.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel, NoPermission } from '../../ui/states.tsx';

/** For pages of whoever holds a role: renders with the roles, shows that they load, their error, or that there are none. */
export function ForStaff({ children }: { children: (scope: Scope) => ReactNode }) {
  const { data, error, refetch } = useQuery(scopeQuery);
  if (error && !data)
    return (
      <ErrorPanel
        problem={asProblem(error)}
        title="We cannot show this page at the moment."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows rows={5} label="Loading" />;
  return data.roles.length ? children(data) : <NoPermission />;
}
