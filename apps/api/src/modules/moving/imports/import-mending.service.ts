/** Rows that are mended on the screen, and decided all alike: written and checked at once, with their families. */
import type { ImportPost } from '@kinfold/domain/import';
import type { CalendarDate } from '@kinfold/domain/dates';
import { FIELDS_OF_KIND, IMPORT_FIELDS } from '@kinfold/domain/import-fields';
import { enteredCells, wholeCells } from '@kinfold/domain/import-file';
import type { Author } from '../../../platform/author.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import type { ImportSite } from './check-context.service.ts';
import { checkAgain, choose } from './import-choices.service.ts';
import { findAbove } from './import-check.service.ts';
import { changeImport } from './import.service.ts';
import { cellsWith, nextRows } from './rows.service.ts';
import { importRows, imports, type ImportRecord, type ImportRowRecord } from './import.model.ts';

type Mended = NonNullable<ImportPost['rows']>;
type Column = ImportRecord['columns'][number];

/**
 * Writes cells of some rows and checks these and their families again. A field that the file has no column for gets one
 * under its name. Throws 409 while the file is being checked, 422 for unknown rows and columns.
 */
export async function mend(given: ImportRecord, mended: Mended, site: ImportSite): Promise<ImportRecord> {
  requireChecked(given);
  const importId = given._id;
  const columns = withColumns(given, mended);
  const wider = { ...given, columns };
  // Several people of a row have the cells of the first.
  const ofRows = { importId, row: { $in: mended.map(({ row }) => row) }, part: { $exists: false } };
  const rows = await importRows().find(ofRows).toArray();
  const byRow = new Map(rows.map((row) => [row.row, row]));
  const errors = mended.flatMap(({ row, cells }, index) => [
    ...(byRow.has(row) ? [] : [{ path: `rows.${index}.row`, message: 'There is no such row' }]),
    ...Object.keys(cells)
      .filter((name) => !columns.some((column) => column.name === name))
      .map((name) => ({ path: `rows.${index}.cells.${name}`, message: 'There is no such column' })),
  ]);
  if (errors.length) throw invalid(errors);
  if (columns.length > given.columns.length)
    await imports().updateOne({ _id: importId, status: 'checked' }, { $set: { columns } });
  for (const { row, cells } of mended) {
    const found = byRow.get(row);
    if (!found) continue;
    const entered = enteredCells(cellsWith(wholeCells(found), cells, columns));
    delete found.rest;
    Object.assign(found, entered);
    await importRows().updateOne(
      { _id: found._id, outcome: null },
      { $set: entered, ...(!entered.rest && { $unset: { rest: '' } }) },
    );
  }
  const below = await changedBelow(rows, wider);
  const keys = () => rows.flatMap(({ householdKey }) => householdKey ?? []);
  const before = await rowsWithKeys(importId, keys());
  const changed = await checkAgain(wider, inOrder([...rows, ...before, ...below]), site);
  // Those whose family they joined by it.
  const now = await importRows().find(ofRows).toArray();
  const joined = now.flatMap(({ householdKey }) => householdKey ?? []).filter((key) => !keys().includes(key));
  const after = await rowsWithKeys(importId, joined);
  const last = after.length ? await checkAgain({ ...wider, ...changed }, inOrder(after), site) : {};
  const counted = { ...changed, ...last };
  await imports().updateOne({ _id: importId, status: 'checked' }, { $set: counted });
  return { ...wider, ...counted };
}

/** Reads the cells above the rows that follow some rows again; returns the rows for which they changed. */
async function changedBelow(
  rows: readonly ImportRowRecord[],
  given: ImportRecord,
): Promise<ImportRowRecord[]> {
  const changed: ImportRowRecord[] = [];
  for (const { importId, row } of rows) {
    const next = await nextRows({ importId, outcome: null }, row - 1, MOST_OF_FAMILIES);
    const aboveOf = ({ above, family }: ImportRowRecord) => JSON.stringify([above ?? 0, family ?? 0]);
    const before = next.map(aboveOf);
    await findAbove(next, given);
    for (const [index, one] of next.entries()) {
      const { _id, above, family } = one;
      if (aboveOf(one) === before[index]) continue;
      changed.push(one);
      await importRows().updateOne(
        { _id, outcome: null },
        {
          $set: { ...(above && { above }), ...(family && { family }) },
          $unset: { ...(!above && { above: '' }), ...(!family && { family: '' }) },
        },
      );
    }
  }
  return changed;
}

function requireChecked({ status }: ImportRecord): void {
  if (status !== 'checked')
    throw conflict('not_checked', 'This file is being checked or was imported: mend it once it is checked.');
}

/** The columns with those for fields that the file has no column for. */
function withColumns({ columns, kind }: ImportRecord, mended: Mended): Column[] {
  const names = new Set(mended.flatMap(({ cells }) => Object.keys(cells)));
  const added = FIELDS_OF_KIND[kind]
    .filter((field) => names.has(IMPORT_FIELDS[field].label))
    .filter(
      (field) =>
        !columns.some((column) => column.field === field || column.name === IMPORT_FIELDS[field].label),
    )
    .map((field) => ({ name: IMPORT_FIELDS[field].label, samples: [], field, filled: 0 }));
  return [...columns, ...added];
}

/** The first rows with some keys of families, whether or not they are together already. */
const rowsWithKeys = (importId: string, keys: readonly string[]): Promise<ImportRowRecord[]> =>
  importRows()
    .find({ importId, householdKey: { $in: [...keys] }, $and: [{ outcome: null }] })
    .sort({ row: 1 })
    .limit(MOST_OF_FAMILIES)
    .toArray();
const MOST_OF_FAMILIES = 100;

const inOrder = (rows: readonly ImportRowRecord[]) =>
  [...new Map(rows.toReversed().map((row) => [row._id, row])).values()].toSorted((a, b) => a.row - b.row);

/** Rows that are decided within the request; more of them are written, and checked by a job. */
const MOST_AT_ONCE = 300;

/** What one decision for all means for a row: the person shown first only where more than their phone agrees. */
function choiceOf({ duplicates: [first] }: ImportRowRecord, alike: Alike): string | undefined {
  if (alike !== 'likeliest') return alike;
  return first?.reasons.some((reason) => reason !== 'phone') ? first._id : undefined;
}
type Alike = NonNullable<ImportPost['alike']>;

/** Decides all rows that wait for a choice alike, as far as they can be; many of them in the background. */
export async function chooseAlike(
  given: ImportRecord,
  alike: Alike,
  { site, author, today }: { site: ImportSite; author: Author; today: CalendarDate },
): Promise<ImportRecord> {
  requireChecked(given);
  const waiting = { importId: given._id, state: 'duplicate' } as const;
  const isMany = (await importRows().countDocuments(waiting, { limit: MOST_AT_ONCE + 1 })) > MOST_AT_ONCE;
  for (let after = 0; ;) {
    const rows = await importRows()
      .find({ ...waiting, row: { $gt: after } })
      .sort({ row: 1 })
      .limit(MOST_AT_ONCE)
      .toArray();
    const choices = rows.flatMap((row) => {
      const choice = choiceOf(row, alike);
      return choice === undefined ? [] : [{ _id: row._id, row: row.row, choice }];
    });
    if (!isMany) return choices.length ? choose(given, choices, site) : given;
    for (const { _id, choice } of choices)
      await importRows().updateOne({ _id, outcome: null }, { $set: { choice } });
    after = rows.at(-1)?.row ?? after;
    if (rows.length < MOST_AT_ONCE) return changeImport(given, {}, author, today);
  }
}
