/** Letters that are written without their stroke or as two, and apostrophes as phones type them: NFD keeps them. */
const SAME_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ı: 'i' },
  ...{ '’': "'", '‘': "'", ʼ: "'" },
};

/**
 * Normalizes text for comparing and searching: lower case, no accents (Unicode NFD without marks), no letters that other
 * keyboards lack, straight apostrophes, single spaces.
 */
export function foldText(text: string): string {
  // Most texts have no accents.
  const plain = /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[ßæœþøđðłħı’‘ʼ]/gu, (letter) => SAME_LETTERS[letter] ?? letter);
  return plain.replace(/\s+/g, ' ').trim();
}

/** Returns a name without case, accents and spaces: two spellings of one name give the same text. */
export function foldName(name: string): string {
  return foldText(name).replaceAll(' ', '');
}

/** Returns whether two names are the same, ignoring case, accents and spaces (rules.md "Identity", link account). */
export function isSameName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}

/** Counts the letters and digits of a text, in any script; accents do not count. */
export function countLettersAndDigits(text: string): number {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '').length;
}

/** Turns a name from lists, `Okafor, Ruth`, into `Ruth Okafor`. */
export function nameInText(listName: string): string {
  const comma = listName.lastIndexOf(', ');
  return comma < 0 ? listName : `${listName.slice(comma + 2)} ${listName.slice(0, comma)}`;
}

/** A duration in seconds as text, rounded up to minutes or hours: `40 seconds`, `one minute`, `15 minutes`, `24 hours`. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return countOf(seconds, 'second', 'seconds');
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return countOf(Math.ceil(minutes / 60), 'hour', 'hours');
  return pluralOf(minutes, 'one minute', '# minutes');
}

/** A whole number as `1,234`. */
export function wholeNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The language of our texts, for its plurals and lists: lists without a comma before the last word. */
const LANGUAGE = 'en-GB';

// Created when first needed: an old phone takes a while.
let plurals: Intl.PluralRules | undefined;
const lists = new Map<Intl.ListFormatType, Intl.ListFormat>();

/**
 * Returns the one of two texts that fits a count, by the language's rules for plurals. In it `#` is the count and
 * `{name}` a value; a name without a value stays. `pluralOf(2, '# row is left', '# rows are left')`.
 */
export function pluralOf(
  count: number,
  one: string,
  other: string,
  values: Readonly<Record<string, string>> = {},
): string {
  plurals ??= new Intl.PluralRules(LANGUAGE);
  const text = plurals.select(count) === 'one' ? one : other;
  return text.replace(/#|\{(\w+)\}/g, (place, name?: string) =>
    name === undefined ? wholeNumber(count) : (values[name] ?? place),
  );
}

/** `{n} {noun}`, with the plural unless the number is one: `1 person`, `3 people`, `1,234 people`. */
export function countOf(count: number, singular: string, plural: string): string {
  return pluralOf(count, `# ${singular}`, `# ${plural}`);
}

/** `a`, `a and b`, `a, b and c`, or with `or` for a disjunction; without repetitions, empty for none. */
export function listOf(given: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
  const names = [...new Set(given)];
  if (names.length < 2) return names.join('');
  const format = lists.get(type) ?? new Intl.ListFormat(LANGUAGE, { type });
  lists.set(type, format);
  return format.format(names);
}
