/** Error answers as application/problem+json (RFC 9457, http.md "Conventions"). */
import type { ProblemBody } from '@kinfold/domain/problem';
import { OVERLOADED } from '@kinfold/domain/problem';
import { formatWait } from '@kinfold/domain/text';

type Extra = Partial<Pick<ProblemBody, 'errors' | 'decline_code' | 'current' | 'changed'>> & {
  /** Of a refund with what is left on each line, which no screen of ours reads. */
  figures?: ProblemBody['figures'] & { lines?: readonly { donation_id: string; amount: number }[] };
};

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

/** 403: exists, but this user may not use it; a detail of its own has a code of its own. */
export const forbidden = (detail = 'You are not authorized to view this page', code = 'forbidden') =>
  new AppError(403, code, detail);

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

/** 503 with `Retry-After` in seconds: overload. Nothing was begun. */
export const overloaded = () =>
  new AppError(
    503,
    OVERLOADED,
    'Very many people are here at the moment. Please try again in a few seconds.',
    {},
    { 'Retry-After': '3' },
  );
