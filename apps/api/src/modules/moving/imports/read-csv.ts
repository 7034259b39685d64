/** CSV files: comma, semicolon, tab or vertical bar; UTF-8, UTF-16, Windows-1252 or, of old Macs, Macintosh. */
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { IMPORT_MAX } from '@kinfold/domain/import';
import { FileFault, showCount, tooWide, type FileRow, type FileRows } from './file-fault.ts';

const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' } as const;
/** Enough for the first rows of any list. */
const HEAD = 20_000;
const SLICE = 64 * 1024;
/** Lines, blank ones too: each costs as much as one with a person in it. */
const MOST_LINES = 2 * IMPORT_MAX.rows;
/** Cells of a row, as many as a spreadsheet has columns: the parser buffers a whole row, even if most cells are empty. */
const MOST_CELLS = 16_384;

const OPTIONS = {
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: false,
  // An unclosed quote makes the rest of the file one cell.
  max_record_size: 200_000,
} as const;

/** The rows of a CSV file. Throws FileFault for a file that is not text; its rows do for unclosed quotes. */
export function readCsv(bytes: Buffer): FileRows {
  const { encoding, note } = encodingOf(bytes);
  const head = new TextDecoder(encoding).decode(bytes.subarray(0, 2 * HEAD), { stream: true });
  const delimiter = delimiterOf(head);
  const notes = [
    ...(note ? [note] : []),
    ...(delimiter === ',' ? [] : [`The columns are separated by ${DELIMITERS[delimiter]}.`]),
  ];
  return { rows: rowsOf(textsOf(bytes, encoding), delimiter), notes: () => notes };
}

/** The text of a file in chunks: as a whole it takes twice its bytes. */
function* textsOf(bytes: Buffer, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let from = 0; from < bytes.length; from += SLICE)
    yield decoder.decode(bytes.subarray(from, from + SLICE), { stream: true });
  yield decoder.decode();
}

/** Returns a cell unchanged. Throws FileFault for one beyond the columns of a spreadsheet. */
function boundedCell(cell: string, { index, lines }: { index: number; lines: number }): string {
  if (index >= MOST_CELLS) throw tooWide(lines, index);
  return cell;
}

async function* rowsOf(texts: Iterable<string>, delimiter: string): AsyncGenerator<FileRow> {
  const parser = Readable.from(texts).pipe(parse({ ...OPTIONS, delimiter, cast: boundedCell }));
  let row = 0;
  try {
    for await (const cells of parser) {
      row += 1;
      if (row > MOST_LINES)
        throw new FileFault(
          `This file has more than ${showCount(MOST_LINES)} lines, blank ones too. Remove the blank ones, or divide it.`,
        );
      const last = (cells as string[]).findLastIndex((cell) => cell.trim());
      if (last >= IMPORT_MAX.columns) throw tooWide(row, last);
      yield { row, cells: (cells as string[]).slice(0, last + 1), width: (cells as string[]).length };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFault(
      // Rows before it may not have been consumed yet.
      `Row ${Number(error['records']) + 1} cannot be read: a cell there begins with a quote (") that does not end. Correct it and send the file again.`,
    );
  } finally {
    parser.destroy();
  }
}

const CR = 13;
const LF = 10;

/** The encoding of a file, and a note about it. */
function encodingOf(bytes: Buffer): { encoding: string; note?: string } {
  const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.subarray(0, 2).toString('hex')];
  const encoding = utf16 ?? unmarkedUtf16(bytes);
  if (encoding) return { encoding };
  if (bytes.includes(0))
    throw new FileFault('This is neither a CSV file nor an XLSX workbook. Save the list as one of them.');
  if (isUtf8(bytes)) return { encoding: 'utf-8' };
  // Only programs of old Macs end lines so.
  const isMac = bytes.includes(CR) && !bytes.includes(LF);
  return {
    encoding: isMac ? 'macintosh' : 'windows-1252',
    note: `The letters of this file are ${isMac ? 'Macintosh' : 'Windows-1252'}, not UTF-8. Please check names with accents.`,
  };
}

/** UTF-16 without its mark: every second byte of most letters is 0. */
function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const head = [...bytes.subarray(0, 400)];
  const zeros = (from: number) => head.filter((byte, index) => index % 2 === from && byte === 0).length;
  const isMost = (count: number) => 4 * count > head.length;
  if (isMost(zeros(1)) && !zeros(0)) return 'utf-16le';
  return isMost(zeros(0)) && !zeros(1) ? 'utf-16be' : undefined;
}

/** A cell in quotes, or the beginning of one at the end of a text: what it contains divides nothing. */
const QUOTED = /(?<=^|[,;\t|\r\n])"(?:[^"]|"")*(?:"(?=[,;\t|\r\n]|$)|$)/g;

/** The delimiter of the columns: the one that splits the most of the first rows into the same number of cells. */
function delimiterOf(text: string): keyof typeof DELIMITERS {
  const head = text.slice(0, HEAD).replace(QUOTED, '');
  const columns = (delimiter: string) => {
    try {
      const rows: string[][] = parseSync(head, { ...OPTIONS, delimiter, to: 20 });
      const alike = (length: number) => rows.filter((row) => row.length === length).length;
      return Math.max(0, ...rows.map(({ length }) => (length - 1) * alike(length)));
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
