import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { AccountMenu } from '../features/account-menu/account-menu.tsx';
import type { Session } from '../lib/session.ts';
import { useViewAs } from '../lib/view-as.ts';
import { queryClientOf, viewerOf } from '../queries/query-client.ts';
import { scopeQuery } from '../queries/scopes.ts';
import { accountPath } from './sign-in-redirect.ts';

// Loaded only for users with a role.
const StaffNavigation = lazy(() =>
  import('../features/staff-navigation/staff-navigation.tsx').then((module) => ({
    default: module.StaffNavigation,
  })),
);
const SearchButton = lazy(() =>
  import('../features/search/search-button.tsx').then((module) => ({ default: module.SearchButton })),
);

/** The part of the navbar for the signed-in user: the account menu and, with a role, the link to the staff side. */
export function SignedInNav({ session }: { session: Session }) {
  const viewer = viewerOf(session.email, useViewAs());
  return (
    <>
      <AccountMenu session={session} />
      {/* A mounted query keeps its client: the key remounts it for another viewer. */}
      <StaffPart key={viewer} viewer={viewer} session={session} />
    </>
  );
}

function StaffPart({ viewer, session }: { viewer: string; session: Session }) {
  // The client is that of the member area, which does not contain the navbar.
  const { data: scope } = useQuery(scopeQuery, queryClientOf(viewer));
  if (!scope?.roles.length) return null;
  return (
    <Suspense fallback={null}>
      <StaffNavigation permissions={scope.permissions} accountPath={accountPath(session)}>
        <SearchButton email={session.email} viewer={viewer} />
      </StaffNavigation>
    </Suspense>
  );
}
