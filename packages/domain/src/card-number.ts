/**
 * Finds card numbers in text (rules.md "Payments": never stored, never logged), for form fields, headers and logs.
 *
 * A card number is 13 to 19 decimal digits of any script (NFKC first) that pass the Luhn check (ISO/IEC 7812-1) and are
 * - all the digits between two words, where a word has more than three letters, or
 * - one unbroken group of digits, or
 * - a part of the digits between two words that begins with the prefix of a card network and has a length of its cards,
 *   or
 * - such digits with words between them, where they are grouped as on cards: fours (eights, twelves), 4-6-5 or 4-6-4.
 *
 * One in ten other numbers of that length passes the Luhn check and is refused too, such as a list of ages or amounts.
 * Digits that belong wholly to dates, with or without a time, and phone numbers are not a card number, and ids are
 * skipped: UUIDs, 24 hexadecimal digits with a letter among them, and times in milliseconds, of which clients make keys
 * (13 digits from 16 to 19: no card has them).
 *
 * Not found: a number that reads as two phone numbers (14, 18 or 19 digits), as one with an extension, as a phone number
 * and a date, or as a German or Austrian phone number (13 digits); single digits, or groups that no card has, with words between them; fours with
 * other numbers between them; numbers in words (`four two`). Nobody writes these by mistake.
 */
import * as z from 'zod/mini';

/** The error for a field that contains a card number. */
export const CARD_NUMBER = 'This looks like a card number. Please leave it out.';

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** Between two groups of digits, up to this many letters, such as `and` or `x`, are not a word. */
const MAX_LETTERS_BETWEEN = 3;
/**
 * The sizes of groups on cards: fours, some of which may be joined; 4-6-5 (American Express) and 4-6-4 (Diners Club).
 */
const CARD_GROUPS = /^(?:(?:4|8|12),)+(?:[1-9]|1[0-2])$|^4,6,[45]$/;

/** Card networks by the first four digits (IIN, ISO/IEC 7812), from and to, and the lengths of their numbers. */
const CARD_NETWORKS: readonly (readonly [from: number, to: number, lengths: readonly number[]])[] = [
  [2200, 2204, [16, 17, 18, 19]],
  [2221, 2720, [16]],
  [3000, 3059, [14, 16]],
  [3095, 3095, [14, 16]],
  [3400, 3499, [15]],
  [3528, 3589, [16, 19]],
  [3600, 3699, [14, 16]],
  [3700, 3799, [15]],
  [3800, 3999, [14, 16]],
  [4000, 4999, [13, 16, 19]],
  [5000, 5999, [16]],
  [6000, 6999, [16, 17, 18, 19]],
  [8100, 8299, [16]],
];

const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const YEAR = String.raw`(?:19|20)\d\d`;
/** The time behind a date: `2024-05-01 10:00:00`, `5/1/2024 10:00 AM`. */
const TIME = String.raw`(?:(?:T| +)\d?\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?`;
/** Dates with the year first or last, and phone numbers: US, or international with a + (E.164). */
const DATES_AND_PHONES = whole(
  String.raw`\d`,
  `${DAY}([./-])${DAY}\\2${YEAR}${TIME}`,
  `${YEAR}([./-])${DAY}\\3${DAY}${TIME}`,
  String.raw`(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}`,
  String.raw`\d{10}`,
  // 13 digits that begin with 4 may be a card (Visa), unless the country is +43 or +49. Hence at least 9 digits below:
  // two adjacent phone numbers have more digits than most cards.
  String.raw`\+(?!4[ .-]?[^39])\d(?:[ .-]?\d){12}`,
  String.raw`\+\d(?:[ .-]?\d){8,11}`,
);
/** As lists have them: phone numbers without an area code or with an extension, and dates with two digits of the year. */
const SHORT_DATES_AND_PHONES = whole(
  String.raw`\d`,
  `${DAY}([./-])${DAY}\\2\\d\\d`,
  // The last digits of a second number behind a slash: `240-555-0906 / 0907`.
  String.raw`(?:\(?\d{3}\)?[ ./–-]{0,3})?\d{3}[ .–-]?\d{4}(?:,? ?(?:x|ext)[.:]? ?\d{1,5}| ?/ ?\d{4}(?![\d-]))?`,
);
const IDS = whole('[0-9a-z]', '[0-9a-f]{24}', '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}');
const TIMES = whole(String.raw`\d`, String.raw`1[6-9]\d{11}`);

