/** Finding members by what somebody remembers of them: part of a name, the member number, the phone. */
import { SEARCH_MAX_RESULTS } from '@kinfold/domain/constants';
import type { FoundMember } from '@kinfold/domain/member';
import type { Page } from '@kinfold/domain/pagination';
import { phoneDigits } from '@kinfold/domain/phone';
import { searchWords } from '@kinfold/domain/search';
import { pageOfAll, readPage, type ListPage } from '../../platform/lists.ts';
import type { OrganizationRecord } from '../organizations/organization.service.ts';
import { countBySearchKeys, readBySearchKeys, readMembersByName, type MemberRecord } from './member.model.ts';
import { presentFoundMember } from './member.presenter.ts';

/** A page of the members of an organization, by name; with a term, of those whom `searchMembers` finds, all of them. */
export async function listMembers(
  { organizationNumber, membersCnt }: Pick<OrganizationRecord, 'organizationNumber' | 'membersCnt'>,
  term: string | undefined,
  page: Page,
): Promise<ListPage<MemberRecord>> {
  const prefixes = prefixesOf(term ?? '');
  if (term && !prefixes.length) return pageOfAll([], page);
  return readPage(
    page,
    async () => (term ? countBySearchKeys(organizationNumber, prefixes) : membersCnt),
    (range) => readMembersByName(organizationNumber, prefixes, range),
  );
}

/** What each must begin a search key: the words, or the digits of what can only be a number. */
function prefixesOf(term: string): string[] {
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
