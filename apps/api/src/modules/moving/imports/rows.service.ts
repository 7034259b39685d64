/** The rows of an import: their cells, the groups that are one household, and the portions that jobs take. */
import { fullName } from '@kinfold/domain/person-name';
import type { ImportFault } from '@kinfold/domain/import-row';
import { NAMES, wholeCell } from '@kinfold/domain/import-file';
import { rowInFile } from '@kinfold/domain/import';
import { columnLetter, REASON_COLUMN, type ImportField } from '@kinfold/domain/import-fields';
import { askedSection, SECTION_COLUMN, stateOfSection } from '@kinfold/domain/import-sections';
import {
  cellsAlone,
  columnsOfBelow,
  sectionAbove,
  stateColumnOf,
  understand,
  understoodMapping,
} from '@kinfold/domain/import-understanding';
import type { CsvColumn } from '../../../platform/csv.ts';
import { sha256 } from '../../../platform/hash.ts';
import { findHouseholds } from '../../people/members/household.service.ts';
import { findMembers } from '../../people/members/member.service.ts';
import { importRows, type ImportRecord, type ImportRowRecord } from './import.model.ts';

/** The cells by column, as the answers about the whole file understand them. */
export const cellsOf = (row: ImportRowRecord, given: ImportRecord): Record<string, string> =>
  understand(given, row).cells;

/** The cells of a row with some of them, by column, replaced. */
export function cellsWith(
  cells: readonly string[],
  replaced: Readonly<Record<string, string>>,
  columns: ImportRecord['columns'],
): string[] {
  const texts = columns.map(({ name }, index) => replaced[name] ?? cells[index] ?? '');
  return texts.slice(0, texts.findLastIndex(Boolean) + 1);
}

/**
 * The column of a cell that a comma may have shifted: text in a CSV file beyond the columns with names, in one that few
 * rows fill and that has no field.
 */
function shiftedColumn({ cells }: ImportRowRecord, { columns, counts, choices }: ImportRecord) {
  const named = columns.findLastIndex(({ name }, index) => name !== `Column ${columnLetter(index)}`);
  if (named < 0 || choices.sheets.length) return undefined;
  return columns.find(
    ({ field, filled = 0 }, index) =>
      index > named && field === null && 2 * filled < counts.rows && /\p{L}/u.test(cells[index] ?? ''),
  )?.name;
}

/** The fault of a row with more cells than the heading has names: a comma may have shifted them. */
export function tooManyCells(row: ImportRowRecord, given: ImportRecord): ImportFault[] {
  const beyond = given.columns.length;
  const isBeyond = row.cells.slice(beyond).some((cell) => cell.trim());
  const column = isBeyond ? `Column ${beyond + 1}` : shiftedColumn(row, given);
  return column
    ? [
        {
          field: 'firstNm',
          column,
          message: 'This row has more cells than the heading: a comma within a text needs quotes around it',
        },
      ]
    : [];
}

/** The key by which later files find a household that a column or an address names (`import_households`). */
export const namedHousehold = (organizationNumber: string, householdKey: string): string =>
  sha256(`${organizationNumber} ${householdKey}`);

/** The group key of a first row: with leading zeros, so that groups sort in the order of the file. */
export const groupOf = (row: number): string => {
  const [whole = '', ...part] = String(row).split('.');
  return [whole.padStart(7, '0'), ...part].join('.');
};

/** Rows in the order of their groups, those of each group together. */
function groupRows(rows: readonly ImportRowRecord[]): ImportRowRecord[][] {
  const groups: ImportRowRecord[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0]?.group === row.group) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** The next rows of the file after one, at most `most`; none only at the end. */
export const nextRows = (filter: object, after: number, most: number): Promise<ImportRowRecord[]> =>
  importRows()
    .find({ ...filter, row: { $gt: after }, $and: [{ part: { $exists: false } }] })
    .sort({ row: 1 })
    .limit(most)
    .toArray();

/** The next rows of groups after one ('' for the first), about `most`, and never less than a group. */
export async function nextGroups(
  filter: object,
  after: string,
  most: number,
): Promise<{ groups: ImportRowRecord[][]; last: string; isLast: boolean }> {
  const found = await importRows()
    .find({ ...filter, group: { $gt: after } })
    .sort({ group: 1, row: 1 })
    .limit(most)
    .toArray();
  const groups = groupRows(found);
  const isLast = found.length < most;
  // The last group may continue beyond the limit, unless it is the only one: a household never has so many rows.
  const whole = isLast || groups.length === 1 ? groups : groups.slice(0, -1);
  return { groups: whole, last: whole.at(-1)?.[0]?.group ?? after, isLast };
}

