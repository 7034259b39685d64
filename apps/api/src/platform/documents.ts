/** Converts between stored documents and the plain objects of services: ids are ObjectIds there, texts here. */
import mongoose from 'mongoose';

export type ObjectId = mongoose.Types.ObjectId;

/** A stored document as services see it: every ObjectId is its 24-hex text. */
export type RecordOf<T> = T extends ObjectId
  ? string
  : T extends Date | string | number | boolean | null | undefined
    ? T
    : { [Key in keyof T]: RecordOf<T[Key]> };

/** The ObjectId of a 24-hex text. Throws for any other: texts of requests are checked by `isObjectId` first. */
export function objectId(text: string): ObjectId {
  return new mongoose.Types.ObjectId(text);
}

/** A new id. */
export function newId(): string {
  return new mongoose.Types.ObjectId().toHexString();
}

/** The first id that a document created from a time on may have, to the second. */
export function firstIdSince(time: Date): string {
  return mongoose.Types.ObjectId.createFromTime(Math.floor(time.getTime() / 1000)).toHexString();
}

// Every document that is read passes through here: entries would cost twice as much as keys.
function withTextIds(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof mongoose.Types.ObjectId) return value.toHexString();
  if (Array.isArray(value)) return value.map(withTextIds);
  const record: Record<string, unknown> = {};
  for (const key of Object.keys(value)) record[key] = withTextIds((value as Record<string, unknown>)[key]);
  return record;
}

/** A lean document with its ids as texts. */
export function toRecord<T>(document: T): RecordOf<T> {
  return withTextIds(document) as RecordOf<T>;
}

/** `toRecord` for a document that may be missing. */
export function toRecordOrUndefined<T>(document: T | null): RecordOf<T> | undefined {
  return document === null ? undefined : toRecord(document);
}
