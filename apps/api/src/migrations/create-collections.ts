import type mongoose from 'mongoose';

export type Index = { name: string; key: Record<string, 1 | -1> } & Pick<
  mongoose.mongo.CreateIndexesOptions,
  'unique' | 'sparse' | 'expireAfterSeconds' | 'partialFilterExpression'
>;

/**
 * Makes collections and indexes, one after another: some servers cannot make several at once. What is there already
 * stays, for an interrupted migration is repeated.
 */
export async function createCollections(
  db: mongoose.mongo.Db,
  schema: Readonly<Record<string, readonly Index[]>>,
): Promise<void> {
  for (const [name, indexes] of Object.entries(schema)) {
    if ((await db.listCollections({ name }).toArray()).length === 0) await db.createCollection(name);
    for (const { key, ...options } of indexes) await db.collection(name).createIndex(key, options);
  }
}
