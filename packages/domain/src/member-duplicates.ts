/** Who is likely to be in the books already: the same person entered twice. */
import * as z from 'zod/mini';
import { isValidPhone, phoneDigits } from './phone.ts';
import { foldText } from './text.ts';

/** What two members are compared by. */
export type Comparable = { firstNm: string; lastNm: string; birthDt?: string; phones: readonly string[] };

/** Why somebody is likely to be the same person. */
export type DuplicateReason = 'birth_date_and_name' | 'phone';

const wordsOf = ({ firstNm, lastNm }: Comparable) =>
  foldText(`${firstNm} ${lastNm}`)
    .split(/[\s,.'’-]+/)
    .filter(Boolean);

/** Whether two words are the same but for one letter more, less or other; short words must be the same. */
export function isNearWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = [[...one], [...other]].toSorted((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (short.length < 4 || long.length - short.length > 1) return false;
  const at = short.findIndex((letter, index) => letter !== long[index]);
  if (at < 0) return true;
  const rest = short.length === long.length ? at + 1 : at;
  return short.slice(rest).join('') === long.slice(at + 1).join('');
}

/** Whether some word of one name is in the other, or nearly: a changed last name or a nickname stays found. */
function isSimilarName(one: Comparable, other: Comparable): boolean {
  const others = wordsOf(other);
  return wordsOf(one).some((word) => others.some((another) => isNearWord(word, another)));
}

/** Why two are likely to be the same person, the stronger reason first; empty when they are not. */
export function duplicateReasons(one: Comparable, other: Comparable): DuplicateReason[] {
  const isSameDay = one.birthDt !== undefined && one.birthDt === other.birthDt;
  const digits = new Set(one.phones.map(phoneDigits).filter(isValidPhone));
  return [
    ...(isSameDay && isSimilarName(one, other) ? (['birth_date_and_name'] as const) : []),
    ...(other.phones.some((phone) => digits.has(phoneDigits(phone))) ? (['phone'] as const) : []),
  ];
}

/** Somebody who is likely to be the same person. */
export const LikelyDuplicate = z.object({
  _id: z.string(),
  memberId: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  birthDt: z.string(),
  organizationName: z.string(),
  phoneNbr: z.nullable(z.string()),
  isActive: z.nullable(z.boolean()),
  reasons: z.array(z.enum(['birth_date_and_name', 'phone'])),
});
export type LikelyDuplicate = z.infer<typeof LikelyDuplicate>;
