/** Finding members, organizations, campaigns and memberships by what a user remembers of them: `GET /v2/search`. */
import * as z from 'zod/mini';
import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX } from './constants.ts';
import { parseDate, type CalendarDate } from './dates.ts';
import { Cover } from './cover.ts';
import { FoundName } from './member.ts';
import { freeText } from './free-text.ts';
import { phoneDigits } from './phone.ts';
import { NO_FIELDS } from './problem.ts';
import { foldText } from './text.ts';

const TOO_LONG = `At most ${NAME_MAX} characters`;

/** The search term of a list's query, from `min` characters in all; if it is empty or missing, everybody is found. */
export function searchTermField(tooShort: string, min = MEMBER_SEARCH_MIN_CHARS) {
  return z.optional(
    freeText(TOO_LONG).check(z.refine((term) => term === '' || term.length >= min, tooShort)),
  );
}

const TOO_SHORT = `Type at least ${MEMBER_SEARCH_MIN_CHARS} characters`;

/** The maximum number of results of each kind. */
export const SEARCH_LIMIT = 10;

/** `GET /v2/search?q=` */
export const SearchQuery = z.object(
  {
    q: z
      .string(TOO_SHORT)
      .check(z.trim(), z.minLength(MEMBER_SEARCH_MIN_CHARS, TOO_SHORT), z.maxLength(NAME_MAX, TOO_LONG)),
  },
  NO_FIELDS,
);

/**
 * Answer of `GET /v2/search`: at most `SEARCH_LIMIT` of each kind, of what the reader may see. Where nothing fits,
 * `didYouMean` has searches that find what is spelled alike.
 */
export const SearchResults = z.object({
  didYouMean: z.array(z.object({ text: z.string(), count: z.int() })),
  members: z.array(
    z.object({
      _id: z.string(),
      memberId: z.string(),
      ...FoundName,
      externalRef: z.optional(z.string()),
      organizationName: z.string(),
      birthDt: z.nullable(z.string()),
      cover: z.optional(Cover),
    }),
  ),
  organizations: z.array(z.object({ organizationNumber: z.string(), organizationName: z.string() })),
  campaigns: z.array(z.object({ _id: z.string(), campaignName: z.string() })),
  memberships: z.array(
    z.object({
      _id: z.string(),
      externalRef: z.string(),
      primaryMemberName: z.string(),
      primaryMemberId: z.string(),
      cover: z.optional(z.nullable(Cover)),
    }),
  ),
  /** Where the number of a claim was typed that the reader may read. */
  claims: z.optional(
    z.array(z.object({ _id: z.string(), claimNbr: z.string(), name: z.string(), campaignName: z.string() })),
  ),
});
export type SearchResults = z.infer<typeof SearchResults>;

