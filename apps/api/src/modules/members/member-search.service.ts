/** Finding members by what somebody remembers of them: part of a name, the member number, the phone. */
import { SEARCH_MAX_RESULTS } from '@kinfold/domain/constants';
import type { FoundMember } from '@kinfold/domain/member';
import { phoneDigits } from '@kinfold/domain/phone';
import { readMemberSearch, searchWords, SEARCH_LIMIT } from '@kinfold/domain/search';
import { readByNumbers, readBySearch, readBySearchKeys, type SearchedRecord } from './member.model.ts';
import { presentFoundMember } from './member.presenter.ts';

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
  const found = await readBySearchKeys(organizationNumber, prefixes, SEARCH_MAX_RESULTS);
  return found.map(presentFoundMember);
}

/**
 * The members of some organizations (undefined: of all) who fit what was typed: names, member number, phone or birth date.
 * Those who fit the first reading of it come first, by name; at most `SEARCH_LIMIT`.
 */
export async function searchMembersWithin(
  organizationNumbers: readonly string[] | undefined,
  term: string,
): Promise<SearchedRecord[]> {
  const searches = readMemberSearch(term);
  const numbers = searches.flatMap((search) => ('memberId' in search ? search.memberId : []));
  const found = await Promise.all([
    readByNumbers(organizationNumbers, numbers),
    ...searches.flatMap((search) =>
      'memberId' in search ? [] : [readBySearch(organizationNumbers, search, SEARCH_LIMIT)],
    ),
  ]);
  const unique = new Map(found.flat().map((member) => [member._id, member]));
  return [...unique.values()].slice(0, SEARCH_LIMIT);
}
