/** CSV files for spreadsheets: with a byte order mark, CRLF, and nothing that a spreadsheet would compute. */
import { writeCell } from '@kinfold/domain/csv-cell';
import { stringify } from 'csv-stringify/sync';
import { batchesOf } from './in-batches.ts';

/** The value of a cell; null for an empty one. */
export type CsvValue = string | number | null;

/**
 * A column of a file: its name, a short description, a function that returns the cell of a row, and the kind of its values
 * in a workbook; without one, the value decides.
 */
export type CsvColumn<Row> = readonly [
  name: string,
  about: string,
  of: (row: Row) => CsvValue,
  kind?: 'text' | 'number' | 'money' | 'date',
];

/** A line of a file, with its end; a text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvLine(values: readonly CsvValue[]): string {
  return stringify([[...values]], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: { string: (text) => writeCell(text) },
  });
}

/** The first line of a file, with the byte order mark. */
export const csvHeading = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  `\u{feff}${csvLine(columns.map(([name]) => name))}`;

/** The line of a row. */
export const csvRow = <Row>(columns: readonly CsvColumn<Row>[], row: Row): string =>
  csvLine(columns.map(([, , of]) => of(row)));

const CHUNK_LINES = 200;

/** A file with a heading, in chunks of text that are made while rows are read: memory does not grow with them. */
export async function* csvChunks<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<string> {
  yield csvHeading(columns);
  for await (const some of batchesOf(rows, CHUNK_LINES))
    yield some.map((row) => csvRow(columns, row)).join('');
}

/** A file name from words that describe the content, without extension: letters, digits and dashes. */
export function plainFileName(...words: readonly (string | undefined)[]): string {
  const plain = words.flatMap((word) => word?.normalize('NFD').match(/[A-Za-z0-9]+/g) ?? []);
  return plain.join('-').slice(0, 100);
}
