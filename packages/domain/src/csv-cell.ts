/**
 * Writes a text as a cell of our CSV files, and reads it back. A spreadsheet computes cells that begin like a formula,
 * and people paste cells to which a spreadsheet has added signs: an apostrophe before a text marks it as literal.
 */
import { withoutUnseen } from './free-text.ts';

/** The beginning of a formula: East Asian spreadsheets also accept the wide and small forms. */
const FORMULA = '[=+\\-@\\u2212\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b]';

/** The beginning of a formula, or of a cell that would otherwise be misread. */
const NEEDS_MARK = new RegExp(
  `^[\\s']*(?:${FORMULA}|"[^]*"$|#(?:N/A|REF!|VALUE!|DIV/0!|NAME\\?|NULL!|NUM!|#))|^'*[\\t\\r]`,
);

/** The same inside a text, after a semicolon or tab, where a spreadsheet that splits columns at these begins a cell. */
const INNER = new RegExp(`([;\\t\\r\\n]\\s*)('*${FORMULA})`, 'g');
const MARKED_INNER = new RegExp(`([;\\t\\r\\n]\\s*)'('*${FORMULA})`, 'g');

/** Returns a text as a cell: with an apostrophe before a text that a spreadsheet, or our import, would misread. */
export function writeCell(text: string): string {
  const marked = text.replace(INNER, "$1'$2");
  return NEEDS_MARK.test(text) ? `'${marked}` : marked;
}

/**
 * The same for a cell of a workbook, which computes no text until somebody saves it as CSV: only phones that begin with a
 * plus stay as they are.
 */
export const writeTextCell = (text: string): string =>
  NEEDS_MARK.test(text) && !/^\+[\d ().-]+$/.test(text) ? `'${text}` : text;

/**
 * Returns the text that a cell means: without invisible characters and what spreadsheets add (`="00123"`, quotes,
 * non-breaking spaces). `isPlain` if an apostrophe marked it as literal, whatever it looks like.
 */
export function readCell(cell: string): { text: string; isPlain: boolean } {
  // Most cells have no such thing.
  if (/^[ !#-&(-~]*$/.test(cell)) return { text: cell.trim(), isPlain: false };
  const text = withoutUnseen(cell.replace(MARKED_INNER, '$1$2').replaceAll('\u00a0', ' ')).trim();
  if (text.startsWith("'") && NEEDS_MARK.test(text)) return { text: text.slice(1).trim(), isPlain: true };
  return { text: text.replace(/^=?"(.*)"$/s, '$1'), isPlain: false };
}
