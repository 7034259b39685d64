import { IMPORT_MAX } from '@kinfold/domain/import';
import { columnLetter } from '@kinfold/domain/import-fields';

/** A file that cannot be read; its message is a sentence for the user who sent it. */
export class FileFault extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'FileFault';
  }
}

/** A number as sentences show it: `200,000`. */
export const showCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Refuses a row with a text in a column (from 0) beyond those that are read. */
export const tooWide = (row: number, column: number) =>
  new FileFault(
    `Row ${row} has ${column + 1} columns, up to ${columnLetter(column)}; at most ${IMPORT_MAX.columns} can be read. Take out those that are not needed.`,
  );

/**
 * A row of a file with its cells as written; `row` is its number as a spreadsheet shows it, from 1. `width` is the number
 * of its cells, empty ones too, where a comma may be one too many.
 */
export type FileRow = { row: number; cells: string[]; width?: number };

/** The rows of a file and, once they were read, notes about it; for a workbook its sheets, and the one that is read. */
export type FileRows = {
  rows: AsyncIterable<FileRow>;
  notes: () => string[];
  sheets?: string[];
  sheet?: string;
};
