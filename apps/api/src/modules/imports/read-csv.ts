/** CSV files: comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { FileFault, type FileRow, type FileRows } from './file-fault.ts';

const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
/** Enough for the first rows of any list. */
const HEAD = 20_000;
const SLICE = 64 * 1024;

const OPTIONS = {
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: false,
  // A quote without its end makes the rest of the file one cell.
  max_record_size: 200_000,
} as const;

/** The rows of a CSV file. Throws FileFault for what is no text; its rows do for quotes without an end. */
export function readCsv(bytes: Buffer): FileRows {
  const { text, note } = decode(bytes);
  const delimiter = delimiterOf(text);
  const notes = [
    ...(note ? [note] : []),
    ...(delimiter === ',' ? [] : [`The columns are divided by ${DELIMITERS[delimiter]}.`]),
  ];
  return { rows: rowsOf(text, delimiter), notes: () => notes };
}

async function* rowsOf(text: string, delimiter: string): AsyncGenerator<FileRow> {
  const slices = function* () {
    for (let from = 0; from < text.length; from += SLICE) yield text.slice(from, from + SLICE);
  };
  const parser = Readable.from(slices()).pipe(parse({ ...OPTIONS, delimiter }));
  let row = 0;
  try {
    for await (const cells of parser) {
      row += 1;
      yield { row, cells: cells as string[] };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFault(
      // Rows before it may still wait to be taken.
      `Row ${Number(error['records']) + 1} cannot be read: a cell there begins with a quote (") that does not end. Mend it and send the file again.`,
    );
  } finally {
    parser.destroy();
  }
}

/** A file as text, and what is to be said of how its letters were read. */
function decode(bytes: Buffer): { text: string; note?: string } {
  const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.subarray(0, 2).toString('hex')];
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes) };
  if (bytes.includes(0))
    throw new FileFault('This is no CSV file and no XLSX workbook. Save the list as one of them.');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      note: 'The letters of this file are Windows-1252, not UTF-8. Please look whether names with accents are right.',
    };
  }
}

/** What divides the columns: whatever makes the most of the first row that has any. */
function delimiterOf(text: string): keyof typeof DELIMITERS {
  const head = text.slice(0, HEAD);
  const columns = (delimiter: string) => {
    try {
      const rows: string[][] = parseSync(head, { ...OPTIONS, delimiter, to: 20 });
      return Math.max(...rows.slice(0, 5).map(({ length }) => length), 0);
    } catch {
      return 0;
    }
  };
  const found = (Object.keys(DELIMITERS) as (keyof typeof DELIMITERS)[]).map((delimiter) => ({
    delimiter,
    count: columns(delimiter),
  }));
  return found.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}
