/** Recognizes the kind of a file, and returns its heading and the rows below it. */
import { IMPORT_MAX } from '@kinfold/domain/import';
import { columnLetter, columnNames, REMARK } from '@kinfold/domain/import-fields';
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

async function open(bytes: Buffer): Promise<FileRows> {
  const begins = bytes.subarray(0, 200).toString('latin1');
  refuseOthers(begins);
  return begins.startsWith('PK') ? readXlsx(bytes) : readCsv(bytes);
}

const isBlank = ({ cells }: FileRow) => cells.every((cell) => !cell.trim());
const isRemark = ({ cells }: FileRow) => (cells[0] ?? '').trimStart().startsWith(REMARK);

/** An opened file: the names of its columns, and the rows below them without blank ones and remarks. */
export type ImportFile = { columns: string[]; rows: AsyncGenerator<FileRow>; notes: () => string[] };

/**
 * Opens a file and reads its heading. Throws FileFault, with a sentence, for a file that is not a list; its rows do where
 * it cannot be read further, or has more than `IMPORT_MAX`.
 */
export async function openImportFile(bytes: Buffer): Promise<ImportFile> {
  const { rows: all, notes } = await open(bytes);
  const iterator = all[Symbol.asyncIterator]();
  // In a list with several columns, a single cell above their names is a title.
  const titles: FileRow[] = [];
  let heading: FileRow | undefined;
  while (!heading && titles.length <= MOST_TITLES) {
    const { value, done } = await iterator.next();
    if (done) break;
    if (isBlank(value) || isRemark(value)) continue;
    if (value.cells.filter((cell) => cell.trim()).length > 1) heading = value;
    else titles.push(value);
  }
  const [first, ...others] = titles;
  const names = withoutEmptyEnd((heading ?? first)?.cells ?? []);
  if (!names.length) throw new FileFault('This file is empty. Choose one with a list in it.');
  requireColumns(names);
  return {
    columns: columnNames(names),
    rows: rowsBelow(heading ? [] : others, iterator),
    notes: () => [
      ...(heading && first
        ? [`The names of the columns are in row ${heading.row}; the rows above it were left out.`]
        : []),
      ...notes(),
    ],
  };
}

const withoutEmptyEnd = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim()) + 1);

function requireColumns({ length }: readonly string[]): void {
  if (length > IMPORT_MAX.columns)
    throw new FileFault(
      `This list has ${length} columns, up to ${columnLetter(length - 1)}; at most ${IMPORT_MAX.columns} can be read. Remove those that are not needed.`,
    );
}

/** After this many rows, a list with one column is read as such, without looking further for the names of others. */
const MOST_TITLES = 5;

/** The rows that were read already, and those that follow. */
async function* rowsBelow(
  read: readonly FileRow[],
  iterator: AsyncIterator<FileRow>,
): AsyncGenerator<FileRow> {
  let count = read.length;
  yield* read;
  try {
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) return;
      if (isBlank(value) || isRemark(value)) continue;
      count += 1;
      if (count > IMPORT_MAX.rows)
        throw new FileFault(
          `This list has more than ${showCount(IMPORT_MAX.rows)} rows. Divide it into several files.`,
        );
      yield { row: value.row, cells: withoutEmptyEnd(value.cells) };
    }
  } finally {
    await iterator.return?.();
  }
}
