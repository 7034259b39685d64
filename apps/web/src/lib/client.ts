/**
 * The HTTP client (`http.ts` adds the schemas). Its interceptors add the tokens, refresh expired tokens and repeat
 * the request, and turn every other failure into a `Problem`.
 */
import { REQUEST_TIMEOUT_MS } from '@kinfold/domain/constants';
import { VIEW_AS_HEADER, viewAsHeader } from '@kinfold/domain/view-as';
import axios, { isAxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { ACCEPT, fetchOrTakePrefetched, identityHeaders } from './prefetch.ts';
import { noResponse, Problem, problemOf } from './problem.ts';
import { session } from './session.ts';
import { refreshAccessToken } from './token-refresh.ts';
import { newUuid } from './uuid.ts';
import { viewAs } from './view-as.ts';

declare module 'axios' {
  // Module augmentation needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface AxiosRequestConfig {
    /** For requests without sign-in: no tokens are sent, and a 401 is not handled here. */
    isPublic?: boolean;
    /** Omits the user token: `/logout` then ends all sessions of the user. */
    withoutUserToken?: boolean;
    /** One key for all attempts of an operation. By default every request that is not a GET gets a new one. */
    idempotencyKey?: string;
    /** The access token of the request, set by the interceptor. */
    sentToken?: string | null;
    /** True for the repetition after a token refresh. */
    isRepeated?: boolean;
  }
}

export const client = axios.create({
  // The fetch adapter supports `keepalive` and prefetched answers.
  adapter: 'fetch',
  env: { fetch: fetchOrTakePrefetched, Request: null as never },
  timeout: REQUEST_TIMEOUT_MS,
  // `false` keeps the adapter from replacing the User-Agent of the browser.
  headers: { Accept: ACCEPT, 'User-Agent': false },
});

function addHeaders(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const { headers, isPublic, withoutUserToken, idempotencyKey = newUuid() } = config;
  if (!isPublic) {
    config.sentToken = session.accessToken();
    headers.set(identityHeaders(config.sentToken, withoutUserToken ? null : session.userToken()));
    const role = viewAs.current();
    if (role) headers.set(VIEW_AS_HEADER, viewAsHeader(role));
  }
  // `false`: a repeated request keeps the key of its first attempt.
  if (config.method !== 'get') headers.set('Idempotency-Key', idempotencyKey, false);
  return config;
}

const requestTokens = (userToken: string): Promise<AxiosResponse<unknown>> =>
  client.post('/token/refresh', { userToken }, { isPublic: true });

/** Refreshes the tokens before they expire. Signs out when the server refuses. */
export async function refreshTokens(): Promise<void> {
  const accessToken = session.accessToken();
  if (accessToken) await refreshAccessToken(accessToken, requestTokens);
}

async function refreshAndRepeat(error: unknown): Promise<AxiosResponse> {
  if (!isAxiosError(error) || error.response?.status !== 401) throw error;
  const { config } = error;
  if (!config?.sentToken) throw error;
  if (config.isRepeated) {
    // The fresh token was refused as well: `MemberArea` redirects to /sign-in.
    session.refused();
    throw error;
  }
  await refreshAccessToken(config.sentToken, requestTokens);
  return client.request({ ...config, isRepeated: true });
}

/** Returns the body of an error; that of a file request is JSON in a Blob. */
async function bodyOf({ data, config }: AxiosResponse<unknown>): Promise<unknown> {
  if (config.responseType !== 'blob') return data;
  const text = await (data as Blob).text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function throwProblem(error: unknown): Promise<never> {
  if (error instanceof Problem) throw error;
  // No response (network error, timeout) or the request was cancelled.
  if (!isAxiosError(error) || !error.response) throw noResponse();
  const { response } = error;
  const retryAfter = Number(response.headers['retry-after']);
  throw problemOf(response.status, await bodyOf(response), retryAfter > 0 ? retryAfter : undefined);
}

client.interceptors.request.use(addHeaders);
client.interceptors.response.use(undefined, refreshAndRepeat);
client.interceptors.response.use(undefined, throwProblem);
