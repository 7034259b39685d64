import { ApiError, notFound, type ErrorBody } from './errors.ts';
import type { Params } from './params.ts';
import type { Kind, Objects, Transaction } from './store.ts';

/** A request, as handlers get it. */
export type Call = {
  tx: Transaction;
  params: Params;
  /** The id in the path, or ''. */
  id: string;
  /** The current time, in seconds since 1970. */
  now: number;
  /** The connected account that it is made for: the header `Stripe-Account`. */
  account: string | null;
  /** Whether it has the publishable key; answers are reduced to what browsers may see. */
  isBrowser: boolean;
  /** The origin that the caller used for the sandbox, for links in replies. */
  origin: string;
};

export type Reply = {
  status: number;
  body: object;
};

export const ok = (body: object): Reply => ({ status: 200, body });

/** A 402 whose changes are committed (a declined charge), unlike those of a thrown ApiError. */
export const declinedReply = (error: ErrorBody): Reply => ({ status: 402, body: { error } });

/** The object with this id. Throws Stripe's 404, whose `param` is given; deleted customers are found by it too. */
export function find<K extends Kind>(call: Call, kind: K, id: string, param = 'id'): Objects[K] {
  const object = call.tx.get(kind, id);
  if (!object) throw notFound(kind.replace('payment_method', 'PaymentMethod'), id, param);
  return object;
}

/** Returns whether an object is of the account that a request is made for. */
export const isOfCaller =
  ({ tx, account }: Pick<Call, 'tx' | 'account'>) =>
  ({ id }: { id: string }): boolean =>
    (tx.get('place', id)?.account ?? null) === account;

/** A customer. Throws Stripe's 404 when it is unknown or deleted. */
export function findCustomer(call: Call, id: string, param = 'customer') {
  const customer = find(call, 'customer', id, param);
  if (customer.deleted) throw notFound('customer', id, param);
  return customer;
}

/** Throws unless the client secret of a browser's request is the intent's. */
export function checkClientSecret(call: Call, expected: string | null, given: string | undefined): void {
  if (!call.isBrowser || (given !== undefined && given === expected)) return;
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: 'The client_secret provided does not match any associated intent on this account.',
    param: 'client_secret',
  });
}

/** The id of a reference, which may be expanded to the object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