const APOSTROPHES = /['’‘ʼ`´]/g;

/**
 * Splits a typed text into the words to search for: folded, split at blanks, points and hyphens, without apostrophes.
 */
export function searchWords(text: string): string[] {
  return [...new Set(foldText(text).replace(APOSTROPHES, '').split(SEPARATORS))].filter(Boolean);
}

const SEPARATORS = /[\s,.‐‑–-]+/;

/**
 * Returns the keys by which a name is found: each of its words, joined with those after it. `O'Sullivan` is found by
 * `osullivan`, `o'sullivan`, `o sullivan` and `sullivan`, `De la Cruz` by `delacruz`, and no word needs a second key.
 */
export function searchKeysOfName(name: string): string[] {
  const words = foldText(name).replace(APOSTROPHES, ' ').split(SEPARATORS).filter(Boolean);
  return [...new Set(words.map((_word, index) => words.slice(index).join('')))];
}

const START_LENGTHS = [3, 2] as const;

/** Returns the first three and the first two letters of keys that have them, for an index. */
export function startsOf(keys: readonly string[]): string[] {
  const starts = keys.flatMap((key) => {
    const letters = [...key];
    return START_LENGTHS.filter((length) => letters.length >= length).map((length) =>
      letters.slice(0, length).join(''),
    );
  });
  return [...new Set(starts)];
}

/**
 * Returns the prefix with which an index finds candidates for several prefixes: the beginning of the longest; undefined
 * if all are one letter.
 */
export function startOf(prefixes: readonly string[]): string | undefined {
  const longest = prefixes.map((prefix) => [...prefix]).toSorted((a, b) => b.length - a.length)[0];
  return longest && longest.length >= 2 ? longest.slice(0, 3).join('') : undefined;
}

/** Returns the last 7 and the last 4 digits of a phone number: what people remember of one. */
export function phoneEndsOf(digits: string): string[] {
  return digits.length < 7 ? [] : [digits.slice(-7), digits.slice(-4)];
}

/** Returns whether a word may be the end of a phone number: exactly its last 7 or last 4 digits. */
export const isPhoneEnd = (word: string) => /^(\d{4}|\d{7})$/.test(word);

/** One reading of a typed text: all of it must match a member. */
export type MemberSearch =
  | { memberId: string }
  /** Each text begins a name, a number or a phone; may be empty beside the other fields. */
  | {
      prefixes: string[];
      birthDt?: CalendarDate;
      /** A year of birth. */
      birthYear?: string;
      /** The last 7 or last 4 digits of a phone. */
      phoneEnd?: string;
    };

/**
 * Returns the readings of a typed text in a search for a member: words of the name in any order, a member number with
 * or without its `M-` and zeros, a phone number or its end, a birth date or its year, the latter also beside a name.
 * Any reading may match.
 */
export function readMemberSearch(term: string): MemberSearch[] {
  const number = /^m[\s-]?(\d{1,9})$/i.exec(term.trim())?.[1];
  if (number) return [{ memberId: memberNumber(number) }];
  const { dates, rest } = takeDate(term);
  const searches: MemberSearch[] = dates.map((birthDt) => ({ prefixes: searchWords(rest), birthDt }));
  if (dates.length && /\D/.test(term.trim())) return searches;
  if (!isDigits(term)) {
    const prefixes = memberWords(term);
    return [...endsAndYears(prefixes), { prefixes }];
  }
  const digits = phoneDigits(term);
  if (/^\d{1,6}$/.test(term.trim())) searches.push({ memberId: memberNumber(digits) });
  searches.push(...endsAndYears([digits]));
  // With its country code; no area code begins with 0 or 1.
  const phone = withoutTrunk(digits.replace(/^1(?=\d)/, ''));
  if (phone && !phone.startsWith('0')) searches.push({ prefixes: [phone] });
  return searches;
}

/**
 * The words of a query in a list of members: each begins a name, a member number or a phone, or is the end of a phone.
 */
export function memberListWords(term: string): string[] {
  return isDigits(term) ? [withoutTrunk(phoneDigits(term))].filter(Boolean) : memberWords(term);
}

/** The digits of a phone without the zero that other countries dial before it at home; few others are so long. */
const withoutTrunk = (digits: string) => digits.replace(/^0+(?=[1-9]\d{6})/, '');

const isDigits = (term: string) => /^[+\d\s().-]+$/.test(term);

const memberNumber = (digits: string) => `M-${digits.replace(/^0+(?=\d)/, '').padStart(6, '0')}`;

/** The number of a claim that a term is, with or without its hyphen and zeros; undefined for any other term. */
export function claimNumberIn(term: string): string | undefined {
  const digits = /^c[\s-]?(\d{1,9})$/i.exec(term.trim())?.[1];
  return digits === undefined ? undefined : claimNumber(Number(digits));
}

/** The printed number of a claim: `C-000001`. */
export const claimNumber = (number: number) => `C-${String(number).padStart(6, '0')}`;

/**
 * The words of a term; for a member number its digits, by which it is found: all of them, or the first if it is
 * preceded by 0.
 */
function memberWords(term: string): string[] {
  const whole = (digits: string) => (digits.startsWith('0') ? digits : memberNumber(digits).slice(2));
  return searchWords(term.replace(/\bm-?(\d{1,9})\b/gi, (_number, digits: string) => whole(digits)));
}

/** The readings in which one word is the end of a phone, or a year of birth, beside the others. */
function endsAndYears(words: readonly string[]): MemberSearch[] {
  const word = words.find(isPhoneEnd);
  if (word === undefined) return [];
  const prefixes = words.filter((item) => item !== word);
  return [
    { prefixes, phoneEnd: word },
    ...(/^(19|20)\d\d$/.test(word) ? [{ prefixes, birthYear: word }] : []),
  ];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;

/** The usual ways to write a day, each with the order of its year, month and day. */
const WRITTEN: [pattern: RegExp, order: 'ymd' | 'mdy' | 'dmy'][] = [
  [/\b(\d{4})[-/.](\d\d?)[-/.](\d\d?)\b/, 'ymd'],
  [/\b(\d\d?)[-/.](\d\d?)[-/.](\d{4}|\d\d)\b/, 'mdy'],
  [/^\s*(\d\d)(\d\d)(\d{4})\s*$/, 'mdy'],
  [new RegExp(`\\b${MONTH}\\s+(\\d\\d?)(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'i'), 'mdy'],
  [new RegExp(`\\b(\\d\\d?)(?:st|nd|rd|th)?\\s+${MONTH}\\s+(\\d{4})\\b`, 'i'), 'dmy'],
];

/** The days that a part of a text may mean, and the text without it. */
function takeDate(text: string): { dates: CalendarDate[]; rest: string } {
  for (const [pattern, order] of WRITTEN) {
    const match = pattern.exec(text);
    if (!match) continue;
    const part = (letter: string) => match[order.indexOf(letter) + 1] ?? '';
    const dates = daysOf(part('y'), part('m'), part('d'));
    if (dates.length) return { dates, rest: text.replace(match[0], ' ') };
  }
  return { dates: [], rest: text };
}

/** A two-digit year is of this century or the last; a month above 12 is the day, as outside America. */
function daysOf(year: string, month: string, day: string): CalendarDate[] {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1 || Number(month);
  const [m, d] = number > 12 ? [Number(day), number] : [number, Number(day)];
  const years = year.length === 2 ? [`19${year}`, `20${year}`] : [year];
  const two = (part: number) => String(part).padStart(2, '0');
  return years.flatMap((each) => parseDate(`${each}-${two(m)}-${two(d)}`) ?? []);
}
