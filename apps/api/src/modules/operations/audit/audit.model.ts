import mongoose from 'mongoose';
import { AUDIT_SUBJECTS, type AuditAction, type AuditSubjectType } from '@kinfold/domain/audit';
import { ROOT } from '@kinfold/domain/permission';
import type { Place } from '../../../platform/cursor.ts';
import { documentIds, type Session } from '../../../platform/database.ts';
import {
  date,
  flag,
  int,
  list,
  mixed,
  object,
  optional,
  orNull,
  text,
  type StoredIn,
} from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';
import { notBefore } from '../../../platform/stand-in.ts';

/** An entry of the history, as written with the change that it records. */
const entryFields = {
  _id: text(),
  /** The organization of its chain; `*` for what holds everywhere. */
  organizationNumber: text(),
  /** The organizations whose roles see it: see `readScopes`. Derived, and so not part of the hash. */
  scope: list(text()),
  at: date(),
  actor: object({ userId: orNull(text()), name: text(), email: text() }),
  action: text<AuditAction>(),
  subject: object({ type: text<AuditSubjectType>(), id: text(), label: text() }),
  /** Fields before and after; dates as ISO texts, amounts in cents, null for missing values. */
  changes: list(object({ field: text(), from: mixed(), to: mixed() })),
  /** The members whom it names besides its subject, by id. */
  memberIds: optional(list(text())),
  reason: orNull(text()),
  requestId: orNull(text()),
};
export type AuditEntry = StoredIn<typeof entryFields>;

const AuditEntryModel = defineModel('audit_entries', {
  ...entryFields,
  seq: optional(int()),
  hash: optional(text()),
  /** The hash input for values that may be personal: see `audit-seal.ts`. */
  marks: optional(list(text())),
  isUnsealed: optional(flag<true>()),
});
export type StoredEntry = DocumentOf<typeof AuditEntryModel>;

/** An entry with its place in the chain of its organization. */
export type SealedEntry = AuditEntry & { seq: number; hash: string; marks: string[] };

/** The end of a chain, so that a truncated chain is noticed. */
const ChainEndModel = defineModel('audit_chains', { _id: text(), seq: int(), hash: text() });
export type ChainEnd = DocumentOf<typeof ChainEndModel>;

const entries = () => collectionOf(AuditEntryModel);
const ends = () => collectionOf(ChainEndModel);

/** Inserts entries to be sealed, in the transaction of the change, or alone where the change is not stored here. */
export async function insertEntries(
  given: readonly AuditEntry[],
  session: Session | undefined,
): Promise<void> {
  if (given.length)
    await entries().insertMany(
      given.map((entry) => ({ ...entry, isUnsealed: true as const })),
      { session },
    );
}

/** The organizations with entries that wait to be sealed. */
export async function readUnsealedOrganizations(): Promise<string[]> {
  return entries().distinct('organizationNumber', { isUnsealed: true });
}

/** The first unsealed entries of an organization, oldest first. */
export async function readUnsealed(
  organizationNumber: string,
  limit: number,
  session: Session,
): Promise<StoredEntry[]> {
  const found = entries().find({ isUnsealed: true, organizationNumber }, { session });
  return found.sort({ _id: 1 }).limit(limit).toArray();
}

/** The number of entries that have been unsealed for longer, by the clock that makes ids. */
export async function countUnsealedFor(ms: number): Promise<number> {
  const seconds = Math.floor((Date.now() - ms) / 1000);
  const id = mongoose.Types.ObjectId.createFromTime(seconds).toHexString();
  return entries().countDocuments({ isUnsealed: true, _id: { $lt: id } });
}

/** The end of an organization's chain; null before its first entry is sealed. */
export async function readChainEnd(organizationNumber: string, session?: Session): Promise<ChainEnd | null> {
  return ends().findOne({ _id: organizationNumber }, { session });
}

/** The organizations that have a chain, as `_id`. */
export const eachChain = () => documentIds('audit_chains');

/** Seals entries and moves the end of their chain, in one transaction: concurrent sealing conflicts there. */
export async function writeSeals(
  sealed: readonly SealedEntry[],
  end: ChainEnd,
  session: Session,
): Promise<void> {
  const { _id, ...last } = end;
  await ends().updateOne({ _id }, { $set: last }, { session, upsert: true });
  await entries().bulkWrite(
    sealed.map(({ _id: id, seq, hash, marks }) => ({
      updateOne: { filter: { _id: id }, update: { $set: { seq, hash, marks }, $unset: { isUnsealed: 1 } } },
    })),
    { session },
  );
}

/** The chain of an organization, in order. */
export function readChain(organizationNumber: string): AsyncIterable<SealedEntry> {
  const found = entries().find({ organizationNumber, seq: { $gte: 1 } });
  return found.sort({ organizationNumber: 1, seq: 1 }) as unknown as AsyncIterable<SealedEntry>;
}

