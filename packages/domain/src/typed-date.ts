/** Dates as people type them: a field adds the slashes, and an ambiguous date leads to a question. */
import { calendarDate, parseDate, showDateInWords, typedDate, type CalendarDate } from './dates.ts';

/** The maximum length of a typed date (spec section 5). */
export const TYPED_DATE_MAX = 'MM/DD/YYYY'.length;

/** The digits of MM/DD/YYYY, or the beginning of them. */
const paddedSoFar =
  /^(?:[01]?|(?:0[1-9]|1[0-2])(?:[0-3]?|(?:0[1-9]|[12]\d|3[01])(?:[12]?|(?:19|20)\d{0,2})))$/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `March 14 1985` or `14 March 1985` with the number of the month first, once its first three letters are there. */
function withMonthAsNumber(text: string): string {
  const [, day = '', letters = '', rest = ''] = /^\s*(?:(\d\d?)\P{L}*)?(\p{L}{3})(.*)$/u.exec(text) ?? [];
  const month = MONTHS.indexOf(letters.toLowerCase()) + 1;
  return month ? [String(month).padStart(2, '0'), day, rest].join('/') : text;
}

/** The first letters of a month, which stay until the month is unambiguous. */
const isMonthBegun = (text: string): boolean => {
  const letters = /^(?:\d\d?\/)?(\p{L}{1,2})$/u.exec(text)?.[1]?.toLowerCase();
  return letters !== undefined && MONTHS.some((month) => month.startsWith(letters));
};

const withSlashes = (digits: string) =>
  [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');

/**
 * Formats a date while it is typed or pasted, at most MM/DD/YYYY (spec section 5). Slashes are added only while the
 * digits can still become MM/DD/YYYY: `3141985` stays as it is until it means 03/14/1985, and is never 31/41/985.
 * Points, hyphens and blanks between numbers become slashes, a month or day of one digit gets its zero, and a month in
 * letters becomes its number. While something before the end is edited (`isAtEnd` false) nothing is added.
 */
export function formatTypedDate(text: string, isAtEnd = true): string {
  // As a browser autofills a birthday, or as pasted.
  const iso = /^\s*(\d{4})-(\d\d)-(\d\d)\s*$/.exec(text);
  if (iso) return `${iso[2]}/${iso[3]}/${iso[1]}`;
  if (isAtEnd && isMonthBegun(text)) return text;
  const typed = withMonthAsNumber(text)
    .replace(/[/.,\s\p{Pd}]+/gu, '/')
    .replace(/[^\d/]/g, '')
    .replace(/^\//, '');
  const digits = typed.replaceAll('/', '').slice(0, 8);
  const parts = typed.split('/');
  const finished = parts.slice(0, -1);
  const isPadded = paddedSoFar.test(digits) && finished.every((part) => part.length === 2);
  if (isPadded && (isAtEnd || digits.length === 8))
    // A typed slash stays: the next digit would add it.
    return withSlashes(digits) + (/^(\d\d|\d\d\/\d\d)\/$/.test(typed) ? '/' : '');
  if (!isAtEnd) return typed.slice(0, TYPED_DATE_MAX);
  if (/^\d\d?\/(\d{0,2}|\d\d?\/\d{0,4})$/.test(typed) && mayBeMonthAndDay(parts))
    return [...finished.map((part) => (part === '0' ? part : part.padStart(2, '0'))), parts.at(-1)].join('/');
  const [day, other] = daysOf(digits, [4]);
  return day && !other ? typedDate(day) : digits;
}

/** Of a typed date that is not in its month, as 02/30/2026, that there is none; undefined for everything else. */
export function noSuchDay(text: string): string | undefined {
  const [, month = '', day = '', year = ''] = /^(0[1-9]|1[0-2])\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  if (!month || !/^(19|20)/.test(year) || calendarDate(year, month, day)) return undefined;
  const name = showDateInWords(`2000-${month}-01`).split(' ', 1)[0];
  return `There is no ${name} ${Number(day)}${month === '02' && day === '29' ? ` in ${year}` : ''}`;
}

/** Returns whether two numbers may be a month and a day, in any order. */
function mayBeMonthAndDay([a, b]: readonly string[]): boolean {
  const numbers = [Number(a), Number(b)];
  return Math.min(...numbers) <= 12 && Math.max(...numbers) <= 31;
}

/**
 * The day of a typed date: `day` if there is only one, else the days that it `may` be, none for a text that is not a
 * date. `latest` is today for a birth date: a two-digit year is one in which a living person may have been born;
 * without it, it is of this century.
 */
export function readTypedDate(
  text: string,
  latest?: CalendarDate,
): { day?: CalendarDate; may: CalendarDate[] } {
  const exact = parseDate(text);
  if (exact) return { day: exact, may: [] };
  const parts = text.trim().split(/[/.\s\p{Pd}]+/u);
  const digits = text.replace(/\D/g, '');
  const splits = digits.length < 5 ? [] : splitsOf(digits, parts.length === 3 ? [4] : [4, 2]);
  // The field adds slashes to `11/19/19`, which may be 1, 1, 1919.
  if (parts.length === 3) splits.unshift(parts);
  const monthFirst = daysOfSplits(splits, latest);
  const [only, other] = monthFirst;
  // `03/14/19` may be the beginning of 1985.
  const isBegun =
    only && /^..(19|20)/.test(only) && !splits.some((split) => split.includes(only.slice(0, 4)));
  if (only && !other && !isBegun) return { day: only, may: [] };
  if (only) return { may: monthFirst };
  return {
    may: daysOfSplits(
      splits.map(([day = '', month = '', year = '']) => [month, day, year]),
      latest,
    ),
  };
}

/** The maximum age of a living person, in years. */
const OLDEST = 110;

/** The years that four or two digits may mean. */
function yearsOf(text: string, latest: CalendarDate | undefined): string[] {
  if (text.length !== 2) return [text];
  if (latest === undefined) return [`20${text}`];
  const now = Number(latest.slice(0, 4));
  return [`19${text}`, `20${text}`].filter((year) => Number(year) <= now && Number(year) >= now - OLDEST);
}

/**
 * Every way to split digits without slashes into month, day and a year of a given number of digits, or 8 digits with
 * the year first.
 */
function splitsOf(digits: string, yearLengths: readonly number[]): string[][] {
  const yearFirst = digits.length === 8 ? [[digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]] : [];
  const monthFirst = yearLengths.flatMap((length) =>
    [1, 2].flatMap((monthLength) => {
      const [month, day] = [digits.slice(0, monthLength), digits.slice(monthLength, -length)];
      return day.length === 1 || day.length === 2 ? [[month, day, digits.slice(-length)]] : [];
    }),
  );
  return [...monthFirst, ...yearFirst];
}

/** The days of some splits of month, day and year, or year, month and day; each once. */
function daysOfSplits(splits: readonly string[][], latest?: CalendarDate): CalendarDate[] {
  const days = splits.flatMap((split) => {
    const [month = '', day = '', year = ''] = split[0]?.length === 4 ? [split[1], split[2], split[0]] : split;
    if (!month || !day || month.length > 2 || day.length > 2) return [];
    return yearsOf(year, latest).flatMap(
      (whole) => calendarDate(whole, month.padStart(2, '0'), day.padStart(2, '0')) ?? [],
    );
  });
  const past = latest === undefined ? days : days.filter((day) => day <= latest);
  return [...new Set(past)];
}

/** The days that digits without slashes may mean, with years of a given number of digits. */
function daysOf(digits: string, yearLengths: readonly number[]): CalendarDate[] {
  return daysOfSplits(splitsOf(digits, yearLengths));
}
