/** Months of the deployment's time zone. */
import { addDays, calendarDateOf, showDateInWords, startOfDay, type CalendarDate } from './dates.ts';

/** A month as text: `2026-11`. */
export type Month = `${number}-${string}`;

/** Returns the month of an instant. */
export function monthOf(instant: Date, timeZone: string): Month {
  return calendarDateOf(instant, timeZone).slice(0, 7) as Month;
}

/** Returns the month a number of months after another; before it for a negative number. */
export function addMonths(month: Month, months: number): Month {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** Returns `count` months that end with a given one, oldest first. */
export function monthsUpTo(month: Month, count: number): Month[] {
  return Array.from({ length: count }, (_, index) => addMonths(month, index + 1 - count));
}

/** Returns when a month begins and when the next one does. */
export function boundsOf(month: Month, timeZone: string): { from: Date; to: Date } {
  const first = (of: Month) => startOfDay(`${of}-01` as CalendarDate, timeZone);
  return { from: first(month), to: first(addMonths(month, 1)) };
}

/** Returns the last day of a month. */
export function lastDayOf(month: Month): CalendarDate {
  return addDays(`${addMonths(month, 1)}-01` as CalendarDate, -1);
}

/** Returns the name of a month, or of that of a day: `October 2026`. */
export const monthName = (month: string): string =>
  showDateInWords(`${month.slice(0, 7)}-01` as CalendarDate).replace(' 1,', '');
