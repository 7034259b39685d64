/**
 * The deployment as the browser knows it (`GET /client-config`). Asked once per page load. It is part of the
 * very first visit, so it does not need the code of queries.
 */
import { ClientConfig } from '@kinfold/domain/problem';
import { useSyncExternalStore } from 'react';
import { setDeployment } from './format.ts';
import { http } from './http.ts';
import { prefetchedPaths } from './prefetch.ts';
import { asProblem, type Problem } from './problem.ts';

/** Where the question stands, in the words of a query; `refetch` asks again after a failure. */
export type ClientConfigState = {
  data: ClientConfig | undefined;
  error: Problem | null;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => Promise<void>;
};

let state: ClientConfigState | undefined;
const listeners = new Set<() => void>();

function stateOf(outcome: { data?: ClientConfig; error?: Problem }): ClientConfigState {
  const { data, error = null } = outcome;
  const isPending = !data && !error;
  return { data, error, isPending, isFetching: isPending, isError: error !== null, refetch: load };
}

function set(next: ClientConfigState): void {
  state = next;
  for (const listener of listeners) listener();
}

async function load(): Promise<void> {
  set(stateOf({}));
  try {
    const data = await http.get(prefetchedPaths.clientConfig, ClientConfig, { isPublic: true });
    setDeployment(data);
    set(stateOf({ data }));
  } catch (error) {
    set(stateOf({ error: asProblem(error) }));
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function snapshot(): ClientConfigState {
  return (state ??= stateOf({}));
}

/** Asks for the configuration; called when the app starts. */
export const loadClientConfig = load;

/** What the browser needs to know of the deployment: environment, currency, time zone, the card provider's script and key. */
export function useClientConfig(): ClientConfigState {
  return useSyncExternalStore(subscribe, snapshot);
}
