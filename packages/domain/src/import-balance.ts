/**
 * A row of balances from before Kinfold (docs/decisions/029): its membership, the amount owed, the last payment, and
 * since when it covers. Amounts in cents.
 */
import type { CalendarDate } from './dates.ts';
import type { ImportMapping } from './import-fields.ts';
import { NAMES } from './import-file.ts';
import { readCells, readImportRow, type ImportRowReading, type ImportValues } from './import-row.ts';
import { readAmount, readBalance, readRecentDate, type ImportAnswers } from './import-values.ts';
import { readYears } from './import-years.ts';
import { sumCents, ZERO } from './money.ts';
import { foldText } from './text.ts';

/** The name of the campaign run that contains these balances. */
export const BEFORE_RUN_NAME = 'Before Kinfold';

const TOTAL = /^(grand |sub ?-?)?totals?( owed| due| dues)?\s*:?$|^sum\s*:?$/;

/** Returns whether a row is a total, by its first cell with letters: columns called by years are the first of an object. */
const isTotal = (cells: Readonly<Record<string, string>>) =>
  TOTAL.test(foldText(Object.values(cells).find((cell) => /\p{L}/u.test(cell)) ?? ''));

const WHO = ['memberId', 'externalRef', 'firstNm', 'lastNm', 'birthDt', 'campaign'] as const;

/** Returns whether a row names a person, or has their number. */
export const saysWho = ({ memberId, externalRef, firstNm, lastNm }: ImportValues): boolean =>
  Boolean(memberId ?? externalRef ?? firstNm ?? lastNm);

/** A row of balances that was read; `note` says what of it is not entered. */
export type BalanceReading = Omit<ImportRowReading, 'left'> & { note?: string };

/**
 * Reads a row; none of its dates may be after `today`. A total is read with its amount and has no faults. `missing`
 * lists what a row without a person lacks to identify one.
 */
export function readBalanceRow(
  cells: Readonly<Record<string, string>>,
  mapping: ImportMapping,
  answers: ImportAnswers,
  today: CalendarDate,
): BalanceReading {
  const { text, fault, faults, columnOf } = readCells(cells, mapping);
  const person = readImportRow(cells, mapping, answers, today);
  const values: ImportValues = {};
  for (const field of WHO) if (person.values[field]) values[field] = person.values[field];
  faults.push(
    ...[...person.faults, ...person.left].filter(
      ({ field }) => WHO.some((each) => each === field) || field === 'fullName',
    ),
  );
  // Tells a father from his son.
  if (person.values.suffix) values.suffix = person.values.suffix;
  // Whose number is known needs no whole name.
  const named = faults.filter(({ field }) => !values.externalRef || !NAMES.includes(field));
  faults.splice(0, faults.length, ...named);
  const hints = [...person.hints];
  for (const field of ['owed', 'lastPaid'] as const) {
    const read = (field === 'owed' ? readBalance : readAmount)(
      (text(field) ?? '-').replace(/^\+\s*(?=[$\d])/, ''),
    );
    if (read.fault) fault(field, read.fault);
    else if (read.amount) values[field] = read.amount;
  }
  // Which of them is owed is asked; until then nothing is entered.
  const { yearsBeside = 'balance' } = answers;
  const isOfYears = text('owed') === undefined || yearsBeside !== 'balance';
  const { deceasedDt, deathDay } = person.values;
  const diedIn = deathDay === 'unknown' ? undefined : deceasedDt?.slice(0, 4);
  const years = isOfYears ? readYears(cells, mapping, answers, diedIn) : undefined;
  if (years && 'owed' in years) {
    const before = yearsBeside === 'both' ? values.owed : undefined;
    const owed = sumCents([before ?? ZERO, years.owed]);
    delete values.owed;
    if (owed) values.owed = owed;
  } else if (years) faults.push({ field: 'owed', ...years });
  const latest = answers.asOf ?? today;
  for (const field of ['lastPaidDt', 'coveredSince'] as const) {
    const written = text(field);
    if (!written) continue;
    const read = readRecentDate(written, answers, today);
    hints.push(...read.hints);
    if (read.fault) fault(field, read.fault);
    else if (read.date && read.date > latest) fault(field, 'This is after the day that the file is of');
    else if (read.date) values[field] = read.date;
  }
  const isFaulty = (field: 'lastPaid' | 'lastPaidDt') => faults.some((each) => each.field === field);
  if (values.lastPaid && !values.lastPaidDt && !isFaulty('lastPaidDt'))
    fault('lastPaidDt', 'Say when the last payment was');
  if (values.lastPaidDt && !values.lastPaid && !isFaulty('lastPaid'))
    fault('lastPaid', 'Say how much the last payment was');
  if (isTotal(cells)) {
    const total: ImportValues = { isTotal: true, ...(values.owed && { owed: values.owed }) };
    return { values: total, faults: [], missing: [], hints: [] };
  }
  const isKnown = Boolean(values.memberId ?? values.externalRef) || Boolean(values.firstNm && values.lastNm);
  const missing = isKnown
    ? []
    : [
        {
          field: 'memberId' as const,
          column: columnOf('memberId'),
          message: 'Say whose this is: a Member Number, or First Name and Last Name',
        },
      ];
  const note = years && 'owed' in years ? years.note : undefined;
  return { values, faults: unique(faults), missing, hints, ...(note && { note }) };
}

/** The same cell may be read twice. */
const unique = (faults: ImportRowReading['faults']) =>
  faults.filter(
    ({ column, message }, index) =>
      faults.findIndex((each) => each.column === column && each.message === message) === index,
  );
