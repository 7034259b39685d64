/** Normalizes text for comparing and searching: lower case, no accents (Unicode NFD without marks), single spaces. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
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
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'one minute' : `${minutes} minutes`;
}

/** A whole number as `1,234`. */
export function wholeNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `{n} {noun}`, with the plural unless the number is one: `1 person`, `3 people`, `1,234 people`. */
export function countOf(count: number, singular: string, plural: string): string {
  return `${wholeNumber(count)} ${count === 1 ? singular : plural}`;
}

/** `a`, `a and b`, `a, b and c`, without repetitions; empty for none. */
export function listOf(given: readonly string[]): string {
  const names = [...new Set(given)];
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
