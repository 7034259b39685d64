/** Finds members by part of a name, the member number, or the phone. */
import { SEARCH_MAX_RESULTS } from '@kinfold/domain/constants';
import type { FoundMember } from '@kinfold/domain/member';
import { memberListWords, readMemberSearch, SEARCH_LIMIT } from '@kinfold/domain/search';
import { readByNumber, readBySearch, readByWords, type SearchedRecord } from './member.model.ts';
import { presentFoundMember } from './member.presenter.ts';

export type { SearchedRecord };

/**
 * The members of an organization for whom every word of the term begins a name, the member number or a phone, or ends a
 * phone, by name: the first `SEARCH_MAX_RESULTS` of them.
 */
export async function searchMembers(organizationNumber: string, term: string): Promise<FoundMember[]> {
  const words = memberListWords(term);
  if (!words.length) return [];
  const found = await readByWords(organizationNumber, words, SEARCH_MAX_RESULTS);
  return found.map(presentFoundMember);
}

/**
 * The members of some organizations (undefined: of all) who match the term: names, member number, phone or its end, birth
 * date or its year. Matches of the first reading come first, by name; each reading has its share of `SEARCH_LIMIT`.
 */
export async function searchMembersWithin(
  organizationNumbers: readonly string[] | undefined,
  term: string,
): Promise<SearchedRecord[]> {
  const searches = readMemberSearch(term);
  const found = await Promise.all(
    searches.map((search) =>
      'memberId' in search
        ? readByNumber(organizationNumbers, search.memberId)
        : readBySearch(organizationNumbers, search, SEARCH_LIMIT),
    ),
  );
  const taken = new Map<string, { member: SearchedRecord; reading: number }>();
  for (let place = 0; place < SEARCH_LIMIT; place += 1)
    for (const [reading, { [place]: member }] of found.entries())
      if (member && taken.size < SEARCH_LIMIT && !taken.has(member._id))
        taken.set(member._id, { member, reading });
  const inOrder = [...taken.values()].toSorted((a, b) => a.reading - b.reading);
  return inOrder.map(({ member }) => member);
}
