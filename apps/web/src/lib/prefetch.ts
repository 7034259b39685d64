/**
 * Requests that start before the code of the app is loaded, which takes a second on a slow line (docs/decisions/009).
 * This file is in the first script, so it imports next to nothing. `client.ts` takes the answers.
 */
import { urlPath } from './url-path.ts';

export const ACCEPT = 'application/json, application/problem+json';

/** The prefetched addresses: of every page, and of the overview by the `_id` of the member. */
export const prefetchedPaths = {
  clientConfig: '/client-config',
  member: (memberId: string) => urlPath`/v2/members/${memberId}`,
  coverage: (memberId: string) => urlPath`/v2/members/${memberId}/coverage`,
  campaigns: (memberId: string) => urlPath`/v2/members/${memberId}/campaigns?active=true`,
};

/** The headers with the tokens. */
export function identityHeaders(
  accessToken: string | null,
  userToken: string | null,
): Record<string, string> {
  return {
    ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    ...(userToken && { 'Authorization-Token': userToken }),
  };
}

type PrefetchedCall = { answer: Promise<Response>; abort: () => void };

/** By path and tokens. */
const calls = new Map<string, PrefetchedCall>();

const keyOf = (path: string, headers: Record<string, string>) =>
  [path, headers['Authorization'], headers['Authorization-Token']].join(' ');

/** An unused answer is dropped after this time, in ms, because it may be out of date. */
const FRESH_MS = 10_000;

function prefetch(path: string, identity: Record<string, string>): void {
  const controller = new AbortController();
  const answer = fetch(path, { headers: { Accept: ACCEPT, ...identity }, signal: controller.signal });
  // Avoids an unhandled rejection; whoever takes the answer still gets the error.
  answer.catch(() => undefined);
  calls.set(keyOf(path, identity), { answer, abort: () => controller.abort() });
}

/** Prefetches the configuration, and the answers of the overview when a signed-in member opens it. */
export function prefetchAnswers(): void {
  prefetch(prefetchedPaths.clientConfig, {});
  const accessToken = localStorage.getItem('accessToken');
  const memberId = localStorage.getItem('memberId');
  if (location.pathname === '/my/overview' && accessToken && memberId) {
    const identity = identityHeaders(accessToken, localStorage.getItem('userToken'));
    for (const pathOf of [prefetchedPaths.member, prefetchedPaths.coverage, prefetchedPaths.campaigns])
      prefetch(pathOf(memberId), identity);
  }
  setTimeout(() => calls.clear(), FRESH_MS);
}

/** The `fetch` of axios' adapter: returns the prefetched answer to the same request once, otherwise fetches. */
export function fetchOrTakePrefetched(
  input: URL | Request | string,
  init: RequestInit = {},
): Promise<Response> {
  const key = typeof input === 'string' && keyOf(input, init.headers as Record<string, string>);
  const call = init.method === 'GET' && key ? calls.get(key) : undefined;
  if (!key || !call) return fetch(input, init);
  calls.delete(key);
  init.signal?.addEventListener('abort', call.abort);
  return call.answer;
}
