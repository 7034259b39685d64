/** The job that reads the file of an import into rows and checks what each would do. It changes nothing else. */
import { hasCardNumber } from '@kinfold/domain/card-number';
import type { FamilyColumn } from '@kinfold/domain/import-family';
import { mappingFaults } from '@kinfold/domain/import-fields';
import { familyOf, headingSeen } from '@kinfold/domain/import-family-headings';
import {
  addSeen,
  enteredCells,
  isFamilyHeading,
  type NumberedCells,
  type Seen,
} from '@kinfold/domain/import-file';
import { A_RELATIVE, A_TOTAL, leftOut, sectionOf } from '@kinfold/domain/import-left-out';
import { relativesIn, understand, withAbove } from '@kinfold/domain/import-understanding';
import { insertMissing } from '../../../platform/database.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import type { Job } from '../../../work/jobs.ts';
import { countedBalances } from './balance-figures.service.ts';
import { checkBalances } from './check-balances.service.ts';
import { checkContext, type CheckContext, type Checked, type ImportSite } from './check-context.service.ts';
import {
  changedOf,
  familyColumnIn,
  isHouseholdsAsked,
  judgeFamilies,
  noFigures,
  unjudged,
} from './check-families.service.ts';
import { checkRows } from './check-rows.service.ts';
import { FileFault, type FileRow } from './file-fault.ts';
import { cellsBeside } from './import-file.ts';
import { nextPiece, removeFile, removePieces, storePiece } from './import-storage.service.ts';
import {
  countRows,
  importRows,
  imports,
  nothingFound,
  TWICE,
  type FamilyFigures,
  type ImportRecord,
  type ImportRowRecord,
} from './import.model.ts';
import { columnsBeside, mappingOf, requireImport } from './import.service.ts';
import { readStoredFile, type OpenFile } from './read-file.ts';
import { groupOf, nextGroups, nextRows } from './rows.service.ts';

export const importIdOf = (job: Job): string => (job.input as { importId: string }).importId;

/** Rows of the file stored per step, which opens the file again. */
const READ_BATCH = 100_000;
const CHECK_BATCH = 1_000;
/** The length of a piece of rows beyond which it ends. */
const PIECE_LENGTH = 1_000_000;

const NOTHING_CHECKED: Kept & { phase: 'check'; checkedTo: number } = {
  phase: 'check',
  checkedTo: 0,
  seen: [],
};
/** The last row that was stored; or the last that was checked, with what was seen so far. */
type Cursor =
  | { phase: 'read'; readTo: number }
  | (Kept & { phase: 'check'; checkedTo: number })
  | FamiliesCursor;
/** What was seen in the rows so far. */
type Kept = {
  /** No row is stored yet but those of this check: the others wait in pieces. */
  isFirst?: true;
  seen: Seen[];
  familyColumn?: FamilyColumn;
  crowded?: (readonly [key: string, group: string])[];
};
/** The last family that was judged, with what they came to so far. */
type FamiliesCursor = Kept & {
  phase: 'families';
  judgedTo: string;
  figures: FamilyFigures;
  sameFamilies: string[];
};

/** The rows of a file, the cells of each column, and the columns below no name that it has further on. */
type Counted = {
  rows: number;
  filled: number[];
  more: ReturnType<typeof columnsBeside>;
  notes: string[];
};

/** Counts the rows of a file. Throws FileFault for a row that cannot be read, or with a card number. */
const countOfFile =
  ({ columns }: Pick<ImportRecord, 'columns'>) =>
  async ({ rows, notes }: OpenFile): Promise<Counted> => {
    let count = 0;
    const filled = columns.map(() => 0);
    const beside = cellsBeside(columns.length);
    for await (const one of rows) {
      const { row, cells } = one;
      beside.add(one);
      count += 1;
      for (const [index, cell] of cells.entries()) if (cell) filled[index] = (filled[index] ?? 0) + 1;
      const column = cells.findIndex((cell) => cell.length > 12 && hasCardNumber(cell));
      if (column >= 0)
        throw new FileFault(
          `Row ${row} has what looks like a card number in the column “${columns[column]?.name ?? ''}”. Card numbers are never stored here: remove them and send the file again.`,
        );
    }
    const more = columnsBeside(columns.length, beside);
    return { rows: count, filled: filled.slice(0, columns.length), more, notes: notes() };
  };

function unchecked(importId: string, { row, cells }: FileRow, now: Date): ImportRowRecord {
  return {
    _id: `${importId}:${row}`,
    importId,
    row,
    ...enteredCells(cells),
    state: 'unchecked',
    name: '',
    values: {},
    ...nothingFound(),
    householdKey: null,
    personKey: null,
    group: '',
    contentKey: '',
    choice: null,
    outcome: null,
    memberId: null,
    memberVersion: null,
    householdId: null,
    createdDt: now,
  };
}

