import type mongoose from 'mongoose';

export type Index = { name: string; key: Record<string, 1 | -1> } & Pick<
  mongoose.mongo.CreateIndexesOptions,
  'unique' | 'sparse' | 'expireAfterSeconds' | 'partialFilterExpression'
>;

/**
 * Makes collections with their indexes. What is there already stays, for an interrupted migration is repeated.
 */
export async function createCollections(
  db: mongoose.mongo.Db,
  schema: Readonly<Record<string, readonly Index[]>>,
): Promise<void> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  const made = new Set(found.map(({ name }) => name));
  for (const [name, indexes] of Object.entries(schema)) {
    if (!made.has(name)) await db.createCollection(name);
    if (indexes.length) await db.collection(name).createIndexes([...indexes]);
  }
}
