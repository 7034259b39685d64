/** Compares what the database holds with the models (docs/decisions/011). */
import mongoose from 'mongoose';
import { collection } from '../src/platform/database.ts';
import type { Field } from '../src/platform/fields.ts';
import { definitions } from '../src/platform/model.ts';

const { Mixed, ObjectId } = mongoose.Schema.Types;

/** The names of all collections of the connected database, in alphabetical order. */
export async function collectionNames(): Promise<string[]> {
  const found = (await mongoose.connection.db?.listCollections().toArray()) ?? [];
  return found.map(({ name }) => name).toSorted();
}

/**
 * Where stored documents differ from their definitions, each place once: fields that are missing, null, of another type,
 * or not in the definition.
 */
export async function findMisfits(): Promise<string[]> {
  const misfits = new Set<string>();
  for (const [name, definition] of definitions)
    for await (const document of collection(name).find())
      for (const misfit of misfitsOf(document, definition, name)) misfits.add(misfit);
  return [...misfits];
}

function misfitsOf(value: unknown, field: Field, path: string): string[] {
  if (value === undefined) return field.isOptional ? [] : [`${path} is missing`];
  if (field.type === Mixed) return [];
  if (value === null) return field.isNullable ? [] : [`${path} is null`];
  const { item, fields } = field;
  if (item && Array.isArray(value)) return value.flatMap((each) => misfitsOf(each, item, `${path}[]`));
  if (fields && isObject(value)) {
    const names = new Set([...Object.keys(fields), ...Object.keys(value)]);
    return [...names].flatMap((name) => {
      const known = fields[name];
      return known
        ? misfitsOf(Reflect.get(value, name), known, `${path}.${name}`)
        : [`${path}.${name} is not in the definition`];
    });
  }
  return isOfType(value, field) ? [] : [`${path} holds ${Object.prototype.toString.call(value)}`];
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

function isOfType(value: unknown, { type }: Field): boolean {
  switch (type) {
    case String:
      return typeof value === 'string';
    case Number:
      return Number.isSafeInteger(value);
    case Boolean:
      return typeof value === 'boolean';
    case Date:
      return value instanceof Date;
    case Buffer:
      return value instanceof mongoose.mongo.Binary;
    case ObjectId:
      return value instanceof mongoose.Types.ObjectId;
    default:
      return false;
  }
}
