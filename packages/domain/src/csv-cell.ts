/**
 * A text in a cell of our CSV files, and back. A spreadsheet computes what begins like a formula, and people paste cells
 * that a spreadsheet has put signs around: an apostrophe before a text says that it is meant as it stands.
 */
import { withoutUnseen } from './free-text.ts';

/** What begins a formula: spreadsheets of East Asia take the wide and small forms for one too. */
const FORMULA = '[=+\\-@\\u2212\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b]';

/** What begins a formula, and what else a cell would not be read as. */
const NEEDS_MARK = new RegExp(
  `^[\\s']*(?:${FORMULA}|"[^]*"$|#(?:N/A|REF!|VALUE!|DIV/0!|NAME\\?|NULL!|NUM!|#))|^'*[\\t\\r]`,
);

/** The same within a text, where a spreadsheet that divides columns by semicolons or tabs begins a cell. */
const INNER = new RegExp(`([;\\t\\r\\n]\\s*)('*${FORMULA})`, 'g');
const MARKED_INNER = new RegExp(`([;\\t\\r\\n]\\s*)'('*${FORMULA})`, 'g');

/** A text as a cell: with an apostrophe before whatever a spreadsheet, or our import, would take for something else. */
export function writeCell(text: string): string {
  const marked = text.replace(INNER, "$1'$2");
  return NEEDS_MARK.test(text) ? `'${marked}` : marked;
}

/**
 * A cell as the text that it means: without what nobody sees, and what spreadsheets put around one (`="00123"`, quotes, spaces that do
 * not break). `isPlain` where an apostrophe said that it is no formula and no error, whatever it looks like.
 */
export function readCell(cell: string): { text: string; isPlain: boolean } {
  const text = withoutUnseen(cell.replace(MARKED_INNER, '$1$2').replaceAll('\u00a0', ' ')).trim();
  if (text.startsWith("'") && NEEDS_MARK.test(text)) return { text: text.slice(1).trim(), isPlain: true };
  return { text: text.replace(/^=?"(.*)"$/s, '$1'), isPlain: false };
}
