import { invalidParam, notFound } from './errors.ts';
import { integer, record, text, type Params } from './params.ts';
import type { Kind, Transaction } from './store.ts';

/** The kinds of objects by the prefixes of their ids. */
const KIND_BY_PREFIX: Record<string, Kind> = {
  acct: 'account',
  ch: 'charge',
  cus: 'customer',
  dp: 'dispute',
  pi: 'payment_intent',
  pm: 'payment_method',
  po: 'payout',
  py: 'charge',
  pyr: 'refund',
  re: 'refund',
  seti: 'setup_intent',
  tr: 'transfer',
  trr: 'transfer_reversal',
  txn: 'balance_transaction',
};

/**
 * A page of Stripe's cursor pagination. `items` are newest first; `limit` is 1 to 100, default 10. Filters by `created`
 * (a time in seconds, or gt, gte, lt, lte).
 */
export function page<T extends { id: string; created?: number }>(items: T[], params: Params, url: string) {
  const limit = integer(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalidParam('limit', 'Limit must be between 1 and 100.', 'parameter_invalid_integer');
  }
  const after = text(params, 'starting_after');
  const before = text(params, 'ending_before');
  const matching = items.filter(createdFilter(params));
  const cursor = (id: string, param: string): number => {
    const index = matching.findIndex((item) => item.id === id);
    if (index < 0) throw notFound('object', id, param);
    return index;
  };
  if (before !== undefined) {
    const end = cursor(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list' as const, data: matching.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : cursor(after, 'starting_after') + 1;
  const data = matching.slice(start, start + limit);
  return { object: 'list' as const, data, has_more: start + limit < matching.length, url };
}

function createdFilter(params: Params): (item: { created?: number }) => boolean {
  if (typeof params['created'] === 'string') {
    const exact = integer(params, 'created');
    return (item) => exact === undefined || item.created === exact;
  }
  const range = record(params, 'created');
  const bound = (name: string, none: number) => integer(range, name) ?? none;
  const [gt, gte] = [bound('gt', -Infinity), bound('gte', -Infinity)];
  const [lt, lte] = [bound('lt', Infinity), bound('lte', Infinity)];
  return ({ created = 0 }) => created > gt && created >= gte && created < lt && created <= lte;
}

/** Replaces ids with objects along each path (`latest_charge.balance_transaction`, `data.customer`). */
export function expand(tx: Transaction, body: object, paths: readonly string[]): object {
  return paths.reduce((result, path) => expandPath(tx, result, path.split('.'), path) as object, body);
}

function expandPath(tx: Transaction, value: unknown, steps: string[], path: string): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandPath(tx, item, steps, path));
  if (typeof value !== 'object' || !(step in value)) {
    throw invalidParam('expand', `This property cannot be expanded (${path}).`);
  }
  const child: unknown = Reflect.get(value, step);
  return {
    ...value,
    [step]: expandPath(tx, typeof child === 'string' ? lookup(tx, child) : child, rest, path),
  };
}

function lookup(tx: Transaction, id: string): unknown {
  const kind = KIND_BY_PREFIX[id.slice(0, id.indexOf('_'))];
  return (kind && tx.get(kind, id)) ?? id;
}
