/** Leases: named locks with an expiry, renewed while they are held, so that the lock of a dead process expires. */
import { randomUUID } from 'node:crypto';
import { insertOnce, upsertOnce } from '../platform/database.ts';
import { date, text } from '../platform/fields.ts';
import type { Logger } from '../platform/logger.ts';
import { collectionOf, defineModel } from '../platform/model.ts';

/** Free from `untilDt` on; after a release that is the time of the release. */
const LeaseModel = defineModel('leases', { _id: text(), owner: text(), untilDt: date() });

const leases = () => collectionOf(LeaseModel);

/** Acquires a lease for `ms` milliseconds and returns its owner token; undefined while another owner holds it. */
async function take(name: string, ms: number): Promise<string | undefined> {
  const now = new Date();
  const lease = { owner: randomUUID(), untilDt: new Date(now.getTime() + ms) };
  // For a lease that is taken, the upsert inserts a second one, which its `_id` refuses.
  const free = { _id: name, untilDt: { $lte: now } };
  const isTaken = await upsertOnce(leases(), free, { $set: lease });
  return isTaken ? lease.owner : undefined;
}

/**
 * Whether a lease whose name starts with `prefix` is owned now or was owned within the last `withinMs` milliseconds.
 */
export async function wasLeased(prefix: string, withinMs: number): Promise<boolean> {
  const named = { _id: { $gte: prefix, $lt: `${prefix}\uffff` } };
  const since = new Date(Date.now() - withinMs);
  return (await leases().findOne({ ...named, untilDt: { $gte: since } })) !== null;
}

/**
 * Runs `work` while this process holds a lease, which is renewed every third of `ms`; returns whether it ran. Not a
 * strict mutex: a process that is suspended for longer than `ms` continues while another one holds the lease.
 */
export async function withLease(
  name: string,
  ms: number,
  logger: Logger,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const owner = await take(name, ms);
  if (!owner) return false;
  const until = (untilDt: Date) => leases().updateOne({ _id: name, owner }, { $set: { untilDt } });
  const renewal = setInterval(() => {
    until(new Date(Date.now() + ms)).catch((error: unknown) =>
      logger.warn({ err: error, lease: name }, 'a lease could not be renewed'),
    );
  }, ms / 3);
  try {
    await work();
  } finally {
    clearInterval(renewal);
    await until(new Date());
  }
  return true;
}

const NEVER = new Date('9999-12-31T00:00:00Z');

/** Locks a name until it is unlocked, whatever happens to this process; an existing lock stays. */
export async function lock(name: string): Promise<void> {
  await insertOnce(leases(), { _id: name, owner: randomUUID(), untilDt: NEVER });
}

/** Whether a name is locked. */
export async function isLocked(name: string): Promise<boolean> {
  return (await leases().findOne({ _id: name })) !== null;
}

/** Unlocks a name. */
export async function unlock(name: string): Promise<void> {
  await leases().deleteOne({ _id: name });
}
