/** CSV files: for spreadsheets, so with a byte order mark, CRLF, and nothing in them that a spreadsheet would compute. */

/** A cell: quoted where it must be; what a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a file, with its end. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

const CHUNK_LINES = 200;

/** A file with a heading, as chunks of text that are made while rows are read: memory does not grow with them. */
export async function* csvChunks<Row>(
  heading: readonly string[],
  rows: AsyncIterable<Row>,
  valuesOf: (row: Row) => readonly (string | number | null)[],
): AsyncGenerator<string> {
  yield `\u{feff}${csvLine(heading)}`;
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(csvLine(valuesOf(row)));
    if (lines.length < CHUNK_LINES) continue;
    yield lines.join('');
    lines = [];
  }
  if (lines.length) yield lines.join('');
}

/** A file name of words that say what is in it, without its ending: letters, digits and dashes. */
export function plainFileName(...words: readonly (string | undefined)[]): string {
  const plain = words.flatMap((word) => word?.normalize('NFD').match(/[A-Za-z0-9]+/g) ?? []);
  return plain.join('-').slice(0, 100);
}

/** The same with its ending: `.csv`. */
export const csvFileName = (...words: readonly (string | undefined)[]) => `${plainFileName(...words)}.csv`;
