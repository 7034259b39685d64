import { QueryClient } from '@tanstack/react-query';
import { asProblem } from '../lib/problem.ts';

/** One more try where it may help, after this many milliseconds. */
export const retryPolicy = { delayMs: 600 };

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Being offline is an error to show, not a wait without words.
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

/** The query client of whoever is signed in: nothing of one person stays for the next. */
export function queryClientOf(email: string): QueryClient {
  if (owner !== email) {
    client = createQueryClient();
    owner = email;
  }
  return client;
}

/** Forgets every answer, as when somebody signs out. */
export function resetQueryClient(): void {
  owner = undefined;
}
