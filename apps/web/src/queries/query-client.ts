import { onlineManager, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import type { RoleAssignment } from '@kinfold/domain/permission';
import { OVERLOADED } from '@kinfold/domain/problem';
import { asProblem } from '../lib/problem.ts';
import { MEMBER_DATA } from './member-data.ts';

/** Reads of which the server has too many are tried again so often, when it says (docs/decisions/032). */
const OVERLOADED_RETRIES = 3;

/** Delay before the one retry of a failed query, in ms. */
export const retryPolicy = { delayMs: 600 };

/**
 * Asks again when the line is back or the tab is looked at: for what a payment changes however fresh it is, because
 * another tab may have paid a second ago. (With the network mode below the default is not to ask when the line is back.)
 */
const askAgain = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey[0] === MEMBER_DATA ? 'always' : true;

// By default a device counts as online until it tells of the opposite: coming online would change nothing for who
// has opened the page without a line.
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
 * What may no longer be read is shown no longer: the answer of before goes. Where it was refused for a lost permission,
 * everything else that was cached goes too, and what is on the screen is asked for again, with the permissions.
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
        // Offline is an error to show; the default would pause the query.
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
          // Not all at the same moment.
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

/** Who looks: the signed-in user, or they as another role. */
export function viewerOf(email: string, viewAs: RoleAssignment | null): string {
  return viewAs ? `${email} as ${viewAs.role} at ${viewAs.organizationNumber}` : email;
}

/** The query client of a viewer: another one never sees cached answers. */
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