/**
 * Sorts changes that make somebody inactive after the others, and primary members last (docs/decisions/026): when a whole
 * family leaves, its primary member is the last. `leaversOf` returns the ids of the people who become inactive.
 */
export async function leavingLast<T>(
  all: readonly T[],
  leaversOf: (one: T) => readonly string[],
): Promise<T[]> {
  const leavers = await findMembers(all.flatMap(leaversOf));
  const homes = new Set(leavers.flatMap(({ household_id }) => household_id ?? []));
  if (!homes.size) return [...all];
  const primaries = new Set((await findHouseholds([...homes])).map(({ primaryMemberId }) => primaryMemberId));
  const rank = (one: T) => Math.max(0, ...leaversOf(one).map((id) => 1 + Number(primaries.has(id))));
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** Rows with a fault, rows that wait for a choice, and rows that failed, in the order of the file. */
async function* unimported(importId: string): AsyncGenerator<ImportRowRecord> {
  let last: number | undefined;
  for await (const row of importRows().find({ importId }).sort({ row: 1 })) {
    const number = Math.floor(row.row);
    const isOpen = row.outcome === 'failed' || (row.outcome === null && isLeft(row));
    // Several people of one row are one line; who was imported is not made again.
    if (isOpen && number !== last) {
      last = number;
      yield row;
    }
  }
}

const isLeft = ({ state }: ImportRowRecord) => state === 'faulty' || state === 'duplicate';

function reasonOf({ state, faults, duplicates, sameAsRow, outcome }: ImportRowRecord): string {
  if (faults.length) return faults.map(({ column, message }) => `${column}: ${message}`).join('; ');
  if (outcome === 'failed' || state !== 'duplicate') return 'Not imported';
  const [first] = duplicates;
  if (!first) return `Likely the same person as in row ${rowInFile(sameAsRow ?? 0)}`;
  return `Likely the same person as ${fullName(first)}, ${first.memberId}`;
}

const OF_FAMILY: readonly (ImportField | null)[] = [...NAMES, 'household'];

/** The file of rows that were not imported: the columns of the original file, and one more with the reason. */
export function errorsOf(given: ImportRecord): {
  columns: CsvColumn<ImportRowRecord>[];
  rows: AsyncGenerator<ImportRowRecord>;
} {
  const { _id, columns, answers, seen } = given;
  const written = columns.map(({ name }) => name).filter((name) => name !== REASON_COLUMN);
  // What the heading of their part says of people does not stand above them there.
  const state = seen.some(({ what }) => what.startsWith('word section: ')) ? stateColumnOf(given) : undefined;
  const hasRelatives = columns.some(({ field }) => field === 'spouseNm' || field === 'childNm');
  const ofHeading = state === undefined ? [] : [state, ...(hasRelatives ? [SECTION_COLUMN] : [])];
  // The names of families do not stand above their people there, either.
  const isInFamilies = answers.familyHeadings === 'household' || answers.familyHeadings === 'name';
  const mapping = understoodMapping(given);
  const ofFamily = Object.keys(mapping).filter((name) => OF_FAMILY.includes(mapping[name] ?? null));
  // Nor do relatives stand below.
  const ofBelow = columnsOfBelow(seen);
  const added = [...ofHeading, ...(isInFamilies ? ofFamily : []), ...ofBelow];
  const names = [...written, ...added.filter((name) => !written.includes(name))];
  const places = names.map((name) => columns.findIndex((column) => column.name === name));
  const cells = names.map((name, index): CsvColumn<ImportRowRecord> => [
    name,
    '',
    (row) => {
      if (isInFamilies && row.family && ofFamily.includes(name)) return cellsOf(row, given)[name] ?? '';
      if (ofBelow.includes(name)) return cellsOf(row, given)[name] ?? '';
      // A ditto mark would say something else below other rows.
      const place = places[index] ?? -1;
      const cell = wholeCell(cellsAlone(given, row)[place] ?? '', row.rest?.[place]);
      const section = ofHeading.includes(name) ? sectionAbove(given, row) : undefined;
      if (section === undefined) return cell;
      const { heading } = askedSection(section);
      const said = stateOfSection(section, answers) ?? heading;
      // What it says of relatives in the row is asked again.
      if (name === SECTION_COLUMN) return said === 'Deceased' ? heading : cell;
      return said === 'Deceased' || !cell.trim() ? said : cell;
    },
    // As the file has it: a workbook with days and amounts would say what they mean.
    'text',
  ]);
  return { columns: [...cells, [REASON_COLUMN, '', reasonOf, 'text']], rows: unimported(_id) };
}
