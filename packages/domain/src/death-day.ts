/**
 * The day of a death, as far as it is known (rules.md "Death, payers and who is charged"). Of a death in a month, or on a day
 * that nobody knows, `deceasedDt` is the last day on which it can have been: the end of the month, or the day on which it was
 * reported. From the day after, nobody who has died is covered or charged; on a day before it that is unknown, nobody can say.
 */
import * as z from 'zod/mini';
import { addMonths, type Month } from './month.ts';
import { addDays, showDate, showDateInWords, type CalendarDate } from './dates.ts';

/** How far a day of death is known where the day itself is not: its month, or nothing. */
export const DEATH_DAYS = ['month', 'unknown'] as const;
export type DeathDay = (typeof DEATH_DAYS)[number];

/** `deathDay` on the wire, beside `deceasedDt`; missing where the day is known. */
export const DeathDayField = z.optional(z.enum(DEATH_DAYS));

/** A day of death, as it is stored: `deathDay` is missing or null where it is known to the day. */
export type KnownDeath = { deceasedDt: CalendarDate | null; deathDay?: DeathDay | null | undefined };

const monthOf = (day: CalendarDate) => day.slice(0, 7) as Month;

/** The last day on which somebody can have died: of a month (any day of it), or of whom only the day of the report is known. */
export function lastDayOfDeath(
  month: CalendarDate | null,
  reportedDt: CalendarDate,
): { deceasedDt: CalendarDate; deathDay: DeathDay } {
  if (month === null) return { deceasedDt: reportedDt, deathDay: 'unknown' };
  const end = addDays(`${addMonths(monthOf(month), 1)}-01`, -1);
  return { deceasedDt: end < reportedDt ? end : reportedDt, deathDay: 'month' };
}

/** Before every birth date that may be entered. */
const LONG_AGO = '1800-01-01';

/** The first day on which somebody may have died of whom the day is not known; undefined of everybody else. */
export function firstDayOfDeath({
  deceasedDt,
  deathDay,
  birthDt,
}: KnownDeath & { birthDt: CalendarDate | null }): CalendarDate | undefined {
  if (!deceasedDt || !deathDay) return undefined;
  const born = birthDt ?? LONG_AGO;
  const first: CalendarDate = deathDay === 'month' ? `${monthOf(deceasedDt)}-01` : born;
  return first < born ? born : first;
}

const MONTH_IN_WORDS = /^(\p{L}+) \d+, (\d+)$/u;
const monthInWords = (day: CalendarDate) => showDateInWords(day).replace(MONTH_IN_WORDS, '$1 $2');

/** The day of a death in a sentence: `November 3, 2026`, `November 2026`, or that it is not known. */
export function deathInWords(deceasedDt: CalendarDate, deathDay: DeathDay | null | undefined): string {
  if (deathDay === 'unknown') return 'the day is not known';
  return deathDay === 'month' ? monthInWords(deceasedDt) : showDateInWords(deceasedDt);
}

/** The day of a death beside the word 'Deceased' and in lists: `11.03.2026`, `November 2026`, `day not known`. */
export function showDeathDay(deceasedDt: CalendarDate, deathDay: DeathDay | null | undefined): string {
  if (deathDay === 'unknown') return 'day not known';
  return deathDay === 'month' ? monthInWords(deceasedDt) : showDate(deceasedDt);
}