/** Stores the next rows of the file in pieces, to be checked. Returns the last of them, and whether there are more. */
async function storeRows(
  given: ImportRecord,
  readTo: number,
  { rows }: OpenFile,
): Promise<{ readTo: number; isLast: boolean }> {
  let [stored, last, length] = [0, readTo, 0];
  let piece: FileRow[] = [];
  const store = async () => {
    if (piece.length) await storePiece(given._id, piece, given.createdDt);
    [piece, length] = [[], 0];
  };
  for await (const row of rows) {
    if (row.row <= readTo) continue;
    piece.push({ row: row.row, cells: row.cells });
    [stored, last] = [stored + 1, row.row];
    for (const cell of row.cells) length += cell.length;
    if (piece.length === CHECK_BATCH || length > PIECE_LENGTH) await store();
    if (stored === READ_BATCH) break;
  }
  await store();
  return { readTo: last, isLast: stored < READ_BATCH };
}

/** The next rows that were read and not stored yet. */
const readRows = async ({ _id, createdDt }: ImportRecord, after: number): Promise<ImportRowRecord[]> =>
  (await nextPiece(_id, after)).map((row) => unchecked(_id, row, createdDt));

/** Stores the rows that were read and not checked as they are: which column is which is not known yet. */
async function storeUnchecked(given: ImportRecord): Promise<void> {
  for (let last = 0, rows = await readRows(given, last); rows.length; rows = await readRows(given, last)) {
    await insertMissing(importRows(), rows);
    last = rows.at(-1)?.row ?? last;
  }
}

/** The function that checks rows; those that are no people are left out before. */
export const checkerOf = ({ kind }: Pick<ImportRecord, 'kind'>) => {
  const check = kind === 'balances' ? checkBalances : checkRows;
  return async (rows: readonly ImportRowRecord[], context: CheckContext): Promise<Checked> => {
    const [people, others]: [ImportRowRecord[], ImportRowRecord[]] = [[], []];
    for (const row of rows) {
      const note = leftOut(context.given, row);
      // A remark may be chosen to be a person; totals of balances are compared with the rows above them.
      if (note === undefined || row.choice === 'create' || (note === A_TOTAL && kind === 'balances'))
        people.push(row);
      else others.push({ ...unjudged(row), ...nothingFound(), ...NOBODY, note, group: groupOf(row.row) });
    }
    const { checked, seen } = await check(people, context);
    return { checked: [...checked, ...others], seen };
  };
};

const NOBODY = { state: 'skip', name: '', values: {}, householdKey: null, personKey: null } as const;

/** Rows before a batch among which is the one that stands above its first, and how far up these are looked for. */
const ROWS_BEFORE = 10;
const LINES_BEFORE = 1_000;

/**
 * Writes into rows the cells above their ditto marks and empty family numbers, the heading of their part, and that of their
 * family.
 */
export async function findAbove(rows: readonly ImportRowRecord[], given: ImportRecord): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const isAbove = (row: ImportRowRecord) => leftOut(given, row) === undefined;
  const earlier = await importRows()
    .find(
      { importId: given._id, row: { $gte: first.row - LINES_BEFORE, $lt: first.row } },
      { projection: { row: 1, cells: 1, above: 1, section: 1, family: 1, below: 1, isBelow: 1 } },
    )
    .sort({ row: -1 })
    .limit(ROWS_BEFORE)
    .toArray();
  let before = earlier.find(isAbove);
  let last: NumberedCells | undefined = earlier[0] ?? titleOf(given);
  const following = await nextRows({ importId: given._id }, rows.at(-1)?.row ?? 0, ROWS_BEFORE);
  const [after] = following;
  findBelow(rows, given, { earlier, following });
  for (const [index, row] of rows.entries()) {
    const isOfMembers = given.kind === 'members';
    const family =
      isOfMembers && !row.isBelow ? familyOf(given, row, last, rows[index + 1] ?? after) : undefined;
    if (family) row.family = family;
    else delete row.family;
    const section = isOfMembers ? sectionOf(given, row, last) : undefined;
    if (section === undefined) delete row.section;
    else row.section = section;
    last = row;
    const above = withAbove(given, row.cells, before);
    if (above) row.above = above;
    else delete row.above;
    if (isAbove(row)) before = row;
  }
}

