/** Lists of members in the user's organizations, by page or as a file. */
import { DAY_MS } from '@kinfold/domain/dates';
import { RECENT_DAYS, type MemberFilters, type MemberListQuery } from '@kinfold/domain/member-list';
import type { OrganizationMembersQuery } from '@kinfold/domain/organization-member';
import type { Page } from '@kinfold/domain/pagination';
import type { Permission } from '@kinfold/domain/permission';
import { memberListWords } from '@kinfold/domain/search';
import { pageOfAll, readPage, type ListPage } from '../../../platform/lists.ts';
import { forbidden } from '../../../platform/problem.ts';
import {
  membersCounted,
  numbersOfList,
  type OrganizationRecord,
} from '../../organizations/organizations/organization.service.ts';
import {
  countMemberRows,
  eachMemberRow,
  readMemberRows,
  type MemberFilter,
  type MemberRow,
} from './member.model.ts';

export { findMembersAfter } from './member.model.ts';

export type { MemberFilter, MemberRow };

const IS_COVERED = { true: [true], false: [false, null], lost: [false], none: [null] } as const;

/** The organizations of a list that needs several permissions, each with its own scope. */
async function organizationsOfAll(scopes: readonly (readonly string[])[], asked: string | undefined) {
  const [first, ...others] = await Promise.all(scopes.map((scope) => numbersOfList(scope, asked)));
  return others.reduce(
    (common, numbers) =>
      common && numbers ? common.filter((one) => numbers.includes(one)) : (common ?? numbers),
    first,
  );
}

/** The permissions that a list needs: a filter must not reveal covers or dues to users who may not see them. */
export const permissionsOfList = ({ covered, owes, changed }: MemberFilters): Permission[] => [
  'organization.members.get',
  ...(covered ? (['campaign.memberships.get'] as const) : []),
  ...(changed ? (['members.update'] as const) : []),
  ...(typeof owes === 'boolean' ? (['organization.donations.get'] as const) : []),
];

/**
 * The filter of a list within the scopes of the permissions that it needs. Throws 403 for an organization that is not in
 * each of them, and where one of them is empty.
 */
export async function memberFilter(
  scopes: readonly (readonly string[])[],
  asked: MemberFilters,
  now: Date,
): Promise<MemberFilter> {
  const { active, without_contact: isWithoutContact, covered, owes, bounced, searchTerm, sort, ids } = asked;
  if (!scopes.every(({ length }) => length)) throw forbidden();
  return {
    organizationNumbers: await organizationsOfAll(scopes, asked.organization_number),
    ...(typeof active === 'boolean' && { isActive: active }),
    ...(typeof isWithoutContact === 'boolean' && { isReachable: !isWithoutContact }),
    ...(covered && { isCovered: IS_COVERED[covered] }),
    ...(typeof owes === 'boolean' && { owesDues: owes }),
    ...(searchTerm && { words: memberListWords(searchTerm) }),
    ...(sort && { order: sort }),
    ...(ids && { ids: ids.split(',') }),
    ...(asked.birthDt === 'unknown' && { isBirthDtUnknown: true as const }),
    ...(asked.to_complete === 'true' && { isToComplete: true as const }),
    ...(bounced === true && { isBounced: true }),
    ...(asked.changed && { changedSince: new Date(now.getTime() - RECENT_DAYS * DAY_MS) }),
  };
}

/** A term without letters or digits finds nobody. */
const findsNobody = ({ words }: MemberFilter) => words?.length === 0;

/** A page of the members that match a filter, in its order; `countWhole` counts them where it excludes nobody. */
async function pageOfMembers(
  filter: MemberFilter,
  page: Page,
  countWhole: () => Promise<number>,
): Promise<ListPage<MemberRow>> {
  if (findsNobody(filter)) return pageOfAll([], page);
  const { organizationNumbers: _all, order: _order, ...others } = filter;
  const isWhole = Object.keys(others).length === 0;
  return readPage(
    page,
    () => (isWhole ? countWhole() : countMemberRows(filter)),
    (range) => readMemberRows(filter, range),
  );
}

/** A page of members; the total without a filter comes from the organizations' counters. */
export async function listMembers(
  scopes: readonly (readonly string[])[],
  asked: MemberListQuery,
  now: Date,
): Promise<ListPage<MemberRow>> {
  const filter = await memberFilter(scopes, asked, now);
  return pageOfMembers(filter, asked, () => membersCounted(filter.organizationNumbers));
}

/** The filter of an organization's own list, without the organizations below it. */
export function filterOfOrganization(
  organizationNumber: string,
  { searchTerm, sort }: OrganizationMembersQuery,
): MemberFilter {
  return {
    organizationNumbers: [organizationNumber],
    ...(searchTerm && { words: memberListWords(searchTerm) }),
    ...(sort && { order: sort }),
  };
}

/** A page of the members of an organization; with a term, all matches of `searchMembers`. */
export async function listOfOrganization(
  { organizationNumber, membersCnt }: Pick<OrganizationRecord, 'organizationNumber' | 'membersCnt'>,
  asked: OrganizationMembersQuery,
  page: Page,
): Promise<ListPage<MemberRow>> {
  return pageOfMembers(filterOfOrganization(organizationNumber, asked), page, async () => membersCnt);
}

/** All members that match a filter, by name, one at a time. */
export async function* eachMember(filter: MemberFilter): AsyncGenerator<MemberRow> {
  if (!findsNobody(filter)) yield* eachMemberRow(filter);
}
