/** Rate limits, counted in the database, so that all processes share one count. */
import { isIPv6 } from 'node:net';
import type { Session } from './database.ts';
import { date, int, text } from './fields.ts';
import { sha256 } from './hash.ts';
import { collectionOf, defineModel, type DocumentOf } from './model.ts';
import { tooMany } from './problem.ts';
import { upsert } from './stand-in.ts';

/** At most `max` tries in a fixed window of `windowSeconds`, which starts with the first try. */
export type Limit = { name: string; max: number; windowSeconds: number };

/** The count of one window, which ends at `expireDt`; a TTL index removes the document later. */
const CountModel = defineModel('rate_limits', { _id: text(), count: int(), expireDt: date() });
type Count = DocumentOf<typeof CountModel>;

const counts = () => collectionOf(CountModel);

/** The `_id` of a count; the key is hashed because it holds e-mail and network addresses. */
const idOf = (limit: Limit, key: string) => `${limit.name}:${sha256(key)}`;

/**
 * Counts a try before it is made, so that concurrent tries cannot exceed the limit. Throws 429 with the seconds to wait
 * when the limit is exceeded.
 */
export async function countTry(limit: Limit, key: string, now: Date): Promise<void> {
  const { count, expireDt } = await increment(limit, idOf(limit, key), now);
  if (count > limit.max) throw tooMany(secondsUntil(expireDt, now));
}

/** Takes one counted try back, for a try that did not fail. */
export async function takeTryBack(limit: Limit, key: string): Promise<void> {
  await counts().updateOne({ _id: idOf(limit, key), count: { $gt: 0 } }, { $inc: { count: -1 } });
}

/** Resets the count of a key, for example after the right password. */
export async function forgetTries(limit: Limit, key: string, session?: Session): Promise<void> {
  await counts().deleteOne({ _id: idOf(limit, key) }, session && { session });
}

const placesOf = ({ name, max, windowSeconds }: Limit, key: string) =>
  Array.from({ length: max }, (_, place) => ({
    limit: { name, max: 1, windowSeconds },
    key: `${key}#${place}`,
  }));

/**
 * A sliding window: takes one of `max` slots, each of which is free again `windowSeconds` after it was taken. Gives 0,
 * or when all slots are taken the seconds until the next one is free.
 */
export async function takePlace(limit: Limit, key: string, now: Date): Promise<number> {
  const waits: number[] = [];
  for (const place of placesOf(limit, key)) {
    const { count, expireDt } = await increment(place.limit, idOf(place.limit, place.key), now);
    if (count === 1) return 0;
    waits.push(secondsUntil(expireDt, now));
  }
  return Math.min(...waits);
}

/** Frees all slots of a key. */
export async function forgetPlaces(limit: Limit, key: string): Promise<void> {
  for (const place of placesOf(limit, key)) await forgetTries(place.limit, place.key);
}

const secondsUntil = (expireDt: Date, now: Date) =>
  Math.max(1, Math.ceil((expireDt.getTime() - now.getTime()) / 1000));

/** Adds one to the count of the window, or begins a new window. */
function increment(limit: Limit, id: string, now: Date): Promise<Count> {
  const isRunning = { $gt: ['$expireDt', now] };
  const end = new Date(now.getTime() + limit.windowSeconds * 1000);
  const count = { $cond: [isRunning, { $add: ['$count', 1] }, 1] };
  return upsert(counts(), id, [{ $set: { count, expireDt: { $cond: [isRunning, '$expireDt', end] } } }]);
}

/** The key of a network address: an IPv4 address whole, an IPv6 address by its /64, usually one subscriber. */
export function addressKey(ip: string | undefined): string {
  const address = (ip ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
