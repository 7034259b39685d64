/** Choices for rows that are likely duplicates: written and checked at once. */
import type { ImportPost } from '@kinfold/domain/import';
import { insertMissing, isObjectId } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { checkContext } from './check-context.service.ts';
import type { ImportSite } from './check-context.service.ts';
import { checkerOf, countStates } from './import-check.service.ts';
import { countedBalances } from './balance-figures.service.ts';
import { importRows, imports, type ImportRecord, type ImportRowRecord } from './import.model.ts';
import {
  changedFigures,
  familiesOf,
  familyColumnIn,
  isHouseholdsAsked,
  judgeFamilies,
  LOOKED_AT,
  noFigures,
} from './check-families.service.ts';
import { groupOf, nextRows } from './rows.service.ts';

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

/** Checks some rows again as they are now, with their families; returns the figures of the file after that. */
export async function checkAgain(
  given: ImportRecord,
  rows: readonly ImportRowRecord[],
  site: ImportSite,
): Promise<Partial<ImportRecord>> {
  const context = await checkContext(given, site);
  context.familyColumn = familyColumnIn(context, await nextRows({ importId: given._id }, 0, LOOKED_AT));
  context.isHouseholdsAsked = isHouseholdsAsked(given, given.seen);
  const importId = given._id;
  const isOfMembers = given.kind === 'members';
  const [before, after] = [noFigures(), noFigures()];
  if (isOfMembers) await judgeFamilies(await familiesOf(rows), context, before);
  const moved: ImportRowRecord[] = [];
  const known = new Set(rows.map(({ group }) => group));
  for (const { _id: id, choice } of rows) {
    // As those before it left it.
    const now = await importRows().findOne({ _id: id });
    if (!now) continue;
    const row = { ...now, choice };
    const { group, householdKey } = row;
    // One by one: each is checked after the rows before it, whichever those are.
    const { checked } = await checkerOf(given)([row], context);
    const self = checked.find(({ _id }) => _id === id);
    const isMoved = self !== undefined && self.householdKey !== householdKey;
    if (isMoved && !row.part) known.add(await leaveFamily(row));
    // One of several people of a row is with the first of them, also where the others are not checked with it.
    if (self && !isMoved && row.part) self.group = group;
    if (!row.part) await keepPeople(row, checked);
    for (const decided of checked) {
      if (self && decided.householdKey === self.householdKey) decided.group = self.group;
      const { _id, ...fields } = decided;
      moved.push(decided);
      // Not one that is being imported at this moment.
      await importRows().replaceOne({ _id, outcome: null }, fields);
    }
  }
  const counts = async () => ({ rows: given.counts.rows, ...(await countStates(importId)) });
  if (!isOfMembers) return { counts: await counts(), ...(await countedBalances(given, context)) };
  const families = await familiesOf([...rows, ...moved]);
  // A family into which somebody moves is counted as it was without them.
  const ids = new Set(moved.map(({ _id }) => _id));
  const joined = families.map((family) =>
    family.filter(({ _id, group }) => !known.has(group) && !ids.has(_id)),
  );
  await judgeFamilies(
    joined.filter(({ length }) => length > 0),
    context,
    before,
  );
  const { changed } = await judgeFamilies(families, context, after);
  for (const row of changed) await importRows().replaceOne({ _id: row._id, outcome: null }, row);
  return { counts: await counts(), families: changedFigures(given.families ?? before, before, after) };
}

/** Names the family of a row after the next row of it, where it is named after this one, who leaves it; returns its name. */
async function leaveFamily({ importId, row, group }: ImportRowRecord): Promise<string> {
  if (group !== groupOf(row)) return group;
  const family = await importRows().find({ importId, group, outcome: null }).sort({ row: 1 }).toArray();
  const rest = family.filter((one) => Math.floor(one.row) !== row);
  const [first] = rest;
  if (!first) return group;
  const named = groupOf(first.row);
  await importRows().updateMany({ _id: { $in: rest.map(({ _id }) => _id) } }, { $set: { group: named } });
  return named;
}

/** Adds the people of a row that it had not before, and removes those whom it has no longer. */
async function keepPeople({ importId, row }: ImportRowRecord, people: ImportRowRecord[]): Promise<void> {
  await insertMissing(
    importRows(),
    people.filter(({ part }) => part),
  );
  await importRows().deleteMany({
    importId,
    row: { $gt: row, $lt: row + 1 },
    $and: [{ outcome: null, _id: { $nin: people.map(({ _id }) => _id) } }],
  });
}
