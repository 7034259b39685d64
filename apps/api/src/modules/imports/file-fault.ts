/** A file that cannot be read; its message is a sentence for whoever sent it. */
export class FileFault extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'FileFault';
  }
}

/** A row of a file as its cells are written; `row` is its number as a spreadsheet shows it, from 1. */
export type FileRow = { row: number; cells: string[] };

/** The rows of a file and, once they were read, what was noticed about it. */
export type FileRows = { rows: AsyncIterable<FileRow>; notes: () => string[] };
