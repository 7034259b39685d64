import { NO_RESPONSE, ProblemBody } from '@kinfold/domain/problem';
import * as z from 'zod/mini';

/** An error of a request (http.md "Conventions"); `status` is 0 when there was no response. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  /** A sentence for the user; also the message of the error. */
  readonly detail: string;
  /** A stable identifier of the error, for code to branch on. */
  readonly code: string;
  readonly decline_code: string | null;
  readonly errors: readonly { path: string; message: string }[];
  readonly figures: ProblemBody['figures'];
  /** For `changed_meanwhile`: the current document, and who changed it last. */
  readonly current: unknown;
  readonly changed: ProblemBody['changed'];
  /** The id of the request, for support. */
  readonly instance: string | undefined;
  /** Seconds to wait before the next attempt (Retry-After). */
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
    this.current = body.current;
    this.changed = body.changed;
    this.instance = body.instance;
    this.retryAfter = body.retryAfter;
  }
}

/** Returns the Problem for a request without response (spec section 8), or for a missing connection. */
export function noResponse(): Problem {
  const detail = navigator.onLine ? NO_RESPONSE : 'You are offline.';
  return new Problem({ status: 0, code: 'no_response', title: 'No response', detail });
}

const Answer = z.extend(z.partial(ProblemBody), { detail: z.string() });

/** Returns the Problem of a response outside 2xx; one without a `detail` (from a proxy) gets a generic sentence. */
export function problemOf(status: number, body: unknown, retryAfter?: number): Problem {
  const general = { status, code: `http_${status}`, title: `Error ${status}`, retryAfter };
  const parsed = z.safeParse(Answer, body);
  if (parsed.success) return new Problem({ ...general, ...parsed.data, status });
  return new Problem({
    ...general,
    detail:
      status >= 500
        ? 'The server cannot answer at the moment.'
        : `The server refused this (error ${status}).`,
  });
}

/** Turns any thrown value into a Problem; an unexpected error gets a generic sentence. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem({
    code: 'client_error',
    title: 'Something went wrong',
    detail: 'Something went wrong on this page. Please reload it.',
  });
}
