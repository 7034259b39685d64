/**
 * Data that is derived from other data and stored, so that no page derives it (docs/decisions/018). Whatever changes its
 * source marks it as stale, in the same transaction where there is one, else afterwards; a worker rewrites what the marks
 * lead to, and deletes them.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Session } from '../platform/database.ts';
import { newId, objectId, toRecord } from '../platform/documents.ts';
import { date, orNull, text } from '../platform/fields.ts';
import { defineModel, insertRecords, type RecordIn } from '../platform/model.ts';
import type { Check, Site } from '../platform/verification.ts';

/**
 * What marks are of: a member, membership or campaign whose cover may have changed, an organization for which something was
 * booked, a member or organization with a new name, or a word that a name had (`wordId`).
 */
type StaleKind =
  | 'member_cover'
  | 'membership_cover'
  | 'campaign_cover'
  | 'month'
  | 'member_words'
  | 'organization_words'
  | 'word';

const StaleModel = defineModel('stale', {
  kind: text<StaleKind>(),
  of: text(),
  /** For a month: an instant within it. */
  at: orNull(date()),
  /** For a walk: the last one that is done. */
  cursor: orNull(text()),
});
export type StaleMark = RecordIn<typeof StaleModel>;

type New = string | Pick<StaleMark, 'of' | 'at'>;

/** Marks, by kind, data that depends on some records as stale. Marks never conflict with one another. */
export async function markStale(
  stale: Partial<Record<StaleKind, readonly New[]>>,
  session?: Session,
): Promise<void> {
  const marks = (Object.keys(stale) as StaleKind[]).flatMap((kind) =>
    [...new Set(stale[kind])].map((one) => {
      const mark = typeof one === 'string' ? { of: one, at: null } : one;
      return { _id: newId(), kind, ...mark, cursor: null };
    }),
  );
  await insertRecords(StaleModel, marks, session);
}

/** The fields in which a record differs from what it should be. */
export function staleFields(record: object, expected: object): string[] {
  const kept = new Map(Object.entries(record));
  return Object.entries(expected)
    .filter(([field, value]) => !isDeepStrictEqual(kept.get(field), value))
    .map(([field]) => field);
}

/** Returns whether there is a mark of some kinds about any of some records. */
export async function isStale(of: readonly string[], kinds: readonly StaleKind[]): Promise<boolean> {
  const filter = { of: { $in: of }, kind: { $in: kinds } };
  return (await StaleModel.findOne(filter, { _id: 1 }).lean()) !== null;
}

/** The marks of some kinds about some records. */
export async function marksOf(of: readonly string[], kinds: readonly StaleKind[]): Promise<StaleMark[]> {
  return toRecord(await StaleModel.find({ of: { $in: of }, kind: { $in: kinds } }).lean());
}

/** The number of marks, and of due records, that are processed together. */
const BATCH = 200;

async function firstMarks(kinds: readonly StaleKind[]): Promise<StaleMark[]> {
  const found = StaleModel.find({ kind: { $in: kinds } }).sort({ kind: 1, _id: 1 });
  return toRecord(await found.limit(BATCH).lean());
}

async function dropMarks(marks: readonly StaleMark[]): Promise<void> {
  if (marks.length) await StaleModel.deleteMany({ _id: { $in: marks.map(({ _id }) => _id) } });
}

/** Stores the position of the walk of a mark. */
export async function setCursor(markId: string, cursor: string): Promise<void> {
  await StaleModel.updateOne({ _id: objectId(markId) }, { $set: { cursor } });
}

/** What a mark leads to when that is too much for one round. */
type Walk = {
  kind: StaleKind;
  /** Returns whether something in progress will mark it again at its end. */
  isPutOff: (of: string, site: Site) => Promise<boolean>;
  /** The keys of the next part after a cursor, and the cursor after these; null at the end. */
  next: (of: string, cursor: string | null) => Promise<{ keys: string[]; cursor: string | null }>;
};

/** A kind of derived data; `npm run verify` compares it with its source. Its records are identified by keys. */
export type Projection = Check & {
  name: string;
  /** The pause of the worker after each round, in ms. */
  everyMs: number;
  /** The marks that lead directly to some keys, and how. */
  marked?: {
    kinds: readonly StaleKind[];
    keysOf: (marks: readonly StaleMark[], site: Site) => Promise<string[]>;
  };
  /** The keys to rewrite without a mark, for example because time has passed. */
  due?: (site: Site, limit: number) => Promise<string[]>;
  walk?: Walk;
  /** Derives the records of some keys and writes them; can be interrupted and repeated. */
  write: (keys: readonly string[], site: Site) => Promise<void>;
};

/** Rewrites the stale data of a projection, batch by batch; can be interrupted and repeated. */
export async function refresh(projection: Projection, site: Site): Promise<void> {
  const { marked, due, walk, write } = projection;
  for (let isMore = true; isMore;) {
    const marks = marked ? await firstMarks(marked.kinds) : [];
    if (marked && marks.length) await write([...new Set(await marked.keysOf(marks, site))], site);
    await dropMarks(marks);
    const keys = (await due?.(site, BATCH)) ?? [];
    if (keys.length) await write(keys, site);
    // After changes by single users, a part of what concerns very many.
    const hasWalked = walk !== undefined && (await walkOn(walk, write, site));
    isMore = marks.length === BATCH || keys.length === BATCH || hasWalked;
  }
}

/**
 * Processes the next part of the first walk that is not put off; returns false when there is none. Of several marks of
 * one record, one that no walk has started with is enough, because a started walk starts over.
 */
async function walkOn(walk: Walk, write: Projection['write'], site: Site): Promise<boolean> {
  const marks = await firstMarks([walk.kind]);
  for (const of of new Set(marks.map((mark) => mark.of))) {
    if (await walk.isPutOff(of, site)) continue;
    const own = marks.filter((mark) => mark.of === of);
    const one = own.find((mark) => mark.cursor === null) ?? own[0];
    if (!one) continue;
    await dropMarks(own.filter((mark) => mark !== one));
    const { keys, cursor } = await walk.next(of, one.cursor);
    await write([...new Set(keys)], site);
    if (cursor === null) await dropMarks([one]);
    else await setCursor(one._id, cursor);
    return true;
  }
  return false;
}
