import type Stripe from 'stripe';

/** The `error` object of a Stripe reply. */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  doc_url?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
};

/**
 * A refused request; its changes are discarded. `executed` errors come from the operation, so an idempotency key
 * replays them; after the others (validation, conflicts) the key may be used again.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: ErrorBody;
  readonly executed: boolean;

  constructor(status: number, body: ErrorBody, executed = false) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body;
    this.executed = executed;
  }
}

export const docUrl = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

export const invalidParam = (param: string, message: string, code?: string): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, param, ...(code && { code }) });

export const missingParam = (param: string): ApiError =>
  invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing');

export const unknownParam = (param: string): ApiError =>
  invalidParam(param, `Received unknown parameter: ${param}`, 'parameter_unknown');

export const notFound = (kind: string, id: string, param: string): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id.slice(0, 80)}'`,
    param,
  });

export const unrecognizedUrl = (method: string, path: string): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path.slice(0, 200)}). The sandbox speaks only the part of Stripe's API that its README lists.`,
  });

export const unauthorized = (message: string): ApiError =>
  new ApiError(401, { type: 'invalid_request_error', message });

/** The state of the object does not allow the operation. */
export const unexpectedState = (
  code:
    | 'payment_intent_unexpected_state'
    | 'setup_intent_unexpected_state'
    | 'payment_method_unexpected_state',
  message: string,
  about: Pick<ErrorBody, 'payment_intent' | 'setup_intent'> = {},
): ApiError => new ApiError(400, { type: 'invalid_request_error', code, message, ...about }, true);

/** A declined card (402). */
export const cardError = (body: Omit<ErrorBody, 'type'>, executed = true): ApiError =>
  new ApiError(402, { type: 'card_error', ...body }, executed);
