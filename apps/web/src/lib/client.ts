/**
 * The one HTTP client of the web (`http.ts` gives its calls their schemas). Its interceptors say who asks, exchange
 * tokens that have run out, and turn whatever is not a 2xx into a `Problem`.
 */
import { REQUEST_TIMEOUT_MS } from '@kinfold/domain/constants';
import axios, { isAxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { ACCEPT, fetchOrTakePrefetched, identityHeaders } from './prefetch.ts';
import { noResponse, Problem, problemOf } from './problem.ts';
import { session } from './session.ts';
import { refreshAccessToken } from './token-refresh.ts';
import { newUuid } from './uuid.ts';

declare module 'axios' {
  // Only an interface can add to that of the library.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface AxiosRequestConfig {
    /** True for calls that need no sign-in: no tokens are sent, and 401 is just an answer. */
    isPublic?: boolean;
    /** True to leave the user token out, which means every sign-in at `/logout`. */
    withoutUserToken?: boolean;
    /** The same for every try of one and the same change; a call that changes something has one of its own without. */
    idempotencyKey?: string;
    /** The access token that the interceptor sent. */
    sentToken?: string | null;
    /** True when it was sent before, with tokens that had run out. */
    isRepeated?: boolean;
  }
}

export const client = axios.create({
  // The fetch adapter goes on when the page is closed (`keepalive`) and hands over what was prefetched.
  adapter: 'fetch',
  env: { fetch: fetchOrTakePrefetched, Request: null as never },
  timeout: REQUEST_TIMEOUT_MS,
  // Without the second the adapter names itself instead of the browser.
  headers: { Accept: ACCEPT, 'User-Agent': false },
});

function addHeaders(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const { headers, isPublic, withoutUserToken, idempotencyKey = newUuid() } = config;
  if (!isPublic) {
    config.sentToken = session.accessToken();
    headers.set(identityHeaders(config.sentToken, withoutUserToken ? null : session.userToken()));
  }
  // A repeated call keeps the key of its first try.
  if (config.method !== 'get') headers.set('Idempotency-Key', idempotencyKey, false);
  return config;
}

const requestTokens = (userToken: string): Promise<AxiosResponse<unknown>> =>
  client.post('/token/refresh', { userToken }, { isPublic: true });

/** Exchanges the tokens for fresh ones before they are refused; a sign-in that is over ends here. */
export async function refreshTokens(): Promise<void> {
  const accessToken = session.accessToken();
  if (accessToken) await refreshAccessToken(accessToken, requestTokens);
}

async function refreshAndRepeat(error: unknown): Promise<AxiosResponse> {
  if (!isAxiosError(error) || error.response?.status !== 401) throw error;
  const { config } = error;
  if (!config?.sentToken) throw error;
  if (config.isRepeated) {
    // A fresh token was refused too: the page's guard leads to /sign-in and back again.
    session.signOut('ended');
    throw error;
  }
  await refreshAccessToken(config.sentToken, requestTokens);
  return client.request({ ...config, isRepeated: true });
}

/** What a refused call for a file says is JSON all the same. */
async function bodyOf({ data, config }: AxiosResponse<unknown>): Promise<unknown> {
  if (config.responseType !== 'blob') return data;
  return new Response(data as Blob).json().catch(() => undefined);
}

async function throwProblem(error: unknown): Promise<never> {
  if (error instanceof Problem) throw error;
  // No whole answer came, or nobody waits for it any more.
  if (!isAxiosError(error) || !error.response) throw noResponse();
  const { response } = error;
  const retryAfter = Number(response.headers['retry-after']);
  throw problemOf(response.status, await bodyOf(response), retryAfter > 0 ? retryAfter : undefined);
}

client.interceptors.request.use(addHeaders);
client.interceptors.response.use(undefined, refreshAndRepeat);
client.interceptors.response.use(undefined, throwProblem);
