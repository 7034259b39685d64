/**
 * Lists with a column for each year (`2024`, `Dues 2025`), whose cells say whether it is paid: `paid`, `half`, an amount, or
 * nothing. What a year costs, and what an empty cell means, is asked once for the file. Amounts in cents.
 */
import { isDeathWord } from './import-dead.ts';
import { saysNo, saysYes } from './import-details.ts';
import type { ImportMapping } from './import-fields.ts';
import { isBareYear, isUnknownBirthDate, readAmount, type ImportAnswers } from './import-values.ts';
import { cents, centsFromText, sumCents, ZERO, type Cents } from './money.ts';
import { foldText, listOf } from './text.ts';

const PAID =
  /^(?:paid|pd|ok|full|in full|pif|p i f|☑|√|bezahlt|bez|pagad[oa]|pay(?:e|ee)|regle|reglee|pag[oa]|quitado|bayad(?: na)?|placeno|uplaceno|плаћено|уплаћено|oplacone|zaplacone|ተከፍሏል)\.?$/u;
/** A 1 is an amount there. */
const isPaid = (text: string) => PAID.test(text) || (saysYes(text.replace(/\.$/, '')) && !/\d/.test(text));
const PAID_WORD =
  '(?:paid|pd|partial(?:ly)?|part(?: paid)?|partly|deposit|pagad[oa]|pagou|payee?|bezahlt|plac[eo]no|уплаћено|zaplacone)';
const HALF = /^(?:half|1\/2|½|halb|mitad|medio|moitie|a moitie|metade|kalahati|pola|polowa|ግማሽ)$/u;
const OWED =
  /^(?:unpaid|not paid|owes|owed|due|offen|pendiente|impayee?|em atraso|hindi(?: pa)? bayad|neplaceno|niezaplacone|አልተከፈለም)$/u;
