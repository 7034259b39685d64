/**
 * The one way to call the server. Answers are parsed with a schema of `packages/domain`; everything but 2xx,
 * and no answer at all, throws a `Problem`.
 */
import { REQUEST_TIMEOUT_MS } from '@kinfold/domain/constants';
import * as z from 'zod/mini';
import { callHeaders } from './early-answers.ts';
import { reportError } from './error-log.ts';
import { Problem, problemOf } from './problem.ts';
import { session } from './session.ts';
import { refreshSession } from './token-refresh.ts';
import { transport, type WireAnswer } from './transport.ts';

export type RequestOptions = {
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** False for calls that need no sign-in: no tokens are sent, and 401 is just an answer. */
  isPublic?: boolean;
  /** True to leave the user token out, which means every sign-in at `/logout`. */
  withoutUserToken?: boolean;
  /** True for what must be said even when the page is closed meanwhile. */
  isKeptAlive?: boolean;
  /** True for a file: the answer's bytes. */
  isFile?: boolean;
};

type Method = 'GET' | 'POST' | 'DELETE';

function send(method: Method, path: string, body: unknown, options: RequestOptions): Promise<WireAnswer> {
  const accessToken = options.isPublic ? null : session.accessToken();
  const userToken = options.isPublic || options.withoutUserToken ? null : session.userToken();
  return transport({
    method,
    path,
    body,
    timeoutMs: options.timeoutMs ?? REQUEST_TIMEOUT_MS,
    signal: options.signal,
    isFile: options.isFile ?? false,
    isKeptAlive: options.isKeptAlive ?? false,
    headers: { ...callHeaders(accessToken, userToken), ...options.headers },
  });
}

const askForTokens = (userToken: string): Promise<WireAnswer> =>
  send('POST', '/token/refresh', { userToken }, { isPublic: true });

async function request(
  method: Method,
  path: string,
  body: unknown,
  options: RequestOptions = {},
): Promise<WireAnswer> {
  const sentWith = session.accessToken();
  let answer = await send(method, path, body, options);
  if (answer.status === 401 && sentWith && !options.isPublic) {
    await refreshSession(sentWith, askForTokens);
    answer = await send(method, path, body, options);
    // A fresh token was refused too: the page's guard leads to /sign-in and back again.
    if (answer.status === 401) session.signOut('ended');
  }
  if (answer.status < 200 || answer.status > 299)
    throw problemOf(answer.status, answer.data, answer.retryAfter);
  return answer;
}

function parse<T>(schema: z.core.$ZodType<T>, path: string, data: unknown): T {
  const result = z.safeParse(schema, data);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', ');
  reportError(new Error(`Answer of ${path.split('?')[0]} not understood: ${issues}`));
  throw new Problem({
    code: 'answer_not_understood',
    title: 'Answer not understood',
    detail: 'The server sent something that this page does not understand. Please reload the page.',
  });
}

export const http = {
  /** GET, parsed by the schema. */
  async get<T>(path: string, schema: z.core.$ZodType<T>, options?: RequestOptions): Promise<T> {
    return parse(schema, path, (await request('GET', path, undefined, options)).data);
  },

  /** GET of a file, a PDF. */
  async getFile(path: string): Promise<Blob> {
    const { data } = await request('GET', path, undefined, {
      isFile: true,
      headers: { Accept: 'application/pdf, application/problem+json' },
    });
    return new Blob([data as ArrayBuffer], { type: 'application/pdf' });
  },

  /** POST of JSON, the answer parsed by the schema. */
  async post<T>(
    path: string,
    body: unknown,
    schema: z.core.$ZodType<T>,
    options?: RequestOptions,
  ): Promise<T> {
    return parse(schema, path, (await request('POST', path, body, options)).data);
  },

  /** POST of JSON; status and unparsed data of a 2xx, for calls whose status matters (202). */
  async postRaw(
    path: string,
    body: unknown,
    options?: RequestOptions,
  ): Promise<{ status: number; data: unknown }> {
    const { status, data } = await request('POST', path, body, options);
    return { status, data };
  },

  /** POST of a form (application/x-www-form-urlencoded). */
  async postForm<T>(
    path: string,
    fields: Record<string, string>,
    schema: z.core.$ZodType<T>,
    options?: RequestOptions,
  ): Promise<T> {
    return parse(schema, path, (await request('POST', path, new URLSearchParams(fields), options)).data);
  },

  /** DELETE; the answer's body is of no interest. */
  async delete(path: string, options?: RequestOptions): Promise<void> {
    await request('DELETE', path, undefined, options);
  },

  /** Exchanges the tokens for fresh ones before they are refused; a sign-in that is over ends here. */
  async refresh(): Promise<void> {
    const accessToken = session.accessToken();
    if (accessToken) await refreshSession(accessToken, askForTokens);
  },
};