/** Writes into rows the relatives in rows below them, and into these that they are such. */
function findBelow(
  rows: readonly ImportRowRecord[],
  given: ImportRecord,
  { earlier, following }: Record<'earlier' | 'following', readonly ImportRowRecord[]>,
): void {
  if (given.kind !== 'members') return;
  let head = earlier.find(({ isBelow }) => !isBelow);
  let last = Math.floor(earlier[0]?.row ?? 0);
  const own = new Set(rows);
  for (const row of rows) {
    delete row.below;
    delete row.isBelow;
  }
  for (const row of [...rows, ...following]) {
    const relatives = row.row - last === 1 ? relativesIn(given, row) : undefined;
    last = row.row;
    if (!relatives || !head) head = leftOut(given, { cells: row.cells }) === undefined ? row : undefined;
    // That of the rows before is known to have them.
    else if (!own.has(head)) row.isBelow = head.below?.some((one) => one.row === row.row) ?? false;
    else {
      head.below = [...(head.below ?? []), relatives];
      row.isBelow = true;
    }
    if (!row.isBelow) delete row.isBelow;
  }
}

/** The title of the whole list, as a row above the first; undefined where it says nothing of the people below. */
function titleOf({ choices: { section } }: ImportRecord) {
  return section === undefined ? undefined : { row: 0, cells: [], section };
}

/** Checks the next rows. */
async function checkNext(
  context: CheckContext,
  { checkedTo, familyColumn, isFirst }: Pick<Kept, 'isFirst' | 'familyColumn'> & { checkedTo: number },
): Promise<{ rows: number[]; seen: string[][] }> {
  const { given } = context;
  const importId = given._id;
  const known = isFirst ? [] : await nextRows({ importId }, checkedTo, CHECK_BATCH);
  const rows = known.length ? known : await readRows(given, checkedTo);
  context.familyColumn = familyColumn ?? familyColumnIn(context, rows);
  // Without what their families came to, which are judged again; a row that these have changed is written.
  const stored = new Map(known.map((row) => [row._id, row.alone ? undefined : unjudged(row)]));
  await findAbove(rows, given);
  const seen = rows.map((row) => {
    const note = leftOut(given, row);
    if (note === undefined) return [...understand(given, row).seen, ...headingSeen(row)];
    const isOther =
      note === A_RELATIVE || isFamilyHeading(given, row) || (note === A_TOTAL && given.kind === 'balances');
    return [...(isOther ? [] : ['leftOut']), ...headingSeen(row)];
  });
  const { checked, seen: counted } = await checkerOf(given)(rows, context);
  seen.push(counted);
  const numbers = rows.map(({ row }) => row);
  if (!known.length) {
    await insertMissing(importRows(), checked);
    return { rows: numbers, seen };
  }
  const last = rows.at(-1);
  // The people of rows with several are made again, as the answers may have changed how many there are.
  if (last)
    await importRows().deleteMany({
      importId,
      row: { $gt: checkedTo, $lt: last.row + 1 },
      $and: [
        { part: { $exists: true }, _id: { $nin: checked.flatMap(({ _id, part }) => (part ? [_id] : [])) } },
      ],
    });
  await replaceRows(
    changedOf(
      checked,
      checked.map(({ _id }) => stored.get(_id)),
    ),
  );
  return { rows: numbers, seen };
}

/** The next families of a file, at most about as many rows as are checked at once. */
async function judgeNext(context: CheckContext, cursor: FamiliesCursor): Promise<FamiliesCursor | undefined> {
  const { groups, last } = await nextGroups({ importId: context.given._id }, cursor.judgedTo, CHECK_BATCH);
  if (!groups.length) return undefined;
  context.isHouseholdsAsked = isHouseholdsAsked(context.given, cursor.seen);
  const figures = structuredClone(cursor.figures);
  const { changed, sameFamilies, alike } = await judgeFamilies(groups, context, figures);
  await replaceRows(changed);
  return {
    ...cursor,
    judgedTo: last,
    figures,
    seen: addSeen(cursor.seen, [
      sameFamilies.map(() => 'sameFamilies'),
      Array<string>(alike).fill('alikeFamilies'),
    ]),
    sameFamilies: [...cursor.sameFamilies, ...sameFamilies].slice(0, MOST_BESIDE),
  };
}

/** How many families are shown beside those that are here. */
const MOST_BESIDE = 3;

/** Writes rows as they are now, also those of people who share one. */
async function replaceRows(rows: readonly ImportRowRecord[]): Promise<void> {
  if (!rows.length) return;
  await importRows().bulkWrite(
    rows.map((row) => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })),
    { ordered: false },
  );
}

/** The number of rows in each state, counted. */
export async function countStates(importId: string): Promise<Omit<ImportRecord['counts'], 'rows'>> {
  const [counts, twice] = await Promise.all([
    countRows(importId, 'state'),
    importRows().countDocuments({ importId, ...TWICE }),
  ]);
  const of = (state: ImportRowRecord['state']) => counts.get(state) ?? 0;
  return {
    create: of('create'),
    change: of('change'),
    skip: of('skip'),
    faulty: of('faulty'),
    duplicates: of('duplicate'),
    twice,
  };
}

