/**
 * The database connection. Writes are acknowledged by the majority and the journal (docs/scaling.md); only migrations
 * create collections and indexes.
 */
import mongoose from 'mongoose';

mongoose.set('autoCreate', false);
mongoose.set('autoIndex', false);
mongoose.set('strictQuery', 'throw');
// Operations fail soon while the database is unavailable, instead of queueing.
mongoose.set('bufferCommands', false);

/**
 * Connects the process's models to a database. Throws when it cannot be reached within the patience. Later on, the driver
 * reconnects by itself; until then operations fail after the patience, or several times it when connections are open but
 * silent.
 */
export async function connectDatabase(uri: string, patienceMs = 5_000): Promise<mongoose.Connection> {
  await mongoose.connect(uri, {
    serverSelectionTimeoutMS: patienceMs,
    connectTimeoutMS: patienceMs,
    heartbeatFrequencyMS: patienceMs / 2,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    retryWrites: true,
    maxPoolSize: 50,
  });
  return mongoose.connection;
}

/** Closes the connection of the process. */
export async function disconnectDatabase(): Promise<void> {
  await mongoose.disconnect();
}

/** Pings the database. Throws when it does not answer. */
export async function pingDatabase(): Promise<void> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('the database is not connected');
  await db.command({ ping: 1 });
}

const { MongoNetworkError, MongoNotConnectedError, MongoServerError, MongoServerSelectionError } =
  mongoose.mongo;
const { MongoTopologyClosedError } = mongoose.mongo;

const TOO_SLOW = 50;

/** Returns whether an error says that a query took longer than its `maxTimeMS`. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === TOO_SLOW;

/**
 * The ms until an instant of `performance.now()`, as a query's `maxTimeMS`, so that several queries have one deadline.
 * Once it has come, throws what the database throws for a query that takes longer.
 */
export function msUntil(instant: number): number {
  const ms = Math.ceil(instant - performance.now());
  if (ms <= 0) throw new MongoServerError({ code: TOO_SLOW, message: 'operation exceeded time limit' });
  return ms;
}

/** The error codes of a server that stops, starts or is not the primary. */
const NOT_THE_PRIMARY = new Set([91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Returns whether an error says that the database cannot be reached, or accepts no writes at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoTopologyClosedError ||
    // For bulk writes the driver throws the server's error, or whatever prevented the request.
    (error instanceof MongoServerError &&
      (NOT_THE_PRIMARY.has(Number(error.code)) || isDatabaseAway(error.errorResponse)))
  );
}

/** Returns whether the database is a member of a replica set, which money requires. */
export async function isReplicaSet(): Promise<boolean> {
  const hello = await mongoose.connection.db?.command({ hello: 1 });
  return typeof hello?.['setName'] === 'string' || hello?.['msg'] === 'isdbgrid';
}

const DUPLICATE_KEY = 11_000;

const isDuplicate = (error: unknown): error is mongoose.mongo.MongoServerError =>
  error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY;

/**
 * Returns whether an error says that a key of one of these unique indexes (`collection.index`) exists already. False for
 * other indexes, which are handled elsewhere.
 */
export function isDuplicateKey(
  error: unknown,
  ...indexes: readonly `${string}.${string}`[]
): error is mongoose.mongo.MongoServerError {
  if (!isDuplicate(error)) return false;
  const [, collectionName, index] = /collection: [^ .]+\.(\S+) index: (\S+)/.exec(error.message) ?? [];
  return indexes.some((name) => name === `${collectionName}.${index}`);
}

/** Returns whether a text is the 24-hex id of a document. */
export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{24}$/i.test(text);
}

/** A collection by its name, for work over all of them; modules reach theirs by its model (`collectionOf`). */
export function collection<T extends mongoose.mongo.Document>(name: string): mongoose.mongo.Collection<T> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('the database is not connected');
  return db.collection<T>(name);
}

/** The ids of all documents of a collection, in order; for verifiers. */
export async function* documentIds(name: string): AsyncGenerator<{ _id: string }> {
  const found = collection(name).find({}, { projection: { _id: 1 } });
  for await (const { _id } of found.sort({ _id: 1 })) yield { _id: String(_id) };
}

/** Inserts a record under its unique key; returns false when it exists already. */
export async function insertOnce<T extends { _id: string }>(
  target: mongoose.mongo.Collection<T>,
  record: mongoose.mongo.OptionalUnlessRequiredId<NoInfer<T>>,
): Promise<boolean> {
  try {
    await target.insertOne(record);
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/**
 * Changes the document with an `_id` if it matches a filter, or inserts it where there is none; returns false where it
 * exists and does not match.
 */
export async function upsertOnce<T extends { _id: string }>(
  target: mongoose.mongo.Collection<T>,
  filter: mongoose.mongo.Filter<T> & { _id: string },
  update: mongoose.mongo.UpdateFilter<T>,
): Promise<boolean> {
  try {
    await target.updateOne(filter, update, { upsert: true });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/**
 * Inserts records in any order; skips those whose unique key is taken. Returns how many were new. Throws when any of them
 * failed for another reason.
 */
export async function insertMissing<T extends mongoose.mongo.Document>(
  target: Pick<mongoose.mongo.Collection<T>, 'insertMany'>,
  records: readonly mongoose.mongo.OptionalUnlessRequiredId<T>[],
): Promise<number> {
  if (!records.length) return 0;
  try {
    return (await target.insertMany(records, { ordered: false })).insertedCount;
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    const isSkipped = failures.length > 0 && failures.every(({ code }) => code === DUPLICATE_KEY);
    if (!isSkipped || error.result.getWriteConcernError()) throw error;
    return error.insertedCount;
  }
}

/** The session of a transaction, shared by its writes. */
export type Session = mongoose.mongo.ClientSession;

/**
 * Runs writes over several documents as one: all of them commit, or none. `work` may run more than once, when others
 * write the same documents meanwhile. Money is decided by inserts under unique keys (payments.md), in a transaction or not.
 */
export async function inTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const session = await mongoose.connection.startSession();
  try {
    return await session.withTransaction(() => work(session));
  } finally {
    await session.endSession();
  }
}
