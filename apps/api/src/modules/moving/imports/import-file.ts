/** Recognizes the kind of a file, and returns its heading and the rows below it. */
import { IMPORT_MAX } from '@kinfold/domain/import';
import { columnLetter, columnNames, REMARK, type ImportKind } from '@kinfold/domain/import-fields';
import { findHeading, HEADING_ROWS } from '@kinfold/domain/import-headings';
import { sectionOfTitles } from '@kinfold/domain/import-sections';
import { FileFault, showCount, type FileRow, type FileRows } from './file-fault.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

/** The first bytes (each character a byte) of files that are not lists, and what these are. */
const OTHERS: readonly [begins: readonly string[], what: string][] = [
  [['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', 'II*\0', 'MM\0*'], 'a picture'],
  [['%pdf'], 'a PDF'],
  [['{\\rtf'], 'a text document'],
  [['<!doctype', '<html', '<?xml', '<table'], 'a web page'],
];
const OLD_WORKBOOK = '\xd0\xcf\x11\xe0';

/** Throws FileFault for a file that is not a list. */
function refuseOthers(begins: string): void {
  if (!begins.trim()) throw new FileFault('This file is empty. Choose one with a list in it.');
  if (begins.startsWith(OLD_WORKBOOK))
    throw new FileFault(
      'This is an old XLS workbook, or one with a password. Save it as XLSX without a password, or as CSV.',
    );
  const text = begins.toLowerCase().trimStart();
  const what = OTHERS.find(([starts]) =>
    starts.some((start) => begins.startsWith(start) || text.startsWith(start)),
  )?.[1];
  // A phone's photograph has its type after its size.
  if (what ?? /^.{4}ftyp/s.test(begins))
    throw new FileFault(`This is ${what ?? 'a picture'}, and no list. Save the list as XLSX or CSV.`);
}

async function open(bytes: Buffer, { kind, sheet }: HowRead): Promise<FileRows> {
  const begins = bytes.subarray(0, 200).toString('latin1');
  refuseOthers(begins);
  return begins.startsWith('PK') ? readXlsx(bytes, kind, sheet) : readCsv(bytes);
}

const isBlank = ({ cells }: FileRow) => cells.every((cell) => !cell.trim());
const isRemark = ({ cells }: FileRow) => (cells[0] ?? '').trimStart().startsWith(REMARK);

/** How a file is read: its kind, and, where somebody chose them, the sheet and the row of the heading (0: none). */
export type HowRead = { kind: ImportKind; sheet?: string; headingRow?: number };

/**
 * What may be chosen about a file: one of several sheets, and the heading among the first rows, which may be in doubt; and what
 * the title of the list so chosen, or its sheet, says of everybody in it, as a section of its rows.
 */
export type FileChoices = {
  sheets: string[];
  sheet: string;
  headingRow: number;
  firstRows: FirstRow[];
  section?: string;
  isDoubtful: boolean;
};
type FirstRow = { row: number; text: string };

/** An opened file: the names of its columns, and the rows below them without blank ones and remarks. */
export type ImportFile = {
  columns: string[];
  rows: AsyncGenerator<FileRow>;
  choices: FileChoices;
  notes: () => string[];
};

/**
 * Opens a file and reads its heading. Throws FileFault, with a sentence, for a file that is not a list; its rows do where
 * it cannot be read further, or has more than `IMPORT_MAX`.
 */
export async function openImportFile(bytes: Buffer, how: HowRead = { kind: 'members' }): Promise<ImportFile> {
  const { rows: all, notes, sheets = [], sheet = '' } = await open(bytes, how);
  const iterator = all[Symbol.asyncIterator]();
  const first: FileRow[] = [];
  while (first.length < HEADING_ROWS) {
    const { value, done } = await iterator.next();
    if (done) break;
    if (!isBlank(value) && !isRemark(value)) first.push(value);
  }
  const found = findHeading(first, how.kind, how.headingRow);
  // In a list of one column, its first row is the heading.
  const row = found?.row ?? first[0]?.row ?? 0;
  const named = found?.columns ?? columnNames(withoutEmptyEnd(first[0]?.cells ?? []));
  if (!named.length) throw new FileFault('This file is empty. Choose one with a list in it.');
  const below = first.filter((one) => one.row > row);
  const beside = cellsBeside(named.length);
  for (const one of below) beside.add(one);
  // A heading that is chosen by hand has the columns that it names, as far as most rows go.
  const { width = 0 } = (how.headingRow === undefined && first.find((one) => one.row === row)) || {};
  const unnamed = Array<string>(beside.count(below.length ? width : 0)).fill('');
  const columns = columnNames([...named, ...unnamed]);
  requireColumns(columns);
  const above = first.filter((one) => one.row < row);
  // A list of one column has its title, if any, as the name of that.
  const titles = [...(found ? above : first.slice(0, 1)).flatMap(({ cells }) => cells), sheet];
  const section = sectionOfTitles(titles);
  const asHeading = JSON.stringify(withoutEmptyEnd(first.find((one) => one.row === row)?.cells ?? []));
  return {
    columns,
    rows: rowsBelow(below, asHeading, iterator),
    choices: {
      sheets,
      sheet,
      headingRow: row,
      firstRows: first.map(shortRow),
      isDoubtful: found?.isDoubtful ?? false,
      ...(section !== undefined && { section }),
    },
    notes: () => [
      ...(above.length ? [whereNamed(found?.from ?? row, row, above.length > 1)] : []),
      ...notes(),
    ],
  };
}

