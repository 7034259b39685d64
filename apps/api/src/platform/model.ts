/**
 * One description for each collection: a mongoose schema, from which the TypeScript types are inferred
 * (docs/decisions/011). Reads are lean; inserts go through the driver.
 */
import mongoose from 'mongoose';
import { collection, type Session } from './database.ts';
import { objectId, toRecord, toRecordOrUndefined, type ObjectId, type RecordOf } from './documents.ts';
import { id, schemaOf, storedValue, type Field, type Fields, type StoredIn } from './fields.ts';

/** A model of documents that are stored as `T`; it creates no mongoose documents. */
export type StoredModel<T> = mongoose.Model<T, {}, {}, {}, never, unknown, T>;

/** A document of a model as it is stored. */
export type DocumentOf<M> = M extends StoredModel<infer T> ? T : never;

/** A document of a model as services see it: every ObjectId is its 24-hex text. */
export type RecordIn<M> = RecordOf<DocumentOf<M>>;

type WithId<F> = F extends { _id: Field } ? F : { _id: Field<ObjectId> } & F;

/** The fields of every collection that has a model, by its name. */
export const definitions = new Map<string, Field>();

/** Defines the model of a collection. Its `_id` is an ObjectId, unless the fields define it as a text. */
export function defineModel<F extends Fields>(name: string, fields: F): StoredModel<StoredIn<WithId<F>>> {
  const all = { _id: id(), ...fields };
  const schema = schemaOf(all);
  definitions.set(name, { type: schema, fields: all });
  return mongoose.model<mongoose.AnyObject, StoredModel<StoredIn<WithId<F>>>>(name, schema, name);
}

/** The model of a collection by its name, for work over several collections; modules use their own. */
export const modelOf = (name: string) => mongoose.model<mongoose.AnyObject & { _id: ObjectId }>(name);

/**
 * The driver's collection of a model: for inserts and batches, and for all work on records whose `_id` is a text, where
 * nothing needs casting and the first insert decides.
 */
export function collectionOf<T extends mongoose.mongo.Document>(
  model: StoredModel<T>,
): mongoose.mongo.Collection<T> {
  return collection<T>(model.modelName);
}

/** Records as they are stored. Throws for a field that the model lacks. */
export function toDocuments<T>(
  model: StoredModel<T>,
  records: readonly NoInfer<RecordOf<T>>[],
): mongoose.mongo.OptionalUnlessRequiredId<T>[] {
  const definition = definitions.get(model.modelName);
  if (!definition) throw new Error(`there is no definition of ${model.modelName}`);
  return records.map(
    (record) => storedValue(record, definition) as mongoose.mongo.OptionalUnlessRequiredId<T>,
  );
}

/** Inserts records, if there are any. Throws a duplicate key error when a unique key is taken. */
export async function insertRecords<T extends mongoose.mongo.Document>(
  model: StoredModel<T>,
  records: readonly NoInfer<RecordOf<T>>[],
  session?: Session,
): Promise<void> {
  if (records.length) await collectionOf(model).insertMany(toDocuments(model, records), { session });
}

/** Some records in the order of the given ids, with some fields (default: all); those that are gone are left out. */
export async function readInOrder<T extends { _id: ObjectId }>(
  model: StoredModel<T>,
  ids: readonly string[],
  fields?: Readonly<Record<string, 1>>,
): Promise<RecordOf<T>[]> {
  if (!ids.length) return [];
  const found = await collection(model.modelName)
    .find({ _id: { $in: ids.map(objectId) } }, { projection: fields })
    .toArray();
  const byId = new Map(found.map((document) => [String(document._id), toRecord(document as T)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Changes a record and raises its version; returns it as it then is, undefined when there is none. */
export async function changeVersioned<T extends { version: number }>(
  model: StoredModel<T>,
  filter: mongoose.QueryFilter<T>,
  change: Partial<RecordOf<T>>,
  session: Session,
): Promise<RecordOf<T> | undefined> {
  const update = { $set: change, $inc: { version: 1 } } as unknown as mongoose.UpdateQuery<T>;
  const changed = await model
    .findOneAndUpdate(filter, update, { returnDocument: 'after', session })
    .lean<T | null>();
  return toRecordOrUndefined(changed);
}

/** The number of documents matching a filter for each value of a field; unused values are left out. */
export async function countBy<T extends mongoose.mongo.Document, F extends keyof T & string>(
  model: StoredModel<T>,
  filter: mongoose.mongo.Filter<T>,
  field: F,
): Promise<Map<T[F], number>> {
  const counted = collectionOf(model).aggregate<{ _id: T[F]; count: number }>([
    { $match: filter },
    { $group: { _id: `$${field}`, count: { $sum: 1 } } },
  ]);
  return new Map((await counted.toArray()).map(({ _id, count }) => [_id, count]));
}

/** Stores records whose `_id` is a text, replacing those with the same one, and deletes others. */
export async function keepRecords<T extends { _id: string }>(
  model: StoredModel<T>,
  records: readonly NoInfer<RecordOf<T>>[],
  goneIds: readonly string[],
): Promise<void> {
  const writes = [
    ...goneIds.map((_id) => ({ deleteOne: { filter: { _id } } })),
    ...toDocuments(model, records).map((replacement) => ({
      replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
    })),
  ];
  if (writes.length)
    await collectionOf(model).bulkWrite(writes as mongoose.mongo.AnyBulkWriteOperation<T>[], {
      ordered: false,
    });
}
