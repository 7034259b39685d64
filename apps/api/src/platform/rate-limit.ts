/** Limits on tries, counted in the database: any number of processes share one count. */
import { isIPv6 } from 'node:net';
import { collection, insertOnce, type Session } from './database.ts';
import { sha256 } from './hash.ts';
import { tooMany } from './problem.ts';

/** At most `max` tries within `windowSeconds`, counted from the first of them. */
export type Limit = { name: string; max: number; windowSeconds: number };

/** A count that runs until `expireDt`; a TTL index removes it some time later. */
type Count = { _id: string; count: number; expireDt: Date };

const counts = () => collection<Count>('rate_limits');

/** The key of a count: hashed, for it holds e-mail and network addresses. */
const idOf = (limit: Limit, key: string) => `${limit.name}:${sha256(key)}`;

/**
 * Counts a try before it is made, so that many at once cannot slip through. Throws 429 with the seconds to wait
 * when there were more than the limit allows.
 */
export async function countTry(limit: Limit, key: string, now: Date): Promise<void> {
  const { count, expireDt } = await increment(limit, idOf(limit, key), now);
  if (count > limit.max) throw tooMany(secondsUntil(expireDt, now));
}

/** Takes one counted try back: it was no failure. */
export async function takeTryBack(limit: Limit, key: string): Promise<void> {
  await counts().updateOne({ _id: idOf(limit, key), count: { $gt: 0 } }, { $inc: { count: -1 } });
}

/** Starts the count of a key anew: the password was right. */
export async function forgetTries(limit: Limit, key: string, session?: Session): Promise<void> {
  await counts().deleteOne({ _id: idOf(limit, key) }, session && { session });
}

const placesOf = ({ name, max, windowSeconds }: Limit, key: string) =>
  Array.from({ length: max }, (_, place) => ({
    limit: { name, max: 1, windowSeconds },
    key: `${key}#${place}`,
  }));

/**
 * Takes one of `max` places, each of which is free again `windowSeconds` after it was taken: no span of that length ever
 * holds more. Gives 0, or when all are taken the seconds until the next is free.
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

/** Gives all places of a key free. */
export async function forgetPlaces(limit: Limit, key: string): Promise<void> {
  for (const place of placesOf(limit, key)) await forgetTries(place.limit, place.key);
}

const secondsUntil = (expireDt: Date, now: Date) =>
  Math.max(1, Math.ceil((expireDt.getTime() - now.getTime()) / 1000));

async function increment(limit: Limit, id: string, now: Date): Promise<Count> {
  const fresh = { _id: id, count: 1, expireDt: new Date(now.getTime() + limit.windowSeconds * 1000) };
  for (;;) {
    // No upsert: when several make the document at once, not every server says what came of it.
    const count = await counts().findOneAndUpdate(
      { _id: id, expireDt: { $gt: now } },
      { $inc: { count: 1 } },
      { returnDocument: 'after' },
    );
    if (count) return count;
    await counts().deleteOne({ _id: id, expireDt: { $lte: now } });
    if (await insertOnce(counts(), fresh)) return fresh;
  }
}

/** What a network address is counted by: IPv4 whole, IPv6 by its /64, which one household has to itself. */
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
