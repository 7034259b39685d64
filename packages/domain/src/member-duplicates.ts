/** Finds people who are probably already in the books: the same person entered twice. */
import * as z from 'zod/mini';
import { dateField } from './dates.ts';
import { requestText } from './free-text.ts';
import { FoundName } from './member.ts';
import { filterField, idFilter } from './pagination.ts';
import { splitSuffix, type PersonName } from './person-name.ts';
import { isValidPhone, storedPhone } from './phone.ts';
import { NO_FIELDS } from './problem.ts';
import { foldText, isSameName } from './text.ts';

/**
 * What two members are compared by; suffixes and former names say nothing against it. the birth date is null where it is not known, missing where it
 * is not said yet.
 */
export type Comparable = PersonName & {
  formerNames?: readonly PersonName[] | undefined;
  birthDt?: string | null;
  phones: readonly string[];
};

/** Why somebody is likely to be the same person. */
export type DuplicateReason = 'birth_date_and_name' | 'name' | 'phone';

const wordsOf = ({ firstNm, lastNm }: Pick<Comparable, 'firstNm' | 'lastNm'>) =>
  foldText(`${firstNm} ${lastNm}`)
    .split(/[\s,.'’-]+/)
    .filter(Boolean);

/**
 * Returns whether two words are the same, or one of three letters or more begins the other (Sam, Samuel), or, with four
 * letters each, they differ by one letter added, missing or replaced.
 */
export function isNearWord(left: string, right: string): boolean {
  if (left === right) return true;
  const isStart = (start: string, word: string) => start.length >= 3 && word.startsWith(start);
  if (isStart(left, right) || isStart(right, left)) return true;
  const [short, long] = [[...left], [...right]].toSorted((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (short.length < 4 || long.length - short.length > 1) return false;
  const at = short.findIndex((letter, index) => letter !== long[index]);
  if (at < 0) return true;
  const rest = short.length === long.length ? at + 1 : at;
  return short.slice(rest).join('') === long.slice(at + 1).join('');
}

/** Returns whether a word of one name is in the other, or nearly: a changed last name or a nickname is still found. */
function isSimilarName(left: Comparable, right: Comparable): boolean {
  return nameLikeness(left, right) > 0;
}

/** Returns how similar two names are: 2 for each word of one that the other has, 1 for each that it nearly has. */
export function nameLikeness(
  left: Pick<Comparable, 'firstNm' | 'lastNm'>,
  right: Pick<Comparable, 'firstNm' | 'lastNm'>,
): number {
  const others = wordsOf(right);
  const points = wordsOf(left).map((word) => {
    if (others.includes(word)) return 2;
    return others.some((another) => isNearWord(word, another)) ? 1 : 0;
  });
  return points.reduce((sum: number, each) => sum + each, 0);
}

const namesOf = ({ formerNames = [], ...now }: Comparable): PersonName[] => [now, ...formerNames];

/** Whether two have the same first and last name, case and accents aside: what is left where a birth date is not known. */
const isSameWholeName = (one: Comparable, other: Comparable): boolean =>
  namesOf(one).some(({ firstNm, lastNm }) =>
    namesOf(other).some(
      (another) =>
        isSameName(firstNm, another.firstNm) &&
        isSameName(splitSuffix(lastNm).lastNm, splitSuffix(another.lastNm).lastNm),
    ),
  );

/** Why two are likely to be the same person, the stronger reason first; empty when they are not. */
export function duplicateReasons(one: Comparable, other: Comparable): DuplicateReason[] {
  const isSameDay = Boolean(one.birthDt) && one.birthDt === other.birthDt;
  const isUnknownDay = one.birthDt === null || other.birthDt === null;
  const digits = new Set(one.phones.filter(isValidPhone).map(storedPhone));
  return [
    ...(isSameDay && isSimilarName(one, other) ? (['birth_date_and_name'] as const) : []),
    ...(isUnknownDay && isSameWholeName(one, other) ? (['name'] as const) : []),
    ...(other.phones.some((phone) => digits.has(storedPhone(phone))) ? (['phone'] as const) : []),
  ];
}

/** The length up to which zeros may be added before an own number. */
const OWN_NUMBER_MAX = 12;

/**
 * The ways in which a church's own number may be written: a spreadsheet removes the zeros before `00123`, and a list of
 * numbers of one length has them. The number itself comes first; one with letters or signs is written in one way only.
 */
export function ownNumbersLike(number: string): string[] {
  const plain = /^0*([1-9]\d*)$/.exec(number)?.[1];
  if (plain === undefined) return [number];
  const added = Array.from({ length: Math.max(0, OWN_NUMBER_MAX - plain.length) + 1 }, (_, zeros) =>
    plain.padStart(plain.length + zeros, '0'),
  );
  return [...new Set([number, ...added])];
}

const name = (field: string) => filterField(requestText(field, 100), `${field} is a text of at most 100`);

/**
 * `GET /v2/organizations/{n}/members/duplicates`: the fields that a form has so far; `except` is the member it edits.
 */
export const DuplicatesQuery = z.object(
  {
    firstNm: name('firstNm'),
    lastNm: name('lastNm'),
    birthDt: filterField(dateField('Invalid Date of Birth'), 'Invalid Date of Birth'),
    phone: filterField(requestText('phone', 30), 'phone is a text of at most 30'),
    except: idFilter('except is the id of a member'),
  },
  NO_FIELDS,
);
export type DuplicatesQuery = z.infer<typeof DuplicatesQuery>;

/** A member who is probably the same person. */
export const LikelyDuplicate = z.object({
  _id: z.string(),
  memberId: z.string(),
  ...FoundName,
  birthDt: z.nullable(z.string()),
  organizationName: z.string(),
  phoneNbr: z.nullable(z.string()),
  isActive: z.nullable(z.boolean()),
  reasons: z.array(z.enum(['birth_date_and_name', 'name', 'phone', 'number'])),
});
export type LikelyDuplicate = z.infer<typeof LikelyDuplicate>;
