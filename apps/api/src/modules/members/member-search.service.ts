/** Finding members by what somebody remembers of them: part of a name, the member number, the phone. */
import { SEARCH_MAX_RESULTS } from '@kinfold/domain/constants';
import type { FoundMember } from '@kinfold/domain/member';
import { phoneDigits } from '@kinfold/domain/phone';
import { foldText } from '@kinfold/domain/text';
import { readBySearchKeys } from './member.model.ts';
import { presentFoundMember } from './member.presenter.ts';

/** The words of a text as they are stored and searched: folded, and apart at blanks, points, hyphens, apostrophes. */
export function searchWords(text: string): string[] {
  return [...new Set(foldText(text).split(/[\s,.'’-]+/))].filter(Boolean);
}

const START_LENGTH = 3;

/** The first letters of texts that have enough, of the longest text first: what an index finds them by. */
export function startsOf(texts: readonly string[]): string[] {
  const letters = texts.map((text) => [...text]).filter(({ length }) => length >= START_LENGTH);
  const longestFirst = letters.toSorted((one, other) => other.length - one.length);
  return [...new Set(longestFirst.map((each) => each.slice(0, START_LENGTH).join('')))];
}

/** What each must begin a search key: the words, or the digits of what can only be a number. */
export function prefixesOf(term: string): string[] {
  const isNumber = /^[\d\s().-]+$/.test(term);
  return isNumber ? [phoneDigits(term)].filter(Boolean) : searchWords(term);
}

/**
 * The members of an organization of whom every word of the term begins a name, the member number or a phone, by
 * name: the first `SEARCH_MAX_RESULTS` of them.
 */
export async function searchMembers(organizationNumber: string, term: string): Promise<FoundMember[]> {
  const prefixes = prefixesOf(term);
  if (!prefixes.length) return [];
  const [start] = startsOf(prefixes);
  const found = await readBySearchKeys(organizationNumber, prefixes, start, SEARCH_MAX_RESULTS);
  return found.map(presentFoundMember);
}
