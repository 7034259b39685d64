/** Finds the fields that refer to documents of other collections, by their values and by the models; and plants dangling ones. */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import {
  ORGANIZATION_KEY,
  RECORDS,
  REFERENCES,
  type Reference,
} from '../src/modules/operations/verification/references.ts';
import { references } from '../src/modules/operations/verification/verify-references.service.ts';
import { collection } from '../src/platform/database.ts';
import type { Field } from '../src/platform/fields.ts';
import { definitions } from '../src/platform/model.ts';
import { runChecks, thoroughChecks } from '../src/platform/verification.ts';

const { ObjectId } = mongoose.Types;

/** The keys by which documents are referred to, besides their `_id`. */
const NUMBERS = [
  ['organizations', ORGANIZATION_KEY],
  ['members', 'memberId'],
] as const;
const OWN = new Set(NUMBERS.map(([to, by]) => `${to}.${by}`));

/** The texts and ids of a document, with the path of each; paths leave out lists. */
function* leavesOf(value: unknown, path = ''): Generator<[path: string, value: string]> {
  if (typeof value === 'string' || value instanceof ObjectId) yield [path, String(value)];
  else if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, path);
  else if (value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    for (const [field, inner] of Object.entries(value))
      yield* leavesOf(inner, path ? `${path}.${field}` : field);
}

const isReference = (path: string) => REFERENCES.some(({ from, field }) => `${from}.${field}` === path);

/** Returns whether a field, as `collection.path`, is in the list, itself or within a listed one. */
export function isListed(path: string): boolean {
  const parts = path.split('.');
  return isReference(path) || parts.some((_part, index) => parts.slice(0, index + 1).join('.') in RECORDS);
}

/** Every field whose stored values refer to documents of another collection, with an example; each once. */
export async function findStoredReferences(): Promise<{ field: string; names: string }[]> {
  const named = new Map<string, Set<string>>();
  const name = (value: unknown, as: string) =>
    named.set(String(value), (named.get(String(value)) ?? new Set()).add(as));
  for (const to of definitions.keys())
    for await (const { _id } of collection(to).find({}, { projection: { _id: 1 } })) name(_id, `${to}._id`);
  for (const [to, by] of NUMBERS)
    for await (const document of collection(to).find()) name(document[by], `${to}.${by}`);
  const found = new Map<string, string>();
  for (const from of definitions.keys())
    for await (const document of collection(from).find())
      for (const [path, value] of leavesOf(document))
        for (const to of named.get(value) ?? []) {
          const field = `${from}.${path}`;
          // A document's own id, which references to it contain.
          if (to !== field && !OWN.has(field) && !(path === '_id' && isListed(to))) found.set(field, to);
        }
  return [...found].map(([field, names]) => ({ field, names }));
}

/** The fields of the models that hold ids, or are named so; except `_id`. */
export function definedNames(): string[] {
  const found: string[] = [];
  const walk = (field: Field, path: string): void => {
    if (field.item) walk(field.item, path);
    else if (field.fields)
      for (const [name, inner] of Object.entries(field.fields)) walk(inner, `${path}.${name}`);
    else if (isCalledId(path) || field.type === mongoose.Schema.Types.ObjectId) found.push(path);
  };
  for (const [name, definition] of definitions) walk(definition, name);
  return found.filter((path) => !/^[a-z_]+\._id$/.test(path) && !OWN.has(path) && !OF_OTHERS.test(path));
}

const isCalledId = (path: string) => /(?:Ids?|_id|organizationNumber|OrganizationNumber)$/.test(path);

/** Ids of the provider, of requests, of keys and of stored messages. */
const OF_OTHERS =
  /\.(?:customerId|accountId|intentId|providerId|requestId|keyId|_id)$|^(?:leases|counters)\./;

/** The dangling references that the walk finds. */
export async function findDangling(): Promise<string[]> {
  const problems: string[] = [];
  const checks = thoroughChecks({ doesRepair: false, now: new Date(), looksAgain: 0, batchSize: 50 });
  await runChecks(references, checks, problems);
  return problems;
}

/** Makes a field of one stored document refer to a missing one; `restore` puts back the old value. */
export async function plantDangling({ from, field }: Reference) {
  const documents = collection<{ _id: unknown } & Record<string, unknown>>(from);
  const parts = field.split('.');
  for await (const document of documents.find()) {
    const path = pathOf(document, parts);
    if (!path) continue;
    const value = isObjectIdAt(document, path) ? new ObjectId() : randomUUID();
    const planted = structuredCopy(document);
    setAt(planted, path, value);
    await documents.deleteOne({ _id: document._id } as never);
    await documents.insertOne(planted as never);
    const restore = async () => {
      await documents.deleteOne({ _id: planted['_id'] } as never);
      await documents.insertOne(document as never);
    };
    return { id: String(planted['_id']), value: String(value), restore };
  }
  throw new Error(`no document has ${from}.${field}`);
}

type Path = (string | number)[];
const at = (value: unknown, key: string | number) => (value as Record<string | number, unknown>)[key];

/** The path of the first value of a field in a document, with the indexes in lists. */
function pathOf(value: unknown, parts: readonly string[]): Path | undefined {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const rest = pathOf(item, parts);
      if (rest) return [index, ...rest];
    }
    return undefined;
  }
  const [part, ...rest] = parts;
  if (part === undefined) return value ? [] : undefined;
  const inner = value && typeof value === 'object' ? pathOf(at(value, part), rest) : undefined;
  return inner && [part, ...inner];
}

const isObjectIdAt = (document: unknown, path: Path) => path.reduce(at, document) instanceof ObjectId;

function setAt(document: unknown, path: Path, value: unknown): void {
  const holder = path.slice(0, -1).reduce(at, document) as Record<string | number, unknown>;
  holder[path.at(-1) ?? ''] = value;
}

const structuredCopy = (document: object): Record<string, unknown> =>
  mongoose.mongo.BSON.deserialize(mongoose.mongo.BSON.serialize(document), { promoteBuffers: false });
