/** Verifies every reference between collections (docs/decisions/047), for `npm run verify`. */
import mongoose from 'mongoose';
import { ROOT } from '@kinfold/domain/permission';
import { collection, documentIds, isObjectId } from '../../../platform/database.ts';
import type { Check, Problems } from '../../../platform/verification.ts';
import { ORGANIZATION_KEY, REFERENCES, type Reference } from './references.ts';

type Id = string | mongoose.Types.ObjectId;

/** Every reference: a batch of documents and of their targets at a time, collection by collection. */
export const references: readonly Check[] = [...new Set(REFERENCES.map(({ from }) => from))].map((name) => ({
  counted: 'documents',
  keys: () => documentIds(name),
  problemsOf: (ids) =>
    danglingOf(
      name,
      REFERENCES.filter(({ from }) => from === name),
      ids,
    ),
}));

/** The fields of some documents that refer to missing documents. */
async function danglingOf(
  from: string,
  references: readonly Reference[],
  ids: readonly string[],
): Promise<Problems> {
  const projection = Object.fromEntries([['_id', 1], ...references.map(({ field }) => [field, 1])]);
  const wanted = ids.flatMap(keysOf);
  const documents = await collection<{ _id: Id }>(from)
    .find({ _id: { $in: wanted } }, { projection })
    .toArray();
  const named = new Map<string, Set<string>>();
  for (const document of documents)
    for (const { field, to } of references)
      for (const value of valuesAt(document, field.split('.')))
        named.set(to, (named.get(to) ?? new Set()).add(value));
  const there = new Map<string, Set<string>>();
  for (const [to, values] of named) there.set(to, await presentOf(to, [...values]));
  const found: Problems = new Map();
  for (const document of documents) {
    const dangling = references.flatMap(({ field, to }) =>
      [...new Set(valuesAt(document, field.split('.')))]
        .filter((value) => !there.get(to)?.has(value))
        .map((value) => `${field} names ${value}, which is not in ${to}`),
    );
    const id = String(document._id);
    if (dangling.length) found.set(id, `In ${from}, ${id}: ${dangling.join('; ')}.`);
  }
  return found;
}

/** Those of some ids or numbers that a collection has: read from an index alone. */
async function presentOf(to: string, values: readonly string[]): Promise<Set<string>> {
  const by = to === 'organizations' ? ORGANIZATION_KEY : '_id';
  const keys = by === '_id' ? values.flatMap(keysOf) : values;
  const projection = { [by]: 1, ...(by !== '_id' && { _id: 0 }) };
  const found = collection<mongoose.mongo.Document>(to).find({ [by]: { $in: keys } }, { projection });
  return new Set((await found.toArray()).map((document) => String(document[by])));
}

/** An id in both of the ways in which collections store one: as a text and as an ObjectId. */
const keysOf = (id: string): Id[] => (isObjectId(id) ? [id, new mongoose.Types.ObjectId(id)] : [id]);

/** The ids at a path of a document, through its lists. Missing values, empty texts and the place of all organizations refer to nothing. */
function valuesAt(value: unknown, path: readonly string[]): string[] {
  if (value === undefined || value === null || value === '' || value === ROOT) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [field, ...rest] = path;
  if (field === undefined) return [String(value as string | mongoose.Types.ObjectId)];
  return valuesAt((value as Record<string, unknown>)[field], rest);
}
