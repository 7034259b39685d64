/** Choices for rows that are likely duplicates: written and checked at once. */
import type { ImportPost } from '@kinfold/domain/import';
import { isObjectId } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { checkContext } from './check-context.service.ts';
import type { ImportSite } from './check-context.service.ts';
import { checkerOf, countStates } from './import-check.service.ts';
import { countedBalances } from './balance-figures.service.ts';
import { importRows, imports, type ImportRecord, type ImportRowRecord } from './import.model.ts';

const isChoice = (choice: string) => choice === 'create' || choice === 'skip' || isObjectId(choice);

/** Writes choices and checks their rows again. Throws 409 while the file is being checked, 422 for unknown rows. */
export async function choose(
  given: ImportRecord,
  duplicates: NonNullable<ImportPost['duplicates']>,
  site: ImportSite,
): Promise<ImportRecord> {
  if (given.status !== 'checked')
    throw conflict('not_checked', 'This file is being checked or was imported: choose once it is checked.');
  const importId = given._id;
  const rows = await importRows()
    .find({ importId, row: { $in: duplicates.map(({ row }) => row) } })
    .sort({ row: 1 })
    .toArray();
  const known = new Set(rows.map(({ row }) => row));
  const errors = duplicates.flatMap(({ row, choice }, index) => [
    ...(known.has(row) ? [] : [{ path: `duplicates.${index}.row`, message: 'There is no such row' }]),
    ...(choice === null || isChoice(choice)
      ? []
      : [{ path: `duplicates.${index}.choice`, message: 'choice is create, skip or the id of a member' }]),
  ]);
  if (errors.length) throw invalid(errors);
  const choices = new Map(duplicates.map(({ row, choice }) => [row, choice]));
  const changed = await checkAgain(
    given,
    rows.map((row) => ({ ...row, choice: choices.get(row.row) ?? null })),
    site,
  );
  await imports().updateOne({ _id: importId, status: 'checked' }, { $set: changed });
  return { ...given, ...changed };
}

/** Checks some rows again as they are now; returns the figures of the file after that. */
export async function checkAgain(
  given: ImportRecord,
  rows: readonly ImportRowRecord[],
  site: ImportSite,
): Promise<Partial<ImportRecord>> {
  const context = await checkContext(given, site);
  for (const row of rows) {
    const { group, householdKey } = row;
    // One by one: each is checked after the rows before it, whichever those are.
    const { checked } = await checkerOf(given)([row], context);
    for (const decided of checked) {
      const { _id, ...fields } = { ...decided, ...(decided.householdKey === householdKey && { group }) };
      // Not one that is being imported at this moment.
      await importRows().updateOne({ _id, outcome: null }, { $set: fields });
    }
  }
  const counts = { rows: given.counts.rows, ...(await countStates(given._id)) };
  return { counts, ...(await countedBalances(given, context)) };
}