/** Matches some patterns where no character of `beside` is adjacent. The first group is the text before. */
function whole(beside: string, ...patterns: string[]): RegExp {
  // No lookbehind: Safari supports it only from version 16.4.
  return new RegExp(`(^|(?!${beside})[^])(?:${patterns.join('|')})(?!${beside})`, 'gi');
}

/** A digit of a text and its place in UTF-16 units, `to` exclusive. */
type Digit = {
  value: number;
  from: number;
  to: number;
  /** Directly after the digit before. */
  isAdjacent: boolean;
  /** A word separates it from the digit before. */
  isAfterWord: boolean;
  isDateOrPhone: boolean;
};

/** The value of a decimal digit of any script: each script has its ten in a row, from zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 128) return code - 48;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

type Range = { from: number; to: number };

/** Returns whether one of some sorted ranges covers a position; call it with increasing positions only. */
function covers(ranges: readonly Range[]): (place: number) => boolean {
  let next = 0;
  return (place) => {
    while (place >= (ranges[next]?.to ?? Infinity)) next += 1;
    return place >= (ranges[next]?.from ?? Infinity);
  };
}

const matches = (text: string, pattern: RegExp): Range[] =>
  [...text.matchAll(pattern)].map(({ index, 0: match, 1: before = '' }) => ({
    from: index + before.length,
    to: index + match.length,
  }));

/** The digits of a text's parts, without ids. */
function digitsOf(text: string): Digit[][] {
  const isLong = covers(matches(text, DATES_AND_PHONES));
  const isShort = covers(matches(text, SHORT_DATES_AND_PHONES));
  const isId = covers(matches(text, IDS).filter(({ from, to }) => /[a-f]/i.test(text.slice(from, to))));
  const isTime = covers(matches(text, TIMES));
  const parts: Digit[][] = [[]];
  let letters = 0;
  let place = 0;
  for (const character of text) {
    const [from, to] = [place, place + character.length];
    place = to;
    if (isTime(from) || isId(from)) {
      if (parts.at(-1)?.length) parts.push([]);
      continue;
    }
    const plain = character < '\u0080' ? character : character.normalize('NFKC');
    for (const part of plain) {
      if (/\p{Nd}/u.test(part)) {
        const before = parts.at(-1)?.at(-1);
        const isAdjacent = before?.to === from || before?.from === from;
        const isAfterWord = letters > MAX_LETTERS_BETWEEN;
        const value = digitValue(part);
        const isDateOrPhone = isLong(from) || isShort(from);
        parts.at(-1)?.push({ value, from, to, isAdjacent, isAfterWord, isDateOrPhone });
        letters = 0;
      } else if (/\p{L}/u.test(part)) letters += 1;
    }
  }
  return parts;
}

/** The Luhn check of any part of some digits in constant time, by prefix sums with the even or the odd ones doubled. */
function luhnOf(digits: readonly Digit[]): (from: number, to: number) => boolean {
  const sums: [number, number][] = [[0, 0]];
  for (const [index, { value }] of digits.entries()) {
    const [even, odd] = sums[index] ?? [0, 0];
    const doubled = value > 4 ? value * 2 - 9 : value * 2;
    sums.push(index % 2 === 0 ? [even + doubled, odd + value] : [even + value, odd + doubled]);
  }
  return (from, to) => {
    // The last digit is not doubled.
    const side = to % 2 === 0 ? 0 : 1;
    return ((sums[to]?.[side] ?? 0) - (sums[from]?.[side] ?? 0)) % 10 === 0;
  };
}

