import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { useClientConfig } from '../lib/client-config.ts';
import { session, useSession } from '../lib/session.ts';
import { useViewAs } from '../lib/view-as.ts';
import { paths } from '../paths.ts';
import { queryClientOf, resetQueryClient, viewerOf } from '../queries/query-client.ts';
import '../theme/shapes.scss';
import '../theme/member.scss';
import { Loaded } from '../ui/loaded.tsx';

/** The layout of all pages that require a sign-in; redirects to /sign-in and back. */
export function MemberArea() {
  const current = useSession();
  const role = useViewAs();
  const { pathname, search } = useLocation();
  const isLeaving = useNavigation().state === 'loading';
  // Amounts and dates need the currency and time zone of the deployment before they are rendered.
  const config = useClientConfig();
  useEffect(
    () =>
      session.subscribe(() => {
        if (!session.current()) resetQueryClient();
      }),
    [],
  );
  if (!current && isLeaving) return null;
  if (!current) return <Navigate to={paths.signIn.href({ returnTo: `${pathname}${search}` })} replace />;
  return (
    <Loaded
      query={config}
      what="this page"
      title="This page cannot be shown at the moment."
      frame={(state) => <div className="page">{state}</div>}
    >
      {() => (
        // The key remounts the page for another viewer, so that nothing shown to the previous one remains.
        <QueryClientProvider
          key={viewerOf(current.email, role)}
          client={queryClientOf(viewerOf(current.email, role))}
        >
          <Outlet />
        </QueryClientProvider>
      )}
    </Loaded>
  );
}
