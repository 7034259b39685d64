import type mongoose from 'mongoose';

type Key = Readonly<Record<string, 1 | -1>>;
type Options = Pick<mongoose.mongo.CreateIndexesOptions, 'sparse' | 'partialFilterExpression'>;

/** An index with its reason: the functions that query it, what it guards, or that the server deletes by it. */
export type Index = {
  name: string;
  key: Key;
  because: { askedBy: string[] } | { guards: string } | 'expiry';
  options: Options & Pick<mongoose.mongo.CreateIndexesOptions, 'unique' | 'expireAfterSeconds'>;
};

/** An index for queries. `askedBy`: the functions whose queries need it, separated by commas. */
export const index = (name: string, key: Key, askedBy: string, options: Options = {}): Index => ({
  name,
  key,
  because: { askedBy: askedBy.split(', ') },
  options,
});

/** A unique index. `guards`: what it prevents from existing twice; queries may use it too. */
export const unique = (name: string, key: Key, guards: string, options: Options = {}): Index => ({
  name,
  key,
  because: { guards },
  options: { ...options, unique: true },
});

/** A TTL index: the server deletes documents `expireAfterSeconds` after the date in a field. */
export const expiry = (name: string, field: string, expireAfterSeconds = 0): Index => ({
  name,
  key: { [field]: 1 },
  because: 'expiry',
  options: { expireAfterSeconds },
});

/** Creates collections with their indexes. Existing ones stay, because an interrupted migration is repeated. */
export async function createCollections(
  db: mongoose.mongo.Db,
  schema: Readonly<Record<string, readonly Index[]>>,
): Promise<void> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  const made = new Set(found.map(({ name }) => name));
  for (const [name, indexes] of Object.entries(schema)) {
    if (!made.has(name)) await db.createCollection(name);
    const specs = indexes.map((each) => ({ name: each.name, key: { ...each.key }, ...each.options }));
    if (specs.length) await db.collection(name).createIndexes(specs);
  }
}
