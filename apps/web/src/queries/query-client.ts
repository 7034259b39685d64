import { QueryClient } from '@tanstack/react-query';
import { asProblem } from '../lib/problem.ts';

/** Delay before the one retry of a failed query, in ms. */
export const retryPolicy = { delayMs: 600 };

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Offline is an error to show; the default would pause the query.
        networkMode: 'always',
        retry: (failures, error) => {
          const { status, code } = asProblem(error);
          return failures < 1 && (status >= 500 || code === 'no_response');
        },
        retryDelay: () => retryPolicy.delayMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

let owner: string | undefined;
let client = createQueryClient();

/** The query client of the signed-in user: another user never sees cached answers. */
export function queryClientOf(email: string): QueryClient {
  if (owner !== email) {
    client = createQueryClient();
    owner = email;
  }
  return client;
}

/** Drops the cache, on sign-out. */
export function resetQueryClient(): void {
  owner = undefined;
}
