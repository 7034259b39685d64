/** Lists of members over one's organizations, by page or as a file. */
import type { MemberFilters, MemberListQuery } from '@kinfold/domain/member-list';
import type { Page } from '@kinfold/domain/pagination';
import { ROOT } from '@kinfold/domain/permission';
import { pageOfAll, readPage, type ListPage } from '../../platform/lists.ts';
import { forbidden } from '../../platform/problem.ts';
import {
  findOrganization,
  membersCounted,
  numbersWithin,
  type OrganizationRecord,
} from '../organizations/organization.service.ts';
import {
  countMemberRows,
  eachMemberRow,
  readMemberRows,
  type MemberFilter,
  type MemberRow,
} from './member.model.ts';
import { prefixesOf } from './member-search.service.ts';

export type { MemberFilter, MemberRow };

/**
 * The organizations of a list: of those at or below which somebody may read members all, or the one that they ask for with
 * everything below it; undefined for all there are. Throws 403 for one that is not theirs.
 */
export async function organizationsOf(
  scope: readonly string[],
  asked: string | undefined,
): Promise<string[] | undefined> {
  if (!asked || (asked === ROOT && scope.includes(ROOT))) return numbersWithin(scope);
  const path = (await findOrganization(asked))?.path ?? [];
  if (!path.some((number) => scope.includes(number)) && !(path.length && scope.includes(ROOT)))
    throw forbidden();
  return numbersWithin([asked]);
}

/** The filter of a list within one's scope. Throws 403 for an organization that is not in it. */
export async function memberFilter(scope: readonly string[], asked: MemberFilters): Promise<MemberFilter> {
  const { active, without_contact: isWithoutContact, searchTerm } = asked;
  const prefixes = searchTerm ? prefixesOf(searchTerm) : [];
  return {
    organizationNumbers: await organizationsOf(scope, asked.organization_number),
    ...(typeof active === 'boolean' && { isActive: active }),
    ...(typeof isWithoutContact === 'boolean' && { isReachable: !isWithoutContact }),
    ...(prefixes.length && { prefixes }),
  };
}

/** A page of members by name; the total of unfiltered ones is that of the organizations' counters. */
export async function listMembers(
  scope: readonly string[],
  asked: MemberListQuery,
): Promise<ListPage<MemberRow>> {
  const filter = await memberFilter(scope, asked);
  const { organizationNumbers, ...others } = filter;
  const isWhole = Object.keys(others).length === 0;
  return readPage(
    asked,
    () => (isWhole ? membersCounted(organizationNumbers) : countMemberRows(filter)),
    (range) => readMemberRows(filter, range),
  );
}

/** The filter of an organization's own list: not of what is below it. A term without letters and digits finds all. */
export function filterOfOrganization(organizationNumber: string, term: string | undefined): MemberFilter {
  const prefixes = prefixesOf(term ?? '');
  return { organizationNumbers: [organizationNumber], ...(prefixes.length && { prefixes }) };
}

/** A page of the members of an organization, by name; with a term, of those whom `searchMembers` finds, all of them. */
export async function listOfOrganization(
  { organizationNumber, membersCnt }: Pick<OrganizationRecord, 'organizationNumber' | 'membersCnt'>,
  term: string | undefined,
  page: Page,
): Promise<ListPage<MemberRow>> {
  const filter = filterOfOrganization(organizationNumber, term);
  if (term && !filter.prefixes) return pageOfAll([], page);
  return readPage(
    page,
    async () => (term ? countMemberRows(filter) : membersCnt),
    (range) => readMemberRows(filter, range),
  );
}

/** Every member that a filter finds, by name, one after another. */
export const eachMember = eachMemberRow;
