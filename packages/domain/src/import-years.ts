/**
 * Lists with a column for each year (`2024`, `Dues 2025`), whose cells say whether it is paid: `paid`, `half`, an amount, or
 * nothing. What a year costs, and what an empty cell means, is asked once for the file. Amounts in cents.
 */
import type { ImportMapping } from './import-fields.ts';
import { isUnknownBirthDate, readAmount, type ImportAnswers } from './import-values.ts';
import { cents, centsFromText, sumCents, ZERO, type Cents } from './money.ts';
import { foldText } from './text.ts';

const partsOf = (words: string) => words.split(', ');
const PAID = partsOf(
  'paid, pd, yes, y, x, ok, full, in full, paid up, paid in full, pd in full, fully paid, all paid, pif, 100%, ✓, ✔, bezahlt, pagado, paye, ja, si, oui, ተከፍሏል',
);
const HALF = partsOf('half, 1/2, ½, half paid, paid half, 1/2 paid, halb, mitad, medio, moitie, ግማሽ');
const OWED = partsOf('no, n, unpaid, not paid, owes, owed, due, 0, offen, nein, pendiente, impaye, non');
/** Years for which nothing was due. */
const FREE = partsOf(
  'waived, exempt, excused, forgiven, free, honorary, not a member, not yet a member, befreit, erlassen, exento, exenta, exempte',
);
/** A day beside the word: `paid 3/4/23`; `paid 1/2` may be a half. */
const DAY = /\s*\(?\b(?!1\/2\)?$)\d{1,2}[/.-]\d{1,2}(?:[/.-](?:\d{2}|\d{4}))?\)?$/;
/** How it was paid, behind the word or the amount: `paid cash`, `60 ck 1234`. */
const WAY =
  /(?<=[\p{L}\d])[\s,-]+\(?(?:by |in |w\/ ?)?(?:cash|check|cheque|ck|chk|card|zelle|venmo|paypal|online|bar|efectivo|especes)\b\.?\s*(?:no\.?|#)?\s*\d*\)?$/u;
/** An amount beside the word: `paid $60`, `60 pd`; `owes 20`, `20 due`. */
const PAID_SUM = /^(?:paid|pd|pagado|paye|bezahlt)[\s:]+(?=\W?\d)|(?<=\d) ?(?:paid|pd|pagado|paye|bezahlt)$/;
const OWED_SUM = /^(?:owes?|owed|due|bal(?:ance)?|offen)[\s:]+(?=\W?\d)|(?<=\d) ?(?:owed|due|offen)$/;

/** The words of a cell below a year, without the day and the way of paying beside them. */
function wordsBelow(text: string): string {
  const written = foldText(text).replace(/[.!]+$/, '');
  return /\p{L}/u.test(written) ? written.replace(WAY, '').replace(DAY, '').replace(WAY, '') : written;
}

/**
 * What a cell below a year says is still owed, from what a year costs; undefined without a price that it needs. The result
 * is undefined for an empty cell, and for words that do not say it.
 */
function owedBy(text: string): ((price: Cents | undefined) => Cents | undefined) | undefined {
  const words = wordsBelow(text);
  if (PAID.includes(words) || FREE.includes(words)) return () => ZERO;
  if (OWED.includes(words)) return (price) => price;
  const [, percent = HALF.includes(words) ? '50' : undefined] = /^(\d{1,2}) ?%(?: paid)?$/.exec(words) ?? [];
  if (percent !== undefined)
    return (price) => price && cents(price - Math.floor((price * Number(percent)) / 100));
  const owed = words.replace(OWED_SUM, '');
  const { amount } = readAmount(owed === words ? words.replace(PAID_SUM, '') : owed);
  if (amount === undefined) return undefined;
  return owed === words ? (price) => price && cents(Math.max(0, price - amount)) : () => amount;
}

const isEmpty = (text: string) => text === '' || isUnknownBirthDate(text);

/** The words of a cell below a year, as they are asked about: without a day, and the number of a check. */
export const wordBelowYear = (text: string): string =>
  foldText(text)
    .replace(DAY, '')
    .replace(/[\s#]+\d+$/, '')
    .trim() || 'a date';

/** Whether a cell below a year has words of which nobody knows whether the year is paid. */
export const isUnknownBelowYear = (text: string): boolean => !isEmpty(text) && owedBy(text) === undefined;

/** What is still owed for a year; undefined for a text that does not say, and without a price that it needs. */
function owedOf(text: string, price: Cents | undefined, { yearEmpty }: ImportAnswers): Cents | undefined {
  if (isEmpty(text)) return yearEmpty === 'nothing' ? ZERO : price;
  return owedBy(text)?.(price);
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
