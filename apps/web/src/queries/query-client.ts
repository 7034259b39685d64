import { onlineManager, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import type { RoleAssignment } from '@kinfold/domain/permission';
import { OVERLOADED } from '@kinfold/domain/problem';
import { asProblem } from '../lib/problem.ts';
import { MEMBER_DATA } from './member-data.ts';

/**
 * The number of retries of a read that an overloaded server refused, after the delay that it gives
 * (docs/decisions/032).
 */
const OVERLOADED_RETRIES = 3;

/** Delay before the one retry of a failed query, in ms. */
export const retryPolicy = { delayMs: 600 };

/**
 * Refetches when the connection returns or the tab becomes visible: data that a payment changes even if it is fresh,
 * because another tab may have paid a second ago. (With the network mode below, the default is no refetch on
 * reconnect.)
 */
const askAgain = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey[0] === MEMBER_DATA ? 'always' : true;

// By default a device counts as online until an `offline` event: for a page opened offline, coming online would then
// have no effect.
onlineManager.setEventListener((setOnline) => {
  const look = () => setOnline(navigator.onLine);
  look();
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  return () => {
    window.removeEventListener('online', look);
    window.removeEventListener('offline', look);
  };
});

/**
 * Drops data that may no longer be read. After a lost permission it drops all other cached data too, and refetches
 * visible data, with the permissions.
 */
function dropRefused(client: QueryClient, error: Error, query: Query<unknown, unknown>): void {
  const { status } = asProblem(error);
  if ((status !== 403 && status !== 404) || query.state.data === undefined) return;
  query.setState({ data: undefined });
  if (status === 404) return;
  client.removeQueries({ type: 'inactive' });
  void client.invalidateQueries({ predicate: (other) => other.queryHash !== query.queryHash });
}

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => dropRefused(client, error, query) }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // By default a component rerenders only for the fields of a result that it has read. `Loaded` reads the error in
        // a child, which may be rendered after the query has failed: it would show its placeholder for ever.
        notifyOnChangeProps: 'all',
        // Being offline is an error to show; the default would pause the query.
        networkMode: 'always',
        refetchOnReconnect: askAgain,
        refetchOnWindowFocus: askAgain,
        retry: (failures, error) => {
          const { status, code } = asProblem(error);
          if (code === OVERLOADED) return failures < OVERLOADED_RETRIES;
          return failures < 1 && (status >= 500 || code === 'no_response');
        },
        retryDelay: (_failures, error) => {
          const { code, retryAfter = 0 } = asProblem(error);
          // Jitter, so that not all clients retry at the same moment.
          return code === OVERLOADED ? retryAfter * 1000 * (1 + Math.random() / 2) : retryPolicy.delayMs;
        },
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

let owner: string | undefined;
let client = createQueryClient();

/** Returns the key of a viewer: the signed-in user, or this user viewing as a role. */
export function viewerOf(email: string, viewAs: RoleAssignment | null): string {
  return viewAs ? `${email} as ${viewAs.role} at ${viewAs.organizationNumber}` : email;
}

/** Returns the query client of a viewer, so that no other viewer sees its cached answers. */
export function queryClientOf(viewer: string): QueryClient {
  if (owner !== viewer) {
    client = createQueryClient();
    owner = viewer;
  }
  return client;
}

/** Drops the cache, on sign-out. */
export function resetQueryClient(): void {
  owner = undefined;
}
