/** CSV files: for spreadsheets, so with a byte order mark, CRLF, and nothing in them that a spreadsheet would compute. */
import { writeCell } from '@kinfold/domain/csv-cell';
import { stringify } from 'csv-stringify/sync';
import { batchesOf } from './in-batches.ts';

/** What a cell holds; null for nothing. */
export type CsvValue = string | number | null;

/** A column of a file: its name, what it holds in a few words, and its cell of a row. */
export type CsvColumn<Row> = readonly [name: string, about: string, of: (row: Row) => CsvValue];

/** A line of a file, with its end; what a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLine(values: readonly CsvValue[]): string {
  return stringify([[...values]], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: { string: (text) => writeCell(text) },
  });
}

/** The first line of a file, with the mark by which spreadsheets know its letters. */
export const csvHeading = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  `\u{feff}${csvLine(columns.map(([name]) => name))}`;

/** The line of a row. */
export const csvRow = <Row>(columns: readonly CsvColumn<Row>[], row: Row): string =>
  csvLine(columns.map(([, , of]) => of(row)));

const CHUNK_LINES = 200;

/** A file with a heading, as chunks of text that are made while rows are read: memory does not grow with them. */
export async function* csvChunks<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<string> {
  yield csvHeading(columns);
  for await (const some of batchesOf(rows, CHUNK_LINES))
    yield some.map((row) => csvRow(columns, row)).join('');
}

/** A file name of words that say what is in it, without its ending: letters, digits and dashes. */
export function plainFileName(...words: readonly (string | undefined)[]): string {
  const plain = words.flatMap((word) => word?.normalize('NFD').match(/[A-Za-z0-9]+/g) ?? []);
  return plain.join('-').slice(0, 100);
}

/** The same with its ending: `.csv`. */
export const csvFileName = (...words: readonly (string | undefined)[]) => `${plainFileName(...words)}.csv`;
