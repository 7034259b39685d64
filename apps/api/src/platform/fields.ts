/**
 * The fields of stored documents: mongoose schema types that also carry their TypeScript type (docs/decisions/011). A
 * field is always there and never null, unless its definition says `optional` or `orNull`.
 */
import { Schema, type AnyObject, type mongo } from 'mongoose';
import type { Cents } from '@kinfold/domain/money';
import { objectId, type ObjectId } from './documents.ts';

declare const stored: unique symbol;

/** A field that is stored as `T`. Mongoose reads its `type`; the rest is for inserts, and for tests of what is stored. */
export type Field<T = unknown> = {
  readonly type: unknown;
  /** For a list: its items. */
  readonly item?: Field;
  /** For an object: its fields. */
  readonly fields?: Fields;
  readonly isNullable?: true;
  readonly isOptional?: true;
  readonly default?: undefined;
  readonly [stored]?: T;
};
/** The fields of a document or of an object in it, by their names. */
export type Fields = { readonly [name: string]: Field };

type OptionalField<T> = Field<T> & { readonly isOptional: true };

/** The type that a field is stored as. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;

type Show<T> = { [Key in keyof T]: T[Key] };

/** The type that an object of these fields is stored as. */
export type StoredIn<F> = Show<
  { [Key in keyof F as F[Key] extends { isOptional: true } ? never : Key]: ValueOf<F[Key]> } & {
    [Key in keyof F as F[Key] extends { isOptional: true } ? Key : never]?: ValueOf<F[Key]>;
  }
>;

/** A text, or one of some texts. */
export const text = <T extends string = string>(): Field<T> => ({ type: String });

/** An integer. */
export const int = (): Field<number> => ({ type: Number });

/** An amount in integer cents. */
export const money = (): Field<Cents> => ({ type: Number });

/** True or false, or only one of them. */
export const flag = <T extends boolean = boolean>(): Field<T> => ({ type: Boolean });

/** An instant, UTC. */
export const date = (): Field<Date> => ({ type: Date });

/** Bytes, as they are. */
export const bytes = (): Field<mongo.Binary> => ({ type: Buffer });

/** The id of a document: an ObjectId where it is stored, its 24-hex text in services. */
export const id = (): Field<ObjectId> => ({ type: Schema.Types.ObjectId });

/** A field that may be null. */
export const orNull = <T>(field: Field<T>): Field<T | null> => ({ ...field, isNullable: true });

/** A field that may be missing. */
export const optional = <T>(field: Field<T>): OptionalField<T> => ({
  ...field,
  isOptional: true,
  // Mongoose would turn a missing list into an empty one.
  default: undefined,
});

/** A list of items of one kind. */
export const list = <T>(item: Field<T>): Field<T[]> => ({ type: [item], item });

/** An object with fields of its own. */
export const object = <F extends Fields>(fields: F): Field<StoredIn<F>> => ({
  type: schemaOf(fields),
  fields,
});

/** Any JSON value: where the shape differs from document to document. */
export const mixed = <T = unknown>(): Field<T> => ({ type: Schema.Types.Mixed });

/** The fields of a postal address. */
export const addressFields = {
  streetAddress: text(),
  cityNm: text(),
  stateCd: text(),
  postalCd: text(),
  streetAddress2: optional(text()),
  /** ISO 3166; missing in the deployment's own country. */
  countryCd: optional(text()),
};

/** The mongoose schema of some fields. It adds none, reads are lean, and an update of any other field throws. */
export function schemaOf(fields: Fields): Schema<AnyObject> {
  return new Schema<AnyObject>(fields, {
    _id: false,
    id: false,
    versionKey: false,
    lean: true,
    strict: 'throw',
    // An object without fields, such as the rules of a fund without any, is stored as it is.
    minimize: false,
  });
}

/** A value as a field stores it: ids as ObjectIds. Throws for a field that is not in the definition. */
export function storedValue(value: unknown, { type, item, fields }: Field): unknown {
  if (type === Schema.Types.ObjectId && typeof value === 'string') return objectId(value);
  if (item && Array.isArray(value)) return value.map((each) => storedValue(each, item));
  if (!fields || typeof value !== 'object' || value === null) return value;
  const stored: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const field = fields[name];
    if (!field) throw new Error(`a record has a field that its definition lacks: ${name}`);
    stored[name] = storedValue((value as Record<string, unknown>)[name], field);
  }
  return stored;
}
