/**
 * Calls that the page makes before the app's code has come. On a slow line that code takes a second, and the first
 * answer would wait for it; so this file needs next to nothing. `client.ts` takes the answers up.
 */
import { urlPath } from './url-path.ts';

export const ACCEPT = 'application/json, application/problem+json';

/** The calls that make the first words: of every page, and of the overview by the member's `_id`. */
export const prefetchedPaths = {
  clientConfig: '/client-config',
  member: (memberId: string) => urlPath`/v2/members/${memberId}`,
  coverage: (memberId: string) => urlPath`/v2/members/${memberId}/coverage`,
  campaigns: (memberId: string) => urlPath`/v2/members/${memberId}/campaigns?active=true`,
};

/** What a call says of who asks. */
export function identityHeaders(
  accessToken: string | null,
  userToken: string | null,
): Record<string, string> {
  return {
    ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    ...(userToken && { 'Authorization-Token': userToken }),
  };
}

type PrefetchedCall = { answer: Promise<Response>; end: () => void };

/** By what was asked and who asked. */
const calls = new Map<string, PrefetchedCall>();

const keyOf = (path: string, headers: Record<string, string>) =>
  [path, headers['Authorization'], headers['Authorization-Token']].join(' ');

/** An answer that nobody took up in this time, in ms, is no longer the newest. */
const FRESH_MS = 10_000;

function ask(path: string, identity: Record<string, string>): void {
  const ending = new AbortController();
  const answer = fetch(path, { headers: { Accept: ACCEPT, ...identity }, signal: ending.signal });
  // A failure is told to whoever takes the answer up.
  answer.catch(() => undefined);
  calls.set(keyOf(path, identity), { answer, end: () => ending.abort() });
}

/** Asks for the configuration, and for the overview's answers when somebody who is signed in opens it. */
export function prefetchAnswers(): void {
  ask(prefetchedPaths.clientConfig, {});
  const accessToken = localStorage.getItem('accessToken');
  const memberId = localStorage.getItem('memberId');
  if (location.pathname === '/my/overview' && accessToken && memberId) {
    const identity = identityHeaders(accessToken, localStorage.getItem('userToken'));
    for (const pathOf of [prefetchedPaths.member, prefetchedPaths.coverage, prefetchedPaths.campaigns])
      ask(pathOf(memberId), identity);
  }
  setTimeout(() => calls.clear(), FRESH_MS);
}

/** `fetch` as axios' adapter calls it; the answer to just this call, when it was prefetched, is handed over once. */
export function fetchOrTakePrefetched(
  input: URL | Request | string,
  init: RequestInit = {},
): Promise<Response> {
  const key = typeof input === 'string' && keyOf(input, init.headers as Record<string, string>);
  const call = init.method === 'GET' && key ? calls.get(key) : undefined;
  if (!key || !call) return fetch(input, init);
  calls.delete(key);
  init.signal?.addEventListener('abort', call.end);
  return call.answer;
}
