/**
 * Calls that the page makes before the app's code has come. On a slow line that code takes a second, and the first
 * answer would wait for it; so this file needs nothing else. `transport.ts` takes the answers up.
 */

/** The calls of the overview that make its first words, by the member's `_id`. */
export const answerPaths = {
  member: (memberId: string) => `/v2/members/${memberId}`,
  coverage: (memberId: string) => `/v2/members/${memberId}/coverage`,
  campaigns: (memberId: string) => `/v2/members/${memberId}/campaigns?active=true`,
};

/** What every call says of who asks. */
export function callHeaders(accessToken: string | null, userToken: string | null): Record<string, string> {
  return {
    Accept: 'application/json, application/problem+json',
    ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    ...(userToken && { 'Authorization-Token': userToken }),
  };
}

type EarlyCall = { headers: Record<string, string>; answer: Promise<Response>; end: () => void };

const calls = new Map<string, EarlyCall>();

/** An answer that nobody took up in this time, in ms, is no longer the newest. */
const FRESH_MS = 10_000;

/** Asks for the overview's answers when the page is opened there by somebody who is signed in. */
export function askEarly(): void {
  const accessToken = localStorage.getItem('accessToken');
  const memberId = localStorage.getItem('memberId');
  if (location.pathname !== '/my/overview' || !accessToken || !memberId) return;
  const headers = callHeaders(accessToken, localStorage.getItem('userToken'));
  for (const pathOf of Object.values(answerPaths)) {
    const ending = new AbortController();
    const answer = fetch(pathOf(memberId), { headers, signal: ending.signal });
    // A failure is told to whoever takes the answer up.
    answer.catch(() => undefined);
    calls.set(pathOf(memberId), { headers, answer, end: () => ending.abort() });
  }
  setTimeout(() => calls.clear(), FRESH_MS);
}

/** The answer to just this call when it was asked early, once; undefined otherwise. `signal` ends it. */
export function takeEarlyAnswer(
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const call = calls.get(path);
  if (!call || JSON.stringify(call.headers) !== JSON.stringify(headers)) return undefined;
  calls.delete(path);
  signal.addEventListener('abort', call.end);
  return call.answer;
}
