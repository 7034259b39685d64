/**
 * Data that is worked out of other data and kept, so that no page works it out (docs/decisions/018). Whoever changes what it
 * depends on marks that as stale, in the same transaction where there is one, else afterwards; a worker writes anew what the
 * marks lead to, and takes them away.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Session } from '../platform/database.ts';
import { newId, objectId, toRecord } from '../platform/documents.ts';
import { date, orNull, text } from '../platform/fields.ts';
import { defineModel, insertRecords, type RecordIn } from '../platform/model.ts';
import type { Check, Site } from '../platform/verification.ts';

/**
 * What marks are of: a member, membership or campaign whose cover may have changed, an organization for which something was
 * booked, a member or organization with a new name, or a word that a name had.
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
  /** Of a month: an instant within it. */
  at: orNull(date()),
  /** Of what is walked over: the last one that is done. */
  cursor: orNull(text()),
});
export type StaleMark = RecordIn<typeof StaleModel>;

type New = string | Pick<StaleMark, 'of' | 'at'>;

/** Marks by their kinds that what depends on some records is to be written anew. Marks never conflict with one another. */
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

/** The fields in which a record is not what it should be. */
export function staleFields(record: object, expected: object): string[] {
  const kept = new Map(Object.entries(record));
  return Object.entries(expected)
    .filter(([field, value]) => !isDeepStrictEqual(kept.get(field), value))
    .map(([field]) => field);
}

/** Whether there is a mark of any of some records. */
export async function isStale(of: readonly string[]): Promise<boolean> {
  return (await StaleModel.findOne({ of: { $in: of } }, { _id: 1 }).lean()) !== null;
}

/** How many marks, and how many records that are due, are worked on together. */
const BATCH = 200;

async function firstMarks(kinds: readonly StaleKind[]): Promise<StaleMark[]> {
  const found = StaleModel.find({ kind: { $in: kinds } }).sort({ kind: 1, _id: 1 });
  return toRecord(await found.limit(BATCH).lean());
}

async function dropMarks(marks: readonly StaleMark[]): Promise<void> {
  if (marks.length) await StaleModel.deleteMany({ _id: { $in: marks.map(({ _id }) => _id) } });
}

/** Notes how far the walk of a mark is. */
export async function setCursor(markId: string, cursor: string): Promise<void> {
  await StaleModel.updateOne({ _id: objectId(markId) }, { $set: { cursor } });
}

/** What a mark leads to when that is too much for one time. */
type Walk = {
  kind: StaleKind;
  /** Whether something is under way that marks it again at its end. */
  isPutOff: (of: string, site: Site) => Promise<boolean>;
  /** The keys of the next part after a cursor, and the cursor after these; null at the end. */
  next: (of: string, cursor: string | null) => Promise<{ keys: string[]; cursor: string | null }>;
};

/** A kind of derived data; `npm run verify` compares it with what it is worked out of. Its records go by keys. */
export type Projection = Check & {
  name: string;
  /** How long the worker rests after each round, in ms. */
  everyMs: number;
  /** The marks that lead to some keys at once, and how. */
  marked?: {
    kinds: readonly StaleKind[];
    keysOf: (marks: readonly StaleMark[], site: Site) => Promise<string[]>;
  };
  /** The keys of what is to be written anew without a mark, as when time has passed. */
  due?: (site: Site, limit: number) => Promise<string[]>;
  walk?: Walk;
  /** Works out the records of some keys and writes them; may be interrupted anywhere and repeated. */
  write: (keys: readonly string[], site: Site) => Promise<void>;
};

/** Writes anew what is stale of a projection, batch by batch; may be interrupted anywhere and repeated. */
export async function refresh(projection: Projection, site: Site): Promise<void> {
  const { marked, due, walk, write } = projection;
  for (let isMore = true; isMore;) {
    const marks = marked ? await firstMarks(marked.kinds) : [];
    if (marked && marks.length) await write([...new Set(await marked.keysOf(marks, site))], site);
    await dropMarks(marks);
    const keys = (await due?.(site, BATCH)) ?? [];
    if (keys.length) await write(keys, site);
    // After what one person did, a part of what concerns very many.
    const hasWalked = walk !== undefined && (await walkOn(walk, write, site));
    isMore = marks.length === BATCH || keys.length === BATCH || hasWalked;
  }
}

/**
 * The next part of the first walk that is not put off; false when there is none. Of several marks of one record one is enough:
 * one that no walk has begun with, for a walk that began before it begins again.
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
