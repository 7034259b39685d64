/**
 * Lists with a column for each year (`2024`, `Dues 2025`), whose cells say whether it is paid: `paid`, `half`, an amount, or
 * nothing. What a year costs, and what an empty cell means, is asked once for the file. Amounts in cents.
 */
import type { ImportMapping } from './import-fields.ts';
import { isUnknownBirthDate, readAmount, type ImportAnswers } from './import-values.ts';
import { cents, centsFromText, sumCents, ZERO, type Cents } from './money.ts';
import { foldText } from './text.ts';

const PAID = [
  'paid',
  'pd',
  'yes',
  'y',
  'x',
  'ok',
  'full',
  'in full',
  '✓',
  '✔',
  'bezahlt',
  'pagado',
  'paye',
  'ja',
  'si',
  'oui',
  'ተከፍሏል',
];
const HALF = ['half', '1/2', '½', 'half paid', 'halb', 'mitad', 'medio', 'moitie', 'ግማሽ'];
const OWED = [
  'no',
  'n',
  'unpaid',
  'not paid',
  'owes',
  'owed',
  'due',
  '0',
  'offen',
  'nein',
  'pendiente',
  'impaye',
  'non',
];

/** Years for which nothing was due. */
const FREE = [
  'waived',
  'exempt',
  'excused',
  'forgiven',
  'free',
  'honorary',
  'not a member',
  'not yet a member',
  'befreit',
  'erlassen',
  'exento',
  'exenta',
  'exempte',
];
/** A day beside the word: `paid 3/4/23`. */
const DAY = /\s*\(?\b\d{1,2}[/.-]\d{1,2}(?:[/.-](?:\d{2}|\d{4}))?\)?$/;

/** What is still owed for a year; undefined for a text that does not say, and without a price that it needs. */
function owedOf(text: string, price: Cents | undefined, { yearEmpty }: ImportAnswers): Cents | undefined {
  const written = foldText(text);
  const word = /\p{L}/u.test(written) ? written.replace(DAY, '') : written;
  if (PAID.includes(word) || FREE.includes(word)) return ZERO;
  if (word === '' || isUnknownBirthDate(word)) return yearEmpty === 'nothing' ? ZERO : price;
  if (OWED.includes(word)) return price;
  if (price === undefined) return undefined;
  if (HALF.includes(word)) return cents(price - Math.floor(price / 2));
  const { amount } = readAmount(text);
  return amount === undefined ? undefined : cents(Math.max(0, price - amount));
}

/** What is owed by the columns of years of a row, or the fault of one of them; undefined where there are none. */
export function readYears(
  cells: Readonly<Record<string, string>>,
  mapping: ImportMapping,
  answers: ImportAnswers,
): { owed: Cents } | { column: string; message: string } | undefined {
  const columns = Object.keys(mapping).filter((column) => mapping[column] === 'yearPaid');
  if (!columns.length) return undefined;
  const price = centsFromText(answers.yearlyPrice ?? '');
  const owed: Cents[] = [];
  for (const column of columns) {
    const text = (cells[column] ?? '').trim();
    const left = owedOf(text, price, answers);
    if (left === undefined)
      return {
        column,
        message:
          price === undefined
            ? 'Say what a year costs'
            : `“${text}” does not say whether the year is paid: write paid, half, no, or an amount`,
      };
    owed.push(left);
  }
  return { owed: sumCents(owed) };
}
