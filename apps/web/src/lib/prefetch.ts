/**
 * Requests that start before the code of the app is loaded, which takes a second on a slow line (docs/decisions/009).
 * This file is in the first script, so it imports as little as possible. `client.ts` takes the answers.
 */
import { urlPath } from './url-path.ts';

export const ACCEPT = 'application/json, application/problem+json';

/** The prefetched addresses: for every page, for the overview and for Donate. */
export const prefetchedPaths = {
  clientConfig: '/client-config',
  member: (memberId: string) => urlPath`/v2/members/${memberId}`,
  coverage: (memberId: string) => urlPath`/v2/members/${memberId}/coverage`,
  campaigns: (memberId: string) => urlPath`/v2/members/${memberId}/campaigns?active=true`,
  savedCards: (memberId: string) => urlPath`/api/v1/member/${memberId}/cards`,
  linkedAccounts: (memberId: string) => urlPath`/v2/members/${memberId}/linked-members`,
  dues: (membershipId: string) => urlPath`/api/v1/donation/${membershipId}/dues`,
  payableDonations: (memberId: string, page: number) =>
    urlPath`/v2/members/${memberId}/donations?payable=true&page_size=100&page_number=${page}`,
};

/** Returns the first requests of a signed-in member's page: the overview or Donate. */
function firstAnswersOf({ pathname, search }: Location, memberId: string): string[] {
  const { member, coverage, campaigns, savedCards, linkedAccounts, dues, payableDonations } = prefetchedPaths;
  if (pathname === '/my/overview') return [member, coverage, campaigns].map((pathOf) => pathOf(memberId));
  const [, payeeId, membershipId] = /^\/member\/(.+)\/membership\/(.+)\/donate$/.exec(pathname) ?? [];
  const isOfMembership = payeeId && membershipId;
  if (!isOfMembership && pathname !== '/donate') return [];
  const due = isOfMembership
    ? [dues(membershipId), campaigns(payeeId)]
    : [payableDonations(new URLSearchParams(search).get('payee') ?? memberId, 1)];
  return [...due, savedCards(memberId), linkedAccounts(memberId)];
}

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

/** An unused answer is dropped after this time, in ms, because it may be stale. */
const FRESH_MS = 10_000;

function prefetch(path: string, identity: Record<string, string>): void {
  const controller = new AbortController();
  const answer = fetch(path, { headers: { Accept: ACCEPT, ...identity }, signal: controller.signal });
  // Avoids an unhandled rejection; the consumer of the answer still gets the error.
  answer.catch(() => undefined);
  calls.set(keyOf(path, identity), { answer, abort: () => controller.abort() });
}

/** Prefetches the configuration, and the first answers of the page that a signed-in member opens. */
export function prefetchAnswers(): void {
  prefetch(prefetchedPaths.clientConfig, {});
  const accessToken = localStorage.getItem('accessToken');
  const memberId = localStorage.getItem('memberId');
  if (accessToken && memberId) {
    const identity = identityHeaders(accessToken, localStorage.getItem('userToken'));
    for (const path of firstAnswersOf(location, memberId)) prefetch(path, identity);
  }
  setTimeout(dropPrefetched, FRESH_MS);
}

/** Drops unused answers. */
export function dropPrefetched(): void {
  calls.clear();
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
