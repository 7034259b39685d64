/** Rate limits, counted in the database, so that all processes share one count. */
import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Session } from './database.ts';
import { date, int, list, object, optional, text } from './fields.ts';
import { sha256 } from './hash.ts';
import { collectionOf, defineModel } from './model.ts';
import { tooMany } from './problem.ts';
import { upsert } from './stand-in.ts';

/** At most `max` tries in a fixed window of `windowSeconds`, which starts with the first try. */
export type Limit = { name: string; max: number; windowSeconds: number };

/** What was counted in a window; a TTL index removes it some time after `expireDt`. */
const CountModel = defineModel('rate_limits', {
  _id: text(),
  /** For a fixed window, which ends at `expireDt`. */
  count: optional(int()),
  /** For a sliding window: the holders of its slots, and until when. */
  places: optional(list(object({ taker: text(), untilDt: date() }))),
  expireDt: date(),
});

const counts = () => collectionOf(CountModel);

/** The `_id` of a count; the key is hashed because it contains email and network addresses. */
const idOf = (limit: Limit, key: string) => `${limit.name}:${sha256(key)}`;

/**
 * Counts a try before it is made, so that concurrent tries cannot exceed the limit. Throws 429 with the seconds to wait
 * when the limit is exceeded.
 */
export async function countTry(limit: Limit, key: string, now: Date): Promise<void> {
  const isRunning = { $gt: ['$expireDt', now] };
  const { count = 0, expireDt } = await upsert(counts(), idOf(limit, key), [
    {
      $set: {
        count: { $cond: [isRunning, { $add: ['$count', 1] }, 1] },
        expireDt: { $cond: [isRunning, '$expireDt', endOf(limit, now)] },
      },
    },
  ]);
  if (count > limit.max) throw tooMany(secondsUntil(expireDt, now));
}

/** Takes one counted try back, for a try that did not fail. */
export async function takeTryBack(limit: Limit, key: string): Promise<void> {
  await counts().updateOne({ _id: idOf(limit, key), count: { $gt: 0 } }, { $inc: { count: -1 } });
}

/** Resets the count of a key, for example after the right password, or frees all its slots. */
export async function forgetTries(limit: Limit, key: string, session?: Session): Promise<void> {
  await counts().deleteOne({ _id: idOf(limit, key) }, session && { session });
}

/**
 * A sliding window: takes one of `max` slots, each of which is free again `windowSeconds` after it was taken. Returns 0,
 * or when all slots are taken the seconds until the next one is free.
 */
export async function takePlace(limit: Limit, key: string, now: Date): Promise<number> {
  const [taker, untilDt] = [randomUUID(), endOf(limit, now)];
  const ofOthers = { $ifNull: ['$places', []] };
  const taken = { $filter: { input: ofOthers, cond: { $gt: ['$$this.untilDt', now] } } };
  const isFree = { $lt: [{ $size: '$places' }, limit.max] };
  const withOwn = { $concatArrays: ['$places', [{ taker, untilDt }]] };
  const { places = [] } = await upsert(counts(), idOf(limit, key), [
    { $set: { places: taken, expireDt: untilDt } },
    { $set: { places: { $cond: [isFree, withOwn, '$places'] } } },
  ]);
  if (places.some((place) => place.taker === taker)) return 0;
  return Math.min(...places.map((place) => secondsUntil(place.untilDt, now)));
}

const endOf = ({ windowSeconds }: Limit, now: Date) => new Date(now.getTime() + windowSeconds * 1000);

const secondsUntil = (expireDt: Date, now: Date) =>
  Math.max(1, Math.ceil((expireDt.getTime() - now.getTime()) / 1000));

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