/**
 * Counts the cells of a list beside its columns, below no name. `count` says how many more columns it has: in a workbook
 * each that is filled; in a CSV file, where a comma within a text may shift cells, those that other rows have empty, and
 * up to `width`, that of the heading, those that most rows fill.
 */
export function cellsBeside(columns: number): {
  add: (row: FileRow) => void;
  count: (width?: number) => number;
  /** The cells of each column beside, and three of them. */
  filled: () => { filled: number; samples: string[] }[];
} {
  const found: { filled: number; rests: number; empty: number; samples: string[] }[] = [];
  let [rows, isSheet] = [0, true];
  return {
    add(row) {
      const { cells, width } = row;
      rows += 1;
      if (width !== undefined) isSheet = false;
      for (let index = columns; index < Math.max(width ?? 0, cells.length); index += 1) {
        const one = (found[index - columns] ??= { filled: 0, rests: 0, empty: 0, samples: [] });
        const cell = cells[index]?.trim() ?? '';
        if (!cell) one.empty += 1;
        else one.filled += 1;
        if (isRestOfNumber(row, index)) one.rests += 1;
        if (cell && one.samples.length < SAMPLES) one.samples.push(cell.slice(0, SAMPLE_MAX));
      }
    },
    count: (width = 0) =>
      1 +
      found.findLastIndex(({ filled, rests, empty }, index) => {
        const texts = filled - rests;
        const isOfMost = columns + index < width && 2 * texts >= rows;
        return texts > 0 && (isSheet || isOfMost || (2 * filled < rows && empty >= filled && !rests));
      }),
    filled: () => found,
  };
}
/** What is kept of the cells of a column. */
export const SAMPLES = 3;
export const SAMPLE_MAX = 100;

/** Whether a cell is the rest of an amount with a comma: `1,200`. */
const isRestOfNumber = ({ cells }: FileRow, index: number) =>
  /^\d{3}(?:\.\d\d)?$/.test(cells[index] ?? '') && /(?:^|\D)\d{1,3}$/.test(cells[index - 1] ?? '');

const SHORT = 80;
const shortRow = ({ row, cells }: FileRow): FirstRow => ({
  row,
  text: cells
    .filter((cell) => cell.trim())
    .join(' · ')
    .replace(/\s+/g, ' ')
    .slice(0, SHORT),
});

/** Says where a heading is that is not the first row, or has two. */
function whereNamed(from: number, row: number, hasMore: boolean): string {
  if (from === row) return `The names of the columns are in row ${row}; the rows above it were left out.`;
  return `The names of the columns are in rows ${from} and ${row}${hasMore ? '; the rows above them were left out' : ''}.`;
}

const withoutEmptyEnd = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim()) + 1);

function requireColumns({ length }: readonly string[]): void {
  if (length > IMPORT_MAX.columns)
    throw new FileFault(
      `This list has ${length} columns, up to ${columnLetter(length - 1)}; at most ${IMPORT_MAX.columns} can be read. Remove those that are not needed.`,
    );
}

/** The rows that were read already, and those that follow; not the heading once more, as on each printed page. */
async function* rowsBelow(
  read: readonly FileRow[],
  asHeading: string | undefined,
  iterator: AsyncIterator<FileRow>,
): AsyncGenerator<FileRow> {
  let count = 0;
  const waiting = [...read];
  try {
    for (;;) {
      const next = waiting.shift();
      const { value, done } = next ? { value: next } : await iterator.next();
      if (done) return;
      if (isBlank(value) || isRemark(value)) continue;
      const cells = withoutEmptyEnd(value.cells);
      if (cells.length > 1 && JSON.stringify(cells) === asHeading) continue;
      count += 1;
      if (count > IMPORT_MAX.rows)
        throw new FileFault(
          `This list has more than ${showCount(IMPORT_MAX.rows)} rows. Divide it into several files.`,
        );
      yield { ...value, cells };
    }
  } finally {
    await iterator.return?.();
  }
}
