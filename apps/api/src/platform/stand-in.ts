/**
 * Workarounds for faults of SecantusDB, which replaces MongoDB on a bare machine (docs/decisions/004). All of them work
 * on MongoDB as well. Each function says what would replace it, and when it can go.
 */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { collection, insertOnce, type Session } from './database.ts';

/**
 * Changes the document with an `_id`, or creates it; returns the changed document.
 *
 * MongoDB: `findOneAndUpdate({ _id }, update, { upsert: true, returnDocument: 'after' })`. Goes when each of several
 * concurrent creators of a document gets it as of its own change: both builds (native 0.5.3-beta.196, wheel 0.7.0b3) make
 * every change, and return null or an older document.
 */
export async function upsert<T extends { _id: string }>(
  target: mongoose.mongo.Collection<T>,
  _id: string,
  update: mongoose.mongo.UpdateFilter<T> | mongoose.mongo.BSON.Document[],
): Promise<mongoose.mongo.WithId<T>> {
  const filter = { _id } as mongoose.mongo.Filter<T>;
  for (;;) {
    const changed = await target.findOneAndUpdate(filter, update, { returnDocument: 'after' });
    if (changed) return changed;
    await insertOnce<T>(target, { _id } as mongoose.mongo.OptionalUnlessRequiredId<T>);
  }
}

/**
 * Replaces the document with the same `_id`, in a transaction that frees a unique key of it.
 *
 * MongoDB: `replaceOne`. Goes when an insert may use a key that an update of another document gave up: the native build
 * (0.5.3-beta.196) refuses it for ever, in a transaction or not; the wheel (0.7.0b3) accepts it.
 */
export async function replaceFreeing<T extends mongoose.mongo.BSON.Document>(
  target: mongoose.mongo.Collection<T>,
  document: T & { _id: unknown },
  session: Session,
): Promise<void> {
  await target.deleteOne({ _id: document._id } as mongoose.mongo.Filter<T>, { session });
  await target.insertOne(document as unknown as mongoose.mongo.OptionalUnlessRequiredId<T>, { session });
}

/**
 * At or after a time, for a field that an index has in descending order.
 *
 * MongoDB: `{ $gte: time }`. Goes when a range of such an index with further fields begins with its first documents: the
 * wheel (0.7.0b3) leaves out those of exactly that time.
 */
export const notBefore = (time: Date) => ({ $gt: new Date(time.getTime() - 1) });

/** How reads share one moment: the session, and the read concern of each read. */
export type Moment = Pick<mongoose.mongo.FindOptions, 'readConcern'> & { session: Session };

/**
 * A session whose reads show the database as of one moment, and its kind; undefined where that is impossible. The caller
 * ends it.
 *
 * MongoDB: a snapshot session, and nothing is tried. Goes when a snapshot session keeps its moment from one query to the
 * next: both builds (native 0.5.3-beta.196, wheel 0.7.0b3) keep it within a query only, and in a transaction.
 */
export async function startMoment(): Promise<(Moment & { heldBy: 'snapshot' | 'transaction' }) | undefined> {
  const client = mongoose.connection.getClient();
  const readConcern = { level: 'snapshot' } as const;
  // Each read of a snapshot states the concern, because the connection's own level would take precedence.
  const snapshot = { session: client.startSession({ snapshot: true }), readConcern };
  if (await keepsMoment(snapshot)) return { ...snapshot, heldBy: 'snapshot' };
  await snapshot.session.endSession();
  const session = client.startSession();
  session.startTransaction({ readConcern });
  if (await keepsMoment({ session })) return { session, heldBy: 'transaction' };
  await endMoment({ session });
  return undefined;
}

/** Ends a session of one moment. */
export async function endMoment({ session }: Moment): Promise<void> {
  if (session.inTransaction()) await session.abortTransaction();
  await session.endSession();
}

/** Returns whether a session that has read something does not see a document that is written after that. */
async function keepsMoment(moment: Moment): Promise<boolean> {
  const leases = collection<{ _id: string }>('leases');
  const _id = `moment:${randomUUID()}`;
  const isSeen = async () => (await leases.findOne({ _id }, moment)) !== null;
  await isSeen();
  await leases.insertOne({ _id });
  try {
    return !(await isSeen());
  } finally {
    await leases.deleteOne({ _id });
  }
}