/** The newest entry on a subject. */
export async function readNewestEntry(type: AuditSubjectType, id: string): Promise<AuditEntry | undefined> {
  const found = entries().find({ 'subject.type': type, 'subject.id': id });
  const [newest] = await found.sort({ at: -1, _id: -1 }).limit(1).toArray();
  return newest;
}

const ENTRIES_OF_AN_ACTION = 200;

/** The newest entries of an action on a subject, newest first, with author and time. */
export async function findEntriesOf(
  type: AuditSubjectType,
  id: string,
  action: AuditAction,
): Promise<AuditEntry[]> {
  const found = entries().find({ 'subject.type': type, 'subject.id': id, action });
  return found.sort({ at: -1, _id: -1 }).limit(ENTRIES_OF_AN_ACTION).toArray();
}

/** The filter of entries: at least one number of `scope` is in theirs; `from` is inclusive, `before` exclusive. */
export type EntryFilter = {
  scope: readonly string[];
  subject?: { type: AuditSubjectType; id: string };
  actor?: string;
  action?: AuditAction;
  from?: Date;
  before?: Date;
};

/** The newest `limit` entries of a filter after a position, newest first. */
export async function readEntries(
  { scope, subject, actor, action, from, before }: EntryFilter,
  after: Place | undefined,
  limit: number,
): Promise<StoredEntry[]> {
  const at = {
    ...(from && notBefore(from)),
    ...(before && { $lt: before }),
    ...(after && { $lte: after.at }),
  };
  const found = entries().find({
    // A single number as an equality, after which the index provides the order.
    scope: scope.length === 1 ? scope[0] : { $in: [...scope] },
    ...(subject && { 'subject.type': subject.type, 'subject.id': subject.id }),
    ...(actor && { 'actor.email': actor }),
    ...(action && { action }),
    ...(Object.keys(at).length > 0 && { at }),
    ...(after && { $or: [{ at: { $lt: after.at } }, { _id: { $lt: after.id } }] }),
  });
  return found.sort({ at: -1, _id: -1 }).limit(limit).toArray();
}

/** Entries about some subjects, that name a member besides their subject, or by some sign-ins; in any chain. */
export async function* eachEntryAbout(about: {
  subjectIds: readonly string[];
  memberId: string;
  signIns: readonly string[];
}): AsyncGenerator<StoredEntry> {
  const { subjectIds, memberId, signIns } = about;
  const seen = new Set<string>();
  // One by one: each has an index of its own, of which one is sparse.
  for (const filter of [
    { 'subject.type': { $in: [...AUDIT_SUBJECTS] }, 'subject.id': { $in: [...subjectIds] } },
    { memberIds: memberId },
    { scope: ROOT, 'actor.email': { $in: [...signIns] } },
  ])
    for await (const entry of entries().find(filter)) {
      if (!seen.has(entry._id)) yield entry;
      seen.add(entry._id);
    }
}

/** The unsealed entries of some organizations. */
export function eachUnsealed(organizationNumbers: readonly string[]): AsyncIterable<StoredEntry> {
  return entries().find({ isUnsealed: true, organizationNumber: { $in: [...organizationNumbers] } });
}

/** The next sealed entries of a chain, in order. */
export async function readNextOfChain(
  organizationNumber: string,
  afterSeq: number,
  limit: number,
): Promise<SealedEntry[]> {
  // Not $gt: the partial index has the entries from 1 on, and only this bound proves that it has all of these.
  const found = entries().find({ organizationNumber, seq: { $gte: afterSeq + 1 } });
  return found.sort({ organizationNumber: 1, seq: 1 }).limit(limit).toArray() as Promise<SealedEntry[]>;
}

/** The number of entries in the chains of some organizations, including unsealed ones. */
export async function countInChains(organizationNumbers: readonly string[]): Promise<number> {
  const of = { $in: [...organizationNumbers] };
  const [found, waiting] = await Promise.all([
    ends().find({ _id: of }).toArray(),
    entries().countDocuments({ isUnsealed: true, organizationNumber: of }),
  ]);
  return found.reduce((sum, { seq }) => sum + seq, waiting);
}

/** Writes an entry without the data of an erased person; returns false when it was sealed meanwhile, and must be read again. */
export async function setErased(
  entry: StoredEntry,
  left: Pick<AuditEntry, 'actor' | 'subject' | 'reason' | 'changes'> & { marks?: string[] },
): Promise<boolean> {
  const isUnsealed = entry.isUnsealed ? (true as const) : { $exists: false };
  return (await entries().updateOne({ _id: entry._id, isUnsealed }, { $set: left })).matchedCount === 1;
}

/** An entry by its id. */
export async function readEntry(_id: string): Promise<StoredEntry | null> {
  return entries().findOne({ _id });
}
