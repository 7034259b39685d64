/** By what a person is known in texts: their names, e-mails, phones and streets, those of before too. */
import { ERASED_PERSON } from '@kinfold/domain/erasure';

/** What texts may say of a person; phones as digits. */
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

/** A whole word: what comes before and after is no letter or digit. */
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

/** Patterns (for `RegExp` with the flags `iu`) of what names a person for certain, and of what others may share with them. */
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

/** Whether any text in a value matches. */
export function hasText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (Array.isArray(value)) return value.some((item) => hasText(item, pattern));
  return isPlainObject(value) && Object.values(value).some((item) => hasText(item, pattern));
}

/** A value in whose texts every match says 'erased person'. */
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