const isLength = (digits: number) => digits >= MIN_DIGITS && digits <= MAX_DIGITS;

/** The lengths of card numbers that begin with the four digits at `from`; none when no network has them. */
function networkLengths(digits: readonly Digit[], from: number): readonly number[] {
  const first = digits.slice(from, from + 4).reduce((number, { value }) => number * 10 + value, 0);
  return CARD_NETWORKS.find(([low, high]) => first >= low && first <= high)?.[2] ?? [];
}

/** Positions that may be a card number, before the Luhn check: the four cases of the file's first comment. */
function candidates(digits: readonly Digit[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  const startsOf = (isStart: (digit: Digit) => boolean) =>
    digits.flatMap((digit, index) => (index === 0 || isStart(digit) ? [index] : []));
  const runs = startsOf(({ isAfterWord }) => isAfterWord);
  const groups = startsOf(({ isAdjacent }) => !isAdjacent);
  for (const starts of [runs, groups])
    for (const [order, from] of starts.entries()) {
      const to = starts[order + 1] ?? digits.length;
      if (isLength(to - from)) found.push([from, to]);
    }
  for (const [order, start] of runs.entries()) {
    const end = runs[order + 1] ?? digits.length;
    for (let from = start; from + MIN_DIGITS <= end; from += 1)
      for (const length of networkLengths(digits, from))
        if (from + length <= end) found.push([from, from + length]);
  }
  for (const [order, from] of groups.entries()) {
    const ends = [...groups.slice(order + 1, order + 6), digits.length].filter(
      (to) => to - from <= MAX_DIGITS,
    );
    for (const length of networkLengths(digits, from)) {
      const last = ends.indexOf(from + length);
      const sizes = ends.slice(0, last + 1).map((to, index) => to - (ends[index - 1] ?? from));
      if (CARD_GROUPS.test(sizes.join())) found.push([from, from + length]);
    }
  }
  return found;
}

/** Returns where the card numbers of a text are, in UTF-16 units; they may overlap. */
function cardNumbersIn(text: string): Range[] {
  return digitsOf(text).flatMap((digits) => {
    const isLuhn = luhnOf(digits);
    return candidates(digits).flatMap(([from, to]) => {
      const number = digits.slice(from, to);
      if (!isLuhn(from, to) || number.every(({ isDateOrPhone }) => isDateOrPhone)) return [];
      return [{ from: number[0]?.from ?? 0, to: number.at(-1)?.to ?? 0 }];
    });
  });
}

/** Returns whether a text contains a card number. */
export function hasCardNumber(text: string): boolean {
  // Most texts have few digits, and no characters that stand for several.
  const isPlain = /^[\0-\x7f]*$/.test(text);
  if (isPlain && text.replace(/\D/g, '').length < MIN_DIGITS) return false;
  return cardNumbersIn(text).length > 0;
}

/**
 * Returns a text with `[number]` for each card number, for logs. Percent-encoded numbers, as in URLs, are found too.
 */
export function withoutCardNumbers(text: string): string {
  const plain = decoded(text);
  if (hasCardNumber(plain)) return withoutCardNumbers(masked(plain));
  return hasCardNumber(text) ? withoutCardNumbers(masked(text)) : text;
}

function masked(text: string): string {
  let clean = '';
  let end = 0;
  for (const { from, to } of cardNumbersIn(text).toSorted((a, b) => a.from - b.from)) {
    if (from >= end) clean += `${text.slice(end, from)}[number]`;
    end = Math.max(end, to);
  }
  return clean + text.slice(end);
}

/** How many times percent-encoding is resolved: a URL may be a parameter of a URL. */
const MAX_ENCODINGS = 3;

function decoded(text: string): string {
  let plain = text;
  for (let times = 0; times < MAX_ENCODINGS; times += 1)
    plain = plain.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        return encoded;
      }
    });
  return plain;
}

/** The check of a text field: refuses card numbers. */
export const noCardNumber = z.refine<string>((text) => !hasCardNumber(text), CARD_NUMBER);
