/**
 * A text in a cell of our CSV files, and back. A spreadsheet computes what begins like a formula, and people paste cells
 * that a spreadsheet has put signs around: an apostrophe before a text says that it is meant as it stands.
 */

/** What begins a formula, and what else a cell would not be read as. */
const NEEDS_MARK = /^'*(?:[=+\-@\t\r]|"[^]*"$|#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|#))/;

/** A text as a cell: with an apostrophe before it where a spreadsheet, or our import, would take it for something else. */
export const writeCell = (text: string): string => (NEEDS_MARK.test(text) ? `'${text}` : text);

/**
 * A cell as the text that it means: without what spreadsheets put around one (`="00123"`, quotes, spaces that do not
 * break). `isPlain` where an apostrophe said that it is no formula and no error, whatever it looks like.
 */
export function readCell(cell: string): { text: string; isPlain: boolean } {
  const text = cell.replace(/[\u00a0\u200b\ufeff]/g, ' ').trim();
  if (text.startsWith("'") && NEEDS_MARK.test(text)) return { text: text.slice(1), isPlain: true };
  return { text: text.replace(/^=?"(.*)"$/s, '$1'), isPlain: false };
}
