/**
 * The database connection. Writes are acknowledged by the majority and the journal (architecture.md
 * "Data that scales"); collections and indexes are made by migrations only.
 */
import mongoose from 'mongoose';

mongoose.set('autoCreate', false);
mongoose.set('autoIndex', false);
mongoose.set('strictQuery', 'throw');

/** Connects the process's models to a database. Throws when it cannot be reached within 10 s. */
export async function connectDatabase(uri: string): Promise<mongoose.Connection> {
  await mongoose.connect(uri, {
    serverSelectionTimeoutMS: 10_000,
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

/** Whether the database answers within two seconds. */
export async function isDatabaseUp(): Promise<boolean> {
  const db = mongoose.connection.db;
  if (!db) return false;
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 2_000).unref());
  return Promise.race([
    db.command({ ping: 1 }).then(
      () => true,
      () => false,
    ),
    late,
  ]);
}

/** Whether the database is a member of a replica set, as money needs it to be. */
export async function isReplicaSet(): Promise<boolean> {
  const hello = await mongoose.connection.db?.command({ hello: 1 });
  return typeof hello?.['setName'] === 'string' || hello?.['msg'] === 'isdbgrid';
}

const DUPLICATE_KEY = 11_000;

/** Whether an error says that a unique key was already there: how inserts decide about money. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether a text is the 24-hex id of a document. */
export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{24}$/i.test(text);
}

/** A collection by name, for records whose `_id` is the arbiter and that need no mongoose model. */
export function collection<T extends mongoose.mongo.Document>(name: string): mongoose.mongo.Collection<T> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('the database is not connected');
  return db.collection<T>(name);
}

/** Inserts a record under its unique key; false when it was there already. */
export async function insertOnce<T extends { _id: string }>(
  target: mongoose.mongo.Collection<T>,
  record: mongoose.mongo.OptionalUnlessRequiredId<NoInfer<T>>,
): Promise<boolean> {
  try {
    await target.insertOne(record);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Inserts records in any order; those whose unique key is taken are skipped. Gives how many were new. Throws when any
 * of them failed for another reason: what stands beside duplicates is not done.
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

/** What the writes of one transaction share. */
export type Session = mongoose.mongo.ClientSession;

/**
 * Runs writes over several documents as one: all of them are there, or none. `work` may run more than once, when
 * others write the same documents meanwhile. Never for money, which inserts under unique keys decide (payments.md).
 */
export async function inTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const session = await mongoose.connection.startSession();
  try {
    return await session.withTransaction(() => work(session));
  } finally {
    await session.endSession();
  }
}
