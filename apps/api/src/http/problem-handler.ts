/** Answers of failed requests. */
// Types `request.id` and `request.log`.
import type {} from 'pino-http';
import { OVERLOADED, type ProblemBody } from '@kinfold/domain/problem';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ProviderUnavailable } from '../platform/card-provider.ts';
import { isDatabaseAway } from '../platform/database.ts';
import { AppError, unavailable, notFound } from '../platform/problem.ts';

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

/** Returns the problem for a known error of the card provider, the database, body-parser or the router. */
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

/** Answers 404 for paths without a route. */
export const notFoundHandler: RequestHandler = () => {
  throw notFound('There is nothing at this address.');
};
