/** Rows that are mended on the screen, and decided all alike: written and checked at once, with their families. */
import type { ImportPost } from '@kinfold/domain/import';
import { FIELDS_OF_KIND, IMPORT_FIELDS } from '@kinfold/domain/import-fields';
import { conflict, invalid } from '../../../platform/problem.ts';
import type { ImportSite } from './check-context.service.ts';
import { checkAgain, choose } from './import-choices.service.ts';
import { findAbove } from './import-check.service.ts';
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
  const rows = await importRows()
    .find({ importId, row: { $in: mended.map(({ row }) => row) } })
    .toArray();
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
    found.cells = cellsWith(found.cells, cells, columns);
    // The cells of others in the row are read again from its first person's.
    if (found.part) found.mended = { ...found.mended, ...cells };
    const { _id, mended: own } = found;
    await importRows().updateOne(
      { _id, outcome: null },
      { $set: { cells: found.cells, ...(own && { mended: own }) } },
    );
  }
  const below = await changedBelow(
    rows.filter(({ part }) => !part),
    wider,
  );
  const keys = () => rows.flatMap(({ householdKey }) => householdKey ?? []);
  const before = await rowsWithKeys(importId, keys());
  const changed = await checkAgain(wider, inOrder([...rows, ...before, ...below]), site);
  // Those whose family they joined by it.
  const now = await importRows()
    .find({ importId, row: { $in: mended.map(({ row }) => row) } })
    .toArray();
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

/** Rows that are decided with one request. */
const MOST_ALIKE = 300;

/** Decides all rows that wait for a choice alike, as far as they can be: the likeliest member needs the same birth date. */
export async function chooseAlike(
  given: ImportRecord,
  alike: NonNullable<ImportPost['alike']>,
  site: ImportSite,
): Promise<ImportRecord> {
  requireChecked(given);
  const rows = await importRows()
    .find({ importId: given._id, state: 'duplicate' })
    .sort({ row: 1 })
    .limit(MOST_ALIKE)
    .toArray();
  const choices = rows.flatMap(({ row, duplicates: [first] }) => {
    if (alike !== 'likeliest') return [{ row, choice: alike }];
    const isSure = first?.reasons.some((reason) => reason !== 'phone');
    return first && isSure ? [{ row, choice: first._id }] : [];
  });
  return choices.length ? choose(given, choices, site) : given;
}