const UNREADABLE: Step = { cursor: null, done: 0, isLast: true, report: { unreadable: 1 } };

/** Stores the sentence for a file that cannot be read, and nothing of it. Rethrows other errors than FileFault. */
async function endUnreadable(importId: string, error: unknown): Promise<void> {
  if (!(error instanceof FileFault)) throw error;
  await imports().updateOne({ _id: importId }, { $set: { fault: error.message } });
  await importRows().deleteMany({ importId });
  await Promise.all([removePieces(importId), removeFile(importId)]);
}

/**
 * The job that checks a file. Its first step reads all of it before anything is stored, so that an unreadable file is not
 * half stored.
 */
export const importCheckJob = (site: ImportSite): JobHandler => ({
  async count(job) {
    const importId = importIdOf(job);
    const given = await requireImport(importId);
    if (given.isRead || given.fault) return given.counts.rows;
    try {
      const { rows, filled, more, notes } = await readStoredFile(given, countOfFile(given));
      const cells = Object.fromEntries([
        ...filled.map((count, index) => [`columns.${index}.filled`, count] as const),
        ...more.map(
          (column, index) => [`columns.${filled.length + index}`, { ...column, field: null }] as const,
        ),
      ]);
      await imports().updateOne({ _id: importId }, { $set: { 'counts.rows': rows, notes, ...cells } });
      return rows;
    } catch (error) {
      await endUnreadable(importId, error);
      return 0;
    }
  },

  async step(job): Promise<Step> {
    const given = await requireImport(importIdOf(job));
    if (given.fault) return UNREADABLE;
    const cursor = job.cursor as Cursor | null;
    if (!given.isRead) {
      const from = cursor?.phase === 'read' ? cursor.readTo : 0;
      // Rows of another sheet, or below another heading.
      if (!from)
        await Promise.all([importRows().deleteMany({ importId: given._id }), removePieces(given._id)]);
      const stored = await readStoredFile(given, (file) => storeRows(given, from, file)).catch(
        (error: unknown) => endUnreadable(given._id, error),
      );
      if (!stored) return UNREADABLE;
      const { readTo, isLast } = stored;
      if (!isLast) return { cursor: { phase: 'read', readTo }, done: 0, isLast: false };
      await imports().updateOne({ _id: given._id }, { $set: { isRead: true } });
      return { cursor: { ...NOTHING_CHECKED, isFirst: true }, done: 0, isLast: false };
    }
    if (mappingFaults(mappingOf(given), given.kind).length) {
      await storeUnchecked(given);
      return { cursor: null, done: 0, isLast: true };
    }
    const context = await checkContext(given, site);
    if (cursor?.phase !== 'families') {
      const before: Extract<Cursor, { phase: 'check' }> =
        cursor?.phase === 'check' ? cursor : NOTHING_CHECKED;
      context.crowded = new Map(before.crowded);
      const next = await checkNext(context, before);
      const kept: Kept = {
        ...(before.isFirst && { isFirst: true }),
        seen: addSeen(before.seen, next.seen),
        familyColumn: context.familyColumn,
        crowded: [...context.crowded],
      };
      const last = next.rows.at(-1);
      if (last !== undefined)
        return {
          cursor: { phase: 'check', checkedTo: last, ...kept },
          done: next.rows.length,
          isLast: false,
        };
      const families = { ...kept, phase: 'families', judgedTo: '', figures: noFigures(), sameFamilies: [] };
      return { cursor: families, done: 0, isLast: false };
    }
    if (given.kind === 'members') {
      const next = await judgeNext(context, cursor);
      if (next) return { cursor: next, done: 0, isLast: false };
      const { figures: families, sameFamilies } = cursor;
      await imports().updateOne({ _id: given._id }, { $set: { families, sameFamilies } });
    }
    const counts = await countStates(given._id);
    const balances = await countedBalances(given, context);
    await imports().updateOne({ _id: given._id }, { $set: { ...balances, seen: cursor.seen } });
    // The end of the job writes them, in its transaction.
    return { cursor, done: 0, isLast: true, report: counts };
  },

  async finish(job, report, session) {
    if (!report || report['unreadable'] !== undefined) return;
    const figure = (name: string) => report[name] ?? 0;
    const counts = ['create', 'change', 'skip', 'faulty', 'duplicates', 'twice'].map(
      (name) => [`counts.${name}`, figure(name)] as const,
    );
    await imports().updateOne(
      { _id: importIdOf(job) },
      { $set: { status: 'checked', ...Object.fromEntries(counts) } },
      { session },
    );
  },
});
