/**
 * Dates (decisions.md "Dates"): instants are UTC; a birth date is a calendar date without a zone,
 * `YYYY-MM-DD` on the wire, typed MM/DD/YYYY, shown MM.DD.YYYY.
 */
import * as z from 'zod/mini';

/** A calendar date as `YYYY-MM-DD`. */
export type CalendarDate = string;

/** Active memberships and covered members end here (spec section 4). */
export const END_OF_TIME = new Date('9999-12-31T00:00:00.000Z');

function calendarDate(year: string, month: string, day: string): CalendarDate | undefined {
  if (!/^(19|20)\d\d$/.test(year)) return undefined;
  const instant = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  // 02/30 rolls over into March: the parts must come back as they went in.
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== `${year}-${month}-${day}`)
    return undefined;
  return `${year}-${month}-${day}`;
}

/**
 * A date as people type it, MM/DD/YYYY with a year of 19xx or 20xx, month and day of one digit or two; undefined when
 * there is no such day.
 */
export function parseTypedDate(text: string): CalendarDate | undefined {
  const match = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text.trim());
  if (!match) return undefined;
  const [, month = '', day = '', year = ''] = match;
  return calendarDate(year, month.padStart(2, '0'), day.padStart(2, '0'));
}

/** A date of the wire, YYYY-MM-DD or MM/DD/YYYY; undefined when there is no such day. */
export function parseDate(text: string): CalendarDate | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim());
  return match ? calendarDate(match[1] ?? '', match[2] ?? '', match[3] ?? '') : parseTypedDate(text);
}

/**
 * Puts the slashes in while a date is typed: digits only, at most MM/DD/YYYY (spec section 5). A month or day that is
 * ended after one digit gets its zero, so that 3/7/1951 is 03/07/1951; not while an earlier part is corrected, where the
 * zero would come back as often as one takes it away.
 */
export function formatTypedDate(text: string, isAtEnd = true): string {
  // As a browser fills in a birthday, or somebody pastes it.
  const iso = /^\s*(\d{4})-(\d\d)-(\d\d)\s*$/.exec(text);
  if (iso) return `${iso[2]}/${iso[3]}/${iso[1]}`;
  const whole = isAtEnd ? text.replace(/\b(?=[1-9]\D)/g, '0') : text;
  const digits = whole.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

/** A calendar date as it is typed into a form: MM/DD/YYYY. */
export function typedDate(date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}/${year}`;
}

/** An instant or a calendar date as MM.DD.YYYY (spec section 9), an instant on the day it has in the zone. */
export function showDate(date: Date | CalendarDate, timeZone = 'UTC'): string {
  const isCalendarDate = typeof date === 'string' && date.length === 10;
  const shown = isCalendarDate ? date : calendarDateOf(new Date(date), timeZone);
  const [year = '', month = '', day = ''] = shown.split('-');
  return `${month}.${day}.${year}`;
}

/** The calendar date of an instant, in UTC unless a zone is named. */
export function calendarDateOf(instant: Date, timeZone = 'UTC'): CalendarDate {
  // A formatter is slow to make: the first costs an old phone a tenth of a second.
  if (timeZone === 'UTC') return instant.toISOString().slice(0, 10);
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The year of the day that an instant has in a zone. */
export function yearOf(instant: Date, timeZone: string): number {
  return Number(calendarDateOf(instant, timeZone).slice(0, 4));
}

/** Whole years from a birth date to the UTC day of `now`; someone born on 02/29 turns a year older on 03/01. */
export function ageAt(birthDt: CalendarDate, now: Date): number {
  const today = calendarDateOf(now);
  const years = Number(today.slice(0, 4)) - Number(birthDt.slice(0, 4));
  return today.slice(5) < birthDt.slice(5) ? years - 1 : years;
}

/** Whole days from one instant to another, rounded down; negative when `to` is earlier. */
export function daysBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 86_400_000);
}

/**
 * A birth date in a request: YYYY-MM-DD or MM/DD/YYYY, parsed to YYYY-MM-DD. Impossible dates are refused here;
 * a date in the future needs the clock and is refused by `isFutureDate` where the request is handled.
 */
export const BirthDate = z.pipe(
  z
    .string('Invalid Date of Birth')
    .check(z.refine((text) => parseDate(text) !== undefined, 'Invalid Date of Birth')),
  z.transform((text) => parseDate(text) ?? text),
);

/** Whether a calendar date lies after the UTC day of `now`. */
export function isFutureDate(date: CalendarDate, now: Date): boolean {
  return date > calendarDateOf(now);
}

// Date.parse alone takes `5` and `March 7`, and reads an instant without a zone as local time.
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** An instant of the wire (ISO 8601 with its zone), as a Date. */
export const WireInstant = z.pipe(
  z
    .string('A date is an ISO 8601 text')
    .check(
      z.refine(
        (text) => instantPattern.test(text) && !Number.isNaN(Date.parse(text)),
        'A date is an ISO 8601 text',
      ),
    ),
  z.transform((text) => new Date(text)),
);
