/** Finding members by what somebody remembers of them: part of a name, the member number, the phone. */
import { SEARCH_MAX_RESULTS } from '@kinfold/domain/constants';
import type { FoundMember } from '@kinfold/domain/member';
import { phoneDigits } from '@kinfold/domain/phone';
import { foldText } from '@kinfold/domain/text';
import { readBySearchKeys } from './member.model.ts';

/** The words of a text as they are stored and searched: folded, and apart at blanks, points, hyphens, apostrophes. */
export function searchWords(text: string): string[] {
  return [...new Set(foldText(text).split(/[\s,.'’-]+/))].filter(Boolean);
}

/** What each must begin a search key: the words, or the digits of what can only be a number. */
function prefixesOf(term: string): string[] {
  const isNumber = /^[\d\s().-]+$/.test(term);
  return isNumber ? [phoneDigits(term)].filter(Boolean) : searchWords(term);
}

/**
 * The members of an organization of whom every word of the term begins a name, the member number or a phone, by
 * name; at most `SEARCH_MAX_RESULTS`.
 */
export async function searchMembers(organizationNumber: string, term: string): Promise<FoundMember[]> {
  const prefixes = prefixesOf(term);
  if (!prefixes.length) return [];
  const found = await readBySearchKeys(organizationNumber, prefixes, SEARCH_MAX_RESULTS);
  return found
    .toSorted((one, other) => (one.nameKey < other.nameKey ? -1 : 1))
    .map(({ _id, firstNm, lastNm, birthDt }) => ({ id: _id, firstNm, lastNm, birthDt }));
}