/** For these nothing was due, whatever is said of it: `exempt - clergy`. */
const FREE =
  /^(?:waived|exempt|excused|forgiven|free|honorary|not (?:yet )?a member|befreit|erlassen|exent[oa]|exemptee?|exonere|exoneree|isent[oa])(?:\s*[-–:,(].*)?$/;
/** Of an amount that is still owed: `owes 60`, `bal. 45`, `45 due`. */
const STILL = '(?:still )?(?:owes|owed|owing|due|bal(?:ance)?|short|outstanding|offen|rest|debe|deve|falta)';
const STILL_OWED = new RegExp(`^${STILL}[.:]?\\s*(\\$?[\\d.,]+)$|^(\\$?[\\d.,]+)\\s*${STILL}\\.?$`);
const DAY = /\(?(?<![\d/.-])(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{4}-\d\d-\d\d)(?![\d/.-])\)?/g;
/** How and when it was paid, beside what: `ck #1123`, `3/4/24`, `(late)`, `by son`. */
const HOW = [
  /(?:ck|chk|check|cheque|receipt|rcpt|rct|ref|money order|mo)?\.?\s*(?:#|no\.?)\s*\d+/g,
  /(?<!\p{L})(?:ck|chk|check|cheque|receipt|rcpt|rct)\.?\s*\d+/gu,
  DAY,
  /(?<!\p{L})by (?:(?:his|her|the) )?\p{L}+$/gu,
  /(?<!\p{L})(?:cash|check|cheque|zelle|venmo|card|online|late|on time|in full)(?!\p{L})/gu,
  /(?<=\p{L}\s*)\(?(?<![\d/.-])(?:(?:0?\d|1[0-2])[/-](?:0?\d|[12]\d|3[01])|(?:[12]\d|3[01])[/-](?:0?\d|1[0-2]))\)?$/gu,
];
/** A refund, or a debt: which of them is asked. */
const NEGATIVE = /^[-\u2212]\s*\$?\d|\d\s*[-\u2212]$/;
const ofWord = new RegExp(`^${PAID_WORD}[.:]?\\s+|\\s+${PAID_WORD}\\.?$`, 'g');

const amountIn = (text: string): Cents | undefined => {
  const amounts = text.split('+').map((part) => readAmount(part.trim()).amount);
  return amounts.every((amount) => amount !== undefined) ? sumCents(amounts) : undefined;
};

/** What is still owed for a year, and whether more was paid than it costs. */
type Year = { owed: Cents; isMore?: boolean };

/**
 * What is still owed for a year; undefined for a text that does not say, and without a price that it needs. `isAfter`
 * says that the person had died.
 */
function owedOf(
  text: string,
  price: Cents | undefined,
  { yearEmpty }: ImportAnswers,
  isAfter: boolean,
): Year | undefined {
  const written = foldText(text);
  const full = price === undefined ? undefined : { owed: price };
  if (written === '' || isUnknownBirthDate(written))
    return yearEmpty === 'nothing' || isAfter ? { owed: ZERO } : full;
  if (FREE.test(written) || isDeathWord(text)) return { owed: ZERO };
  if (NEGATIVE.test(written)) return undefined;
  const said = HOW.reduce((rest, format) => rest.replace(format, ' '), written)
    .replace(/\(\s*\)/g, ' ')
    .replace(/^[\s,;-]+|[\s,;-]+$/g, '')
    .replace(/\s+/g, ' ');
  if (isPaid(written) || isPaid(said)) return { owed: ZERO };
  if (OWED.test(said) || saysNo(said)) return full;
  const still = STILL_OWED.exec(said);
  if (still) {
    const sum = still[1] ?? still[2] ?? '';
    const { amount } = readAmount(sum);
    return amount === undefined || isBareYear(sum) ? undefined : { owed: amount };
  }
  const plain = said.replace(ofWord, '').trim();
  // A check or a day alone says nothing of an amount.
  if (!plain) return undefined;
  const [, part = '', whole = ''] = /^\$?([\d.,]+)\s*(?:\/|of|out of)\s*\$?([\d.,]+)$/.exec(plain) ?? [];
  if (price === undefined) return undefined;
  if (HALF.test(plain)) return { owed: cents(price - Math.floor(price / 2)) };
  const [paid, due] = part ? [amountIn(part), amountIn(whole)] : [amountIn(plain), price];
  if (paid === undefined || due === undefined) return undefined;
  // `3/4` may be a day.
  if (part && (paid > due || (due !== price && due < cents(3200)))) return undefined;
  return paid > due ? { owed: ZERO, isMore: true } : { owed: cents(due - paid) };
}

/** The words of a cell below a year, as they are asked about: without a day, and the number of a check. */
export const wordBelowYear = (text: string): string =>
  foldText(text)
    .replace(DAY, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\(?\b\d{1,2}[/.-]\d{1,2}\)?$/, '')
    .replace(/[\s#]+\d+$/, '')
    .trim() || 'a date';

/** The year of a column. */
const yearOf = (column: string) => /(?:19|20)\d\d/.exec(column)?.[0] ?? '';

/**
 * What is owed by the columns of years of a row, or the fault of one of them; undefined where there are none. `diedIn` is
 * the year of a death, after which nothing is due. `note` names what is more than a year costs.
 */
export function readYears(
  cells: Readonly<Record<string, string>>,
  mapping: ImportMapping,
  answers: ImportAnswers,
  diedIn?: string,
): { owed: Cents; note?: string } | { column: string; message: string } | undefined {
  const columns = Object.keys(mapping).filter((column) => mapping[column] === 'yearPaid');
  if (!columns.length) return undefined;
  const price = centsFromText(answers.yearlyPrice ?? '');
  const textOf = (column: string) => (cells[column] ?? '').trim();
  const deaths = columns.filter((column) => isDeathWord(textOf(column))).map(yearOf);
  const [died = '9999'] = [...deaths, ...(diedIn ? [diedIn] : [])].toSorted();
  const owed: Cents[] = [];
  const more: string[] = [];
  for (const column of columns) {
    const text = textOf(column);
    const left = owedOf(text, price, answers, yearOf(column) > died);
    if (left === undefined)
      return {
        column,
        message:
          price === undefined
            ? 'Say what a year costs'
            : `“${text}” does not say whether the year is paid: write paid, half, no, or an amount`,
      };
    owed.push(left.owed);
    if (left.isMore) more.push(`“${text}” below “${column}”`);
  }
  const note = `${listOf(more)}: what is more than a year costs is not entered`;
  return { owed: sumCents(owed), ...(more.length && { note }) };
}
