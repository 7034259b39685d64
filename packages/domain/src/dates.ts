/**
 * Dates (rules.md "Dates"): instants are UTC; a birth date is a calendar date without a zone, `YYYY-MM-DD` on the wire,
 * typed MM/DD/YYYY, shown MM.DD.YYYY. The day of an instant depends on the deployment's time zone, so every function
 * that converts between them takes the zone.
 */
import * as z from 'zod/mini';

/** A calendar date as `YYYY-MM-DD`. */
export type CalendarDate = string;

const HOUR_MS = 3_600_000;
/** 24 hours in milliseconds. A calendar day may be shorter or longer: see `startOfDay`. */
export const DAY_MS = 24 * HOUR_MS;

/** Active memberships and covered members end here (spec section 4). */
export const END_OF_TIME = new Date('9999-12-31T00:00:00.000Z');

/** Returns the day of a year of 19xx or 20xx, with month and day of two digits; undefined if it does not exist. */
export function calendarDate(year: string, month: string, day: string): CalendarDate | undefined {
  if (!/^(19|20)\d\d$/.test(year)) return undefined;
  const instant = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  // 02/30 rolls over into March, so the parts are compared with the input.
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== `${year}-${month}-${day}`)
    return undefined;
  return `${year}-${month}-${day}`;
}

/**
 * Parses a date as people type it: MM/DD/YYYY with a year of 19xx or 20xx, month and day of one digit or two; undefined
 * if there is no such day.
 */
export function parseTypedDate(text: string): CalendarDate | undefined {
  const match = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text.trim());
  if (!match) return undefined;
  const [, month = '', day = '', year = ''] = match;
  return calendarDate(year, month.padStart(2, '0'), day.padStart(2, '0'));
}

/** Parses a wire date, YYYY-MM-DD or MM/DD/YYYY; undefined if there is no such day. */
export function parseDate(text: string): CalendarDate | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim());
  return match ? calendarDate(match[1] ?? '', match[2] ?? '', match[3] ?? '') : parseTypedDate(text);
}

/** A calendar date as typed into a form: MM/DD/YYYY. */
export function typedDate(date: CalendarDate): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}/${year}`;
}

/** A calendar date, or the day of an instant in a time zone, as MM.DD.YYYY (spec section 9). */
export function showDate(date: CalendarDate): string;
export function showDate(date: Date | CalendarDate, timeZone: string): string;
export function showDate(date: Date | CalendarDate, timeZone = 'UTC'): string {
  const [year = '', month = '', day = ''] = (
    typeof date === 'string' ? date : calendarDateOf(date, timeZone)
  ).split('-');
  return `${month}.${day}.${year}`;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/**
 * A calendar date, or the day of an instant in a time zone, as written in sentences, mails and letters: `December 3,
 * 2026`.
 */
export function showDateInWords(date: CalendarDate): string;
export function showDateInWords(date: Date | CalendarDate, timeZone: string): string;
export function showDateInWords(date: Date | CalendarDate, timeZone = 'UTC'): string {
  const [year = '', month = '', day = ''] = (
    typeof date === 'string' ? date : calendarDateOf(date, timeZone)
  ).split('-');
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}

/** One formatter per time zone: creating the first takes an old phone 100 ms, using it microseconds. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the day formatter of a zone, created once. Throws RangeError if the zone does not exist. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const formatter = new Intl.DateTimeFormat('en-US', options);
  formatters.set(timeZone, formatter);
  return formatter;
}

/** Returns whether a time zone of this name exists (IANA), such as `America/New_York`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(formatterOf(name));
  } catch {
    return false;
  }
}

/**
 * Returns the calendar date of an instant in a time zone: the only function that turns an instant into a day. Throws
 * RangeError if the zone does not exist.
 */
export function calendarDateOf(instant: Date, timeZone: string): CalendarDate {
  // The usual zone needs no formatter, so the first paint does not wait for one (decision 009).
  if (timeZone === 'UTC') return instant.toISOString().slice(0, 10);
  const parts = formatterOf(timeZone).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The year of an instant in a time zone. */
export function yearOf(instant: Date, timeZone: string): number {
  return Number(calendarDateOf(instant, timeZone).slice(0, 4));
}

/** Returns the calendar date a number of days after another, or before it. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns the first instant of a day in a time zone: the only function that turns a day into an instant. It is
 * midnight, or 01:00 on a day whose clocks go forward at midnight. A day that a zone skipped (Samoa, 2011-12-30) begins
 * with the next one. Found by bisection, because Intl only converts the other way.
 */
export function startOfDay(date: CalendarDate, timeZone: string): Date {
  const midnight = Date.parse(date);
  if (timeZone === 'UTC') return new Date(midnight);
  // Since 1900 no zone has been more than 14 hours ahead of UTC or 12 behind.
  let [before, found] = [midnight - 15 * HOUR_MS, midnight + 15 * HOUR_MS];
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    if (calendarDateOf(new Date(middle), timeZone) < date) before = middle;
    else found = middle;
  }
  return new Date(found);
}

/** Returns the last millisecond of a day in a time zone: the end of a run whose last day was typed. */
export function endOfDay(date: CalendarDate, timeZone: string): Date {
  return new Date(startOfDay(addDays(date, 1), timeZone).getTime() - 1);
}

/**
 * Whole years from a birth date to a day; someone born on 02/29 turns a year older on 03/01. Null where the birth date is
 * not known.
 */
export function ageOn(birthDt: CalendarDate, today: CalendarDate): number;
export function ageOn(birthDt: CalendarDate | null, today: CalendarDate): number | null;
export function ageOn(birthDt: CalendarDate | null, today: CalendarDate): number | null {
  if (birthDt === null) return null;
  const years = Number(today.slice(0, 4)) - Number(birthDt.slice(0, 4));
  return today.slice(5) < birthDt.slice(5) ? years - 1 : years;
}

/** The age of a person on a day; of a person who died before, the age at death. Null where the birth date is not known. */
export const ageOf = (
  { birthDt, deceasedDt }: { birthDt: CalendarDate | null; deceasedDt: CalendarDate | null },
  today: CalendarDate,
): number | null => ageOn(birthDt, deceasedDt !== null && deceasedDt < today ? deceasedDt : today);

/** Returns whole periods of 24 hours from one instant to another, rounded down; negative when `to` is earlier. */
export function daysBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / DAY_MS);
}

// Date.parse alone accepts `5` and `March 7`, and reads an instant without a zone as local time.
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The text of an instant: ISO 8601 with its zone. */
export function instantText(message: string) {
  return z
    .string(message)
    .check(z.refine((text) => instantPattern.test(text) && !Number.isNaN(Date.parse(text)), message));
}

/** Parses a wire instant (ISO 8601 with its zone) to a Date. */
export const WireInstant = z.pipe(
  instantText('A date is an ISO 8601 text'),
  z.transform((text) => new Date(text)),
);

/**
 * The field of a calendar date in a request: YYYY-MM-DD or MM/DD/YYYY, parsed to YYYY-MM-DD. Impossible dates are refused
 * with `message`.
 */
export function dateField(message: string) {
  return z.pipe(
    z.string(message).check(z.refine((text) => parseDate(text) !== undefined, message)),
    z.transform((text) => parseDate(text) ?? text),
  );
}
