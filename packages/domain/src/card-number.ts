/**
 * Card numbers in texts (decisions.md "Payments": never stored, never logged). One rule for what people type, for
 * headers and for logs.
 *
 * A card number is 13 to 19 digits of any script (NFKC first) that satisfy the Luhn check, whatever stands between
 * them, up to three letters included. They are all the digits that stand together, or one unbroken group of them; as a
 * part of more digits they count where they begin and are as long as the numbers of a card network.
 *
 * The trade: other numbers of that length pass the Luhn check one time in ten and are then refused too. So that what
 * people do write is not, digits that belong wholly to dates and phone numbers are no card number, and neither are our
 * ids (UUIDs and 24 hexadecimal digits with a letter among them). A card number spelt as two phone numbers passes.
 */
import * as z from 'zod/mini';

/** What is said beside a field that has a card number in it. */
export const CARD_NUMBER = 'This looks like a card number. Please leave it out.';

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** 'and' between two groups of digits, or an x; a word between them separates what they say. */
const MAX_LETTERS_BETWEEN = 3;

/** Numbers of the card networks: their first four digits, from and to, and how many digits they have. */
const NETWORKS: readonly (readonly [from: number, to: number, lengths: readonly number[]])[] = [
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
/** Dates in the order of any country, and phone numbers: of the United States, or with a + and the country's code. */
const DATES_AND_PHONES = whole(
  String.raw`\d`,
  `${DAY}([./-])${DAY}\\2${YEAR}`,
  `${YEAR}([./-])${DAY}\\3${DAY}`,
  String.raw`(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}`,
  String.raw`\d{10}`,
  String.raw`\+\d(?:[ .-]?\d){7,12}`,
);
const IDS = whole('[0-9a-z]', '[0-9a-f]{24}', '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}');

/** Some patterns where they stand alone: not beside one of some characters. The first group is what is before. */
function whole(beside: string, ...patterns: string[]): RegExp {
  // No lookbehind: Safari reads it from version 16.4 on.
  return new RegExp(`(^|(?!${beside})[^])(?:${patterns.join('|')})(?!${beside})`, 'gi');
}

/** A digit of a text: its value, where it stands, whether it belongs to the one before, and to a date or phone. */
type Digit = { value: number; from: number; to: number; isGlued: boolean; isKnown: boolean };

/** The value of a decimal digit of any script: each script has its ten in a row, from zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 128) return code - 48;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

type Range = { from: number; to: number };

/** Answers for places that only grow whether one of some ranges, in their order, covers them. */
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

/** The digits of a text, in runs that only few letters interrupt. */
function digitRuns(text: string): Digit[][] {
  const isKnown = covers(matches(text, DATES_AND_PHONES));
  const isId = covers(matches(text, IDS).filter(({ from, to }) => /[a-f]/i.test(text.slice(from, to))));
  const runs: Digit[][] = [];
  let run: Digit[] | undefined;
  let letters = 0;
  let place = 0;
  for (const character of text) {
    const [from, to] = [place, place + character.length];
    place = to;
    if (isId(from)) {
      run = undefined;
      continue;
    }
    const plain = character < '\u0080' ? character : character.normalize('NFKC');
    for (const part of plain) {
      if (/\p{Nd}/u.test(part)) {
        if (!run) runs.push((run = []));
        const before = run.at(-1);
        const isGlued = before?.to === from || before?.from === from;
        run.push({ value: digitValue(part), from, to, isGlued, isKnown: isKnown(from) });
        letters = 0;
      } else if (/\p{L}/u.test(part) && ++letters > MAX_LETTERS_BETWEEN) run = undefined;
    }
  }
  return runs;
}

/** The Luhn check of any part of some digits, at once: sums from the start, with the even and the odd ones doubled. */
function luhnOf(run: readonly Digit[]): (from: number, to: number) => boolean {
  const sums: [number, number][] = [[0, 0]];
  for (const [index, { value }] of run.entries()) {
    const [even, odd] = sums[index] ?? [0, 0];
    const doubled = value > 4 ? value * 2 - 9 : value * 2;
    sums.push(index % 2 === 0 ? [even + doubled, odd + value] : [even + value, odd + doubled]);
  }
  return (from, to) => {
    // The last digit counts as it is.
    const side = to % 2 === 0 ? 0 : 1;
    return ((sums[to]?.[side] ?? 0) - (sums[from]?.[side] ?? 0)) % 10 === 0;
  };
}

const isLength = (digits: number) => digits >= MIN_DIGITS && digits <= MAX_DIGITS;

/** Where a card number may be in a run: the run, its unbroken groups, and what begins like a network's number. */
function candidates(run: readonly Digit[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  if (isLength(run.length)) found.push([0, run.length]);
  const starts = run.flatMap(({ isGlued }, index) => (isGlued ? [] : [index]));
  for (const [order, from] of starts.entries()) {
    const to = starts[order + 1] ?? run.length;
    if (isLength(to - from)) found.push([from, to]);
  }
  for (let from = 0; from + MIN_DIGITS <= run.length; from += 1) {
    const first = run.slice(from, from + 4).reduce((number, { value }) => number * 10 + value, 0);
    const lengths = NETWORKS.find(([low, high]) => first >= low && first <= high)?.[2] ?? [];
    for (const length of lengths) if (from + length <= run.length) found.push([from, from + length]);
  }
  return found;
}

/** Where the card numbers of a text are, in UTF-16 units; they may overlap. */
function cardNumbersIn(text: string): Range[] {
  return digitRuns(text).flatMap((run) => {
    const isLuhn = luhnOf(run);
    return candidates(run).flatMap(([from, to]) => {
      const digits = run.slice(from, to);
      if (!isLuhn(from, to) || digits.every(({ isKnown }) => isKnown)) return [];
      return [{ from: digits[0]?.from ?? 0, to: digits.at(-1)?.to ?? 0 }];
    });
  });
}

/** Whether a card number stands in a text. */
export function hasCardNumber(text: string): boolean {
  return cardNumbersIn(text).length > 0;
}

/** A text with its card numbers left out: for logs. Numbers behind percent signs, as in addresses, are found too. */
export function withoutCardNumbers(text: string): string {
  const plain = decoded(text);
  if (hasCardNumber(plain)) return withoutCardNumbers(masked(plain));
  return hasCardNumber(text) ? withoutCardNumbers(masked(text)) : text;
}

function masked(text: string): string {
  let clean = '';
  let end = 0;
  for (const { from, to } of cardNumbersIn(text).toSorted((one, other) => one.from - other.from)) {
    if (from >= end) clean += `${text.slice(end, from)}[number]`;
    end = Math.max(end, to);
  }
  return clean + text.slice(end);
}

/** How often percent signs are resolved: in an address that is part of an address of an address. */
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

/** The check of a field of text: refuses card numbers. */
export const noCardNumber = z.refine<string>((text) => !hasCardNumber(text), CARD_NUMBER);
