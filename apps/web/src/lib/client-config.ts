/**
 * The configuration of the deployment (`GET /client-config`), loaded once per page load. Not a TanStack query, because
 * the first visit does not load that library.
 */
import { ClientConfig } from '@kinfold/domain/problem';
import { useSyncExternalStore } from 'react';
import { setDeployment } from './format.ts';
import { http } from './http.ts';
import { prefetchedPaths } from './prefetch.ts';
import { asProblem, type Problem } from './problem.ts';

/** The state of the request, with the fields of a query result; `refetch` repeats it after a failure. */
export type ClientConfigState = {
  data: ClientConfig | undefined;
  error: Problem | null;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  errorUpdateCount: number;
  refetch: () => Promise<void>;
};

let state: ClientConfigState | undefined;
const listeners = new Set<() => void>();

function stateOf(outcome: { data?: ClientConfig; error?: Problem }): ClientConfigState {
  const { data, error = null } = outcome;
  const isPending = !data && !error;
  const isError = error !== null;
  const errorUpdateCount = isError ? 1 : 0;
  return { data, error, isPending, isFetching: isPending, isError, errorUpdateCount, refetch: load };
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

/** Returns the configuration, for code outside of React; throws while it is not loaded. */
export function clientConfig(): ClientConfig {
  const { data, error } = snapshot();
  if (!data) throw error ?? new Error('the configuration is not loaded');
  return data;
}

/** Loads the configuration; called when the app starts. */
export const loadClientConfig = load;

/** The configuration: environment, currency, time zone, the card provider's script and publishable key. */
export function useClientConfig(): ClientConfigState {
  return useSyncExternalStore(subscribe, snapshot);
}
