import { ApiError, notFound, type ErrorBody } from './errors.ts';
import type { Params } from './params.ts';
import type { Kind, Objects, Transaction } from './store.ts';

/** One request as a handler sees it. */
export type Call = {
  tx: Transaction;
  params: Params;
  /** The id in the path, or ''. */
  id: string;
  /** The clock, in seconds. */
  now: number;
  /** Made with the publishable key: only what a browser may see is answered. */
  isBrowser: boolean;
  /** Origin under which the caller reached the sandbox, for links in replies. */
  origin: string;
};

export type Reply = {
  status: number;
  body: object;
};

export const ok = (body: object): Reply => ({ status: 200, body });

/** A refusal that changed something (a declined charge): unlike a thrown ApiError it is committed. */
export const declinedReply = (error: ErrorBody): Reply => ({ status: 402, body: { error } });

/** The object, or Stripe's 404. `param` is what Stripe names as the culprit; deleted customers are not found. */
export function find<K extends Kind>(call: Call, kind: K, id: string, param = 'id'): Objects[K] {
  const object = call.tx.get(kind, id);
  if (!object) throw notFound(kind.replace('payment_method', 'PaymentMethod'), id, param);
  return object;
}

/** A customer that is not deleted. */
export function findCustomer(call: Call, id: string, param = 'customer') {
  const customer = find(call, 'customer', id, param);
  if (customer.deleted) throw notFound('customer', id, param);
  return customer;
}

/** Browsers prove that an intent is theirs by its client secret. */
export function checkClientSecret(call: Call, expected: string | null, given: string | undefined): void {
  if (!call.isBrowser || (given !== undefined && given === expected)) return;
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: 'The client_secret provided does not match any associated intent on this account.',
    param: 'client_secret',
  });
}

/** The id of a reference that may have been expanded. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
