/** What identifies a person in texts: their present and former names, emails, phones and streets. */
import { ERASED_PERSON } from '@kinfold/domain/erasure';

/** What texts may contain about a person; phones as digits. */
export type Known = {
  names: readonly { firstNm: string; lastNm: string }[];
  birthDates: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
  streets: readonly string[];
};

const escaped = (text: string) =>
  text
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\s+/g, String.raw`\s+`);

/** A whole word: neither preceded nor followed by a letter or digit. */
const whole = (pattern: string) => String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`;

/** First and last name in either order, with or without a middle initial. */
function namePattern({ firstNm, lastNm }: Known['names'][number]): string {
  const [first, last] = [escaped(firstNm), escaped(lastNm)];
  const middle = String.raw`(?:\s+\p{L}\.?)?`;
  return String.raw`${first}${middle}\s+${last}|${last}\s*,?\s+${first}(?:\s+\p{L}\.)?`;
}

/** Ten digits as people write them; other phones as they are. */
function phonePattern(digits: string): string {
  const between = String.raw`[\s().\-/]{0,3}`;
  return String.raw`(?:\+?1${between})?\(?${[...digits].join(between)}`;
}

const union = (patterns: readonly string[]) => patterns.filter(Boolean).join('|') || undefined;

/** Patterns (for `RegExp` with the flags `iu`) that identify a person for certain, and that others may share with them. */
export function patternsOf({ names, emails, phones, streets }: Known) {
  const own = union([
    ...names.filter(({ firstNm, lastNm }) => firstNm.trim() && lastNm.trim()).map(namePattern),
    ...emails.filter(Boolean).map(escaped),
  ]);
  const shared = union([
    ...phones.filter((digits) => digits.length >= 7).map(phonePattern),
    ...streets.filter((street) => street.trim().length >= 5).map(escaped),
  ]);
  return { own: own && whole(own), shared: shared && whole(shared) };
}

/** Returns whether any text in a value matches. */
export function hasText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (Array.isArray(value)) return value.some((item) => hasText(item, pattern));
  return isPlainObject(value) && Object.values(value).some((item) => hasText(item, pattern));
}

/** Returns a value with every match in its texts replaced by 'erased person'. */
export function withoutPerson(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replaceAll(new RegExp(pattern.source, 'giu'), ERASED_PERSON);
  if (Array.isArray(value)) return value.map((item) => withoutPerson(item, pattern));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, withoutPerson(inner, pattern)]),
  );
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
