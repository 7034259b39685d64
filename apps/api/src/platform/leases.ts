/** Leases: a name that one process has for a time. It is renewed while it is used; that of a dead process runs out. */
import { randomUUID } from 'node:crypto';
import { collection, insertOnce } from './database.ts';
import type { Logger } from './logger.ts';

/** Free from `untilDt` on: when it was last used. */
type Lease = { _id: string; owner: string; untilDt: Date };

const leases = () => collection<Lease>('leases');

/** Takes the lease of a name for so many ms; undefined while somebody else has it. */
async function take(name: string, ms: number): Promise<string | undefined> {
  const now = new Date();
  const lease = { owner: randomUUID(), untilDt: new Date(now.getTime() + ms) };
  const taken = await leases().updateOne({ _id: name, untilDt: { $lte: now } }, { $set: lease });
  return taken.matchedCount || (await insertOnce(leases(), { _id: name, ...lease }))
    ? lease.owner
    : undefined;
}

/** Whether a lease whose name begins so is had, or was so many ms ago. */
export async function wasLeased(prefix: string, withinMs: number): Promise<boolean> {
  const named = { _id: { $gte: prefix, $lt: `${prefix}\uffff` } };
  const since = new Date(Date.now() - withinMs);
  return (await leases().findOne({ ...named, untilDt: { $gte: since } })) !== null;
}

/**
 * Does `work` while this process has the lease of a name, for `ms` at a time; gives whether it did. Others must bear
 * that a process which stood still for longer goes on beside them.
 */
export async function underLease(
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
