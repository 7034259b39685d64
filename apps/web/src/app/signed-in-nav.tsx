import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { AccountMenu } from '../features/account-menu/account-menu.tsx';
import type { Session } from '../lib/session.ts';
import { queryClientOf } from '../queries/query-client.ts';
import { scopeQuery } from '../queries/scopes.ts';
import { accountPath } from './sign-in-redirect.ts';

// Loaded only for those who hold a role.
const StaffNavigation = lazy(() =>
  import('../features/staff/staff-navigation.tsx').then((module) => ({ default: module.StaffNavigation })),
);
const SearchButton = lazy(() =>
  import('../features/search/search-button.tsx').then((module) => ({ default: module.SearchButton })),
);

/** The part of the navbar for the signed-in user: the account menu and, with a role, the way to the staff side. */
export function SignedInNav({ session }: { session: Session }) {
  // The navbar stands outside of the member area, whose client this is.
  const { data: scope } = useQuery(scopeQuery, queryClientOf(session.email));
  return (
    <>
      <AccountMenu session={session} />
      {scope && scope.roles.length > 0 && (
        <Suspense fallback={null}>
          <StaffNavigation permissions={scope.permissions} accountPath={accountPath(session)}>
            <SearchButton email={session.email} />
          </StaffNavigation>
        </Suspense>
      )}
    </>
  );
}
