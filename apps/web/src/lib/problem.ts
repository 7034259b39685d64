import { NO_RESPONSE, ProblemBody } from '@kinfold/domain/problem';
import * as z from 'zod/mini';

/** Everything known of a call that failed (http-contract "Conventions"); `status` is 0 when no answer came. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  /** A sentence for a person; also the error's message. */
  readonly detail: string;
  /** A stable word to decide by. */
  readonly code: string;
  readonly decline_code: string | null;
  readonly errors: readonly { path: string; message: string }[];
  readonly figures: ProblemBody['figures'];
  /** The id of the request, for support. */
  readonly instance: string | undefined;
  /** Seconds after which to try again, when the server said so. */
  readonly retryAfter: number | undefined;

  constructor(body: Partial<ProblemBody> & { detail: string; retryAfter?: number | undefined }) {
    super(body.detail);
    this.name = 'Problem';
    this.status = body.status ?? 0;
    this.title = body.title ?? '';
    this.detail = body.detail;
    this.code = body.code ?? 'unknown';
    this.decline_code = body.decline_code ?? null;
    this.errors = body.errors ?? [];
    this.figures = body.figures;
    this.instance = body.instance;
    this.retryAfter = body.retryAfter;
  }
}

/** The problem when no answer came (spec section 8). */
export function noResponse(): Problem {
  return new Problem({ status: 0, code: 'no_response', title: 'No response', detail: NO_RESPONSE });
}

/** The problem of an answer outside 2xx; one that is not problem+json (a proxy's page) gets a sentence of ours. */
export function problemOf(status: number, body: unknown, retryAfter?: number): Problem {
  const parsed = z.safeParse(ProblemBody, body);
  if (parsed.success) return new Problem({ ...parsed.data, status, retryAfter });
  return new Problem({
    status,
    code: `http_${status}`,
    title: `Error ${status}`,
    detail:
      status >= 500
        ? 'The server cannot answer at the moment.'
        : `The server refused this (error ${status}).`,
    retryAfter,
  });
}

/** Any thrown value as a Problem; what is not one is a fault of ours and gets a plain sentence. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem({
    code: 'client_error',
    title: 'Something went wrong',
    detail: 'Something went wrong on this page. Please reload it.',
  });
}
