/** Error answers as application/problem+json (RFC 9457, http-contract "Conventions"). */
import type { ErrorRequestHandler, RequestHandler } from 'express';
// Types `request.id` and `request.log`.
import type {} from 'pino-http';
import type { ProblemBody } from '@kinfold/domain/problem';
import { OVERLOADED } from '@kinfold/domain/problem';
import { formatWait } from '@kinfold/domain/text';
import { ProviderUnavailable } from './card-provider.ts';
import { isDatabaseAway } from './database.ts';

type Extra = Partial<Pick<ProblemBody, 'errors' | 'decline_code' | 'figures' | 'current' | 'changed'>>;

/** An expected failure: `code` is stable and for programs, `detail` a sentence for a person. */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly extra: Extra;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    detail: string,
    extra: Extra = {},
    headers: Record<string, string> = {},
  ) {
    super(`${status} ${code}: ${detail}`);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.extra = extra;
    this.headers = headers;
  }
}

/** 401: no token, an invalid or an expired one. */
export const unauthorized = (detail = 'Please sign in.') => new AppError(401, 'unauthorized', detail);

/** 403: exists, but this user may not use it. */
export const forbidden = (detail = 'You are not authorized to view this page') =>
  new AppError(403, 'forbidden', detail);

/** 404: does not exist, or its existence is private. */
export const notFound = (detail = 'There is nothing here, or it is not yours to see.') =>
  new AppError(404, 'not_found', detail);

/** 409: the current state does not allow it. */
export const conflict = (code: string, detail: string, extra: Extra = {}) =>
  new AppError(409, code, detail, extra);

/** 422: `errors` names the wrong fields of the request. */
export function invalid(
  errors: { path: string; message: string }[],
  detail = errors[0]?.message ?? 'Invalid',
  extra: Extra = {},
) {
  return new AppError(422, 'invalid', detail, { errors, ...extra });
}

/** 429 with `Retry-After` in seconds. */
export const tooMany = (seconds: number) =>
  new AppError(
    429,
    'too_many_requests',
    `Too many attempts. Please try again in ${formatWait(seconds)}.`,
    {},
    { 'Retry-After': String(seconds) },
  );

/** 503 with `Retry-After` in seconds: the request timed out, or the database is not reachable. */
export const unavailable = () =>
  new AppError(
    503,
    'unavailable',
    'This cannot be answered right now. Please try again in a moment.',
    {},
    { 'Retry-After': '5' },
  );

/** 503 with `Retry-After` in seconds: there is more to do than can be done now. Nothing was begun. */
export const overloaded = () =>
  new AppError(
    503,
    OVERLOADED,
    'Very many people are here at the moment. Please try again in a few seconds.',
    {},
    { 'Retry-After': '3' },
  );

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  402: 'Payment failed',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Invalid',
  429: 'Too many requests',
  500: 'Server error',
  502: 'Bad gateway',
  503: 'Unavailable',
};

/** The problem of a known error of the card provider, the database, body-parser or the router. */
function fromKnownError(error: unknown): AppError | undefined {
  if (error instanceof ProviderUnavailable)
    return new AppError(
      502,
      'provider_unavailable',
      'The card provider cannot be reached right now. Please try again in a minute.',
    );
  if (isDatabaseAway(error)) return unavailable();
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  if (error.status === 404) return notFound('There is nothing at this address.');
  if ('type' in error && error.type === 'parameters.too.many')
    return new AppError(400, 'bad_request', 'The request has too many fields.');
  if (error.status === 413) {
    const kib = 'limit' in error && typeof error.limit === 'number' ? error.limit / 1024 : 1024;
    const most = kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
    return new AppError(413, 'too_large', `The request is larger than ${most}.`);
  }
  if (error.status === 400) return new AppError(400, 'bad_request', 'The request could not be read.');
  if (error.status > 400 && error.status < 500)
    return new AppError(error.status, 'bad_request', 'The request could not be read.');
  return undefined;
}

/** The error handler. Unknown errors are logged with the request id and answered with a 500 without details. */
export const problemHandler: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.headersSent) return next(error);
  const known = error instanceof AppError ? error : fromKnownError(error);
  if (!known) request.log.error({ err: error }, 'unexpected error');
  else if (known.status === 503 && known.code !== OVERLOADED) request.log.warn({ err: error }, 'unavailable');
  const problem = known ?? new AppError(500, 'server_error', 'Something went wrong on our side.');
  response
    .status(problem.status)
    .set({ 'Cache-Control': 'no-store', ...problem.headers })
    .type('application/problem+json')
    .send(
      JSON.stringify({
        status: problem.status,
        title: TITLES[problem.status] ?? 'Error',
        detail: problem.detail,
        code: problem.code,
        instance: typeof request.id === 'string' ? request.id : undefined,
        ...problem.extra,
      } satisfies ProblemBody),
    );
};

/** 404 for paths without a route. */
export const notFoundHandler: RequestHandler = () => {
  throw notFound('There is nothing at this address.');
};
