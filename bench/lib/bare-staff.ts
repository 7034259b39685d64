/**
 * The lists and searches of staff on the bare server: a signed access token, the reader's roles and where they apply,
 * the queries through the driver, and the same bytes as the API's answers.
 */
import { calendarDateOf } from '../../packages/domain/src/dates.ts';
import { pageCount } from '../../packages/domain/src/pagination.ts';
import { isPermitted, permittedAt, ROOT, type Permission } from '../../packages/domain/src/permission.ts';
import type { RoleAssignment } from '../../packages/domain/src/permission.ts';
import { readMemberSearch, searchWords, SEARCH_LIMIT, startsOf } from '../../packages/domain/src/search.ts';
import { presentOrganizationMember } from '../../apps/api/src/modules/people/members/member.presenter.ts';
import type { MemberRow } from '../../apps/api/src/modules/people/members/member.model.ts';
import type { MemberRecord } from '../../apps/api/src/modules/people/members/member.service.ts';
import type { MembershipRecord } from '../../apps/api/src/modules/funds/memberships/membership.service.ts';
import { presentMembershipRow } from '../../apps/api/src/modules/funds/memberships/membership.presenter.ts';
import { presentSearchResults } from '../../apps/api/src/modules/organizations/search/search.presenter.ts';
import { bearerToken, createAccessTokens } from '../../apps/api/src/platform/auth.ts';
import { collection } from '../../apps/api/src/platform/database.ts';
import { objectId, toRecord } from '../../apps/api/src/platform/documents.ts';
import { beginsWith, searchFilter, searchKeysFilter } from '../../apps/api/src/platform/search-keys.ts';

const tokens = createAccessTokens(process.env['JWT_SECRET'] ?? '');

type Placed = { organizationNumber: string; path: string[]; membersCnt: number };
type Filter = Record<string, unknown>;

/** The roles of the user in an `Authorization` header. Throws if the token is not signed, or has expired. */
async function rolesOf(authorization: string | undefined): Promise<RoleAssignment[]> {
  const token = tokens.verify(bearerToken(authorization) ?? '', new Date());
  if (!token) throw new Error('nobody is signed in');
  return collection<RoleAssignment>('roles')
    .find({ userId: objectId(token.userId) })
    .toArray();
}

/** Returns the documents of a query, in one batch. */
const read = <T>(name: string, filter: Filter, shown: string, sort: Record<string, 1>, limit: number) =>
  collection(name)
    .find(filter, { projection: Object.fromEntries(shown.split(' ').map((field) => [field, 1])) })
    .sort(sort)
    .limit(limit)
    .toArray() as Promise<T[]>;

const SHOWN =
  'memberId firstNm lastNm middleInit birthDt household_id relationship organizationNumber organizationName isActive deceasedDt phones emails address externalRef';

/** Returns a page of an organization's members. */
async function members(query: URLSearchParams, authorization: string | undefined): Promise<unknown> {
  const organizationNumber = query.get('organization') ?? '';
  const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))];
  const [roles, organization] = await Promise.all([
    rolesOf(authorization),
    collection<Placed>('organizations').findOne({ organizationNumber }),
  ]);
  if (!organization || !isPermitted(roles, 'organization.members.get', organization.path))
    throw new Error('not permitted');
  const keys = await collection('members')
    .find({ organizationNumber }, { projection: { _id: 1 } })
    .sort({ nameKey: 1, _id: 1 })
    .skip((page - 1) * limit)
    .limit(limit)
    .toArray();
  const ids = keys.map(({ _id }) => _id);
  const found = await read<MemberRow>('members', { _id: { $in: ids } }, SHOWN, {}, limit);
  const byId = new Map(found.map((row) => [String(row._id), row]));
  const today = calendarDateOf(new Date(), 'UTC');
  return {
    results: organization.membersCnt,
    pages: pageCount(organization.membersCnt, limit),
    members: ids.flatMap((id) => {
      const row = byId.get(String(id));
      return row ? presentOrganizationMember(row, today) : [];
    }),
  };
}

/** The filter of a member search: complete numbers and phones as they are, everything else by the first letters. */
function memberFilter(term: string): Filter {
  const [search] = readMemberSearch(term);
  if (!search) throw new Error(`nothing can be searched by ${term}`);
  if ('memberId' in search) return search;
  const isPhone = search.prefixes.some((prefix) => /^\d{7,}$/.test(prefix));
  return (isPhone ? searchKeysFilter : searchFilter)(search.prefixes);
}

/** Returns the results of each kind for a term. */
async function search(query: URLSearchParams, authorization: string | undefined): Promise<unknown> {
  const term = query.get('q') ?? '';
  const roles = await rolesOf(authorization);
  const held = permittedAt(roles, 'organization.members.get');
  const isEverywhere = held.includes(ROOT);
  const numbers = isEverywhere
    ? []
    : await collection<Placed>('organizations')
        .find({ path: { $in: held } }, { projection: { _id: 0, organizationNumber: 1 } })
        .toArray();
  const own = numbers.map(({ organizationNumber }) => organizationNumber);
  const within = (field: string, values: string[], permission: Permission): Filter => {
    if (!permittedAt(roles, permission).length) throw new Error('not permitted');
    return isEverywhere ? {} : { [field]: { $in: values } };
  };
  const words = searchWords(term);
  const byWords = <T>(name: string, shown: string, by: string, scope: Filter) =>
    startsOf(words).length
      ? read<T>(name, { ...searchFilter(words), ...scope }, shown, { [by]: 1, _id: 1 }, SEARCH_LIMIT)
      : [];
  type Found = Parameters<typeof presentSearchResults>[0];
  const [found, organizations, campaigns, ...memberships] = await Promise.all([
    read<Found['members'][number]>(
      'members',
      { ...within('organizationNumber', own, 'organization.members.get'), ...memberFilter(term) },
      'memberId firstNm lastNm birthDt organizationName',
      { nameKey: 1, _id: 1 },
      SEARCH_LIMIT,
    ),
    byWords<Found['organizations'][number]>(
      'organizations',
      'organizationNumber organizationName',
      'organizationName',
      within('path', held, 'organization.details.get'),
    ),
    byWords<Found['campaigns'][number]>(
      'campaigns',
      'campaignName',
      'campaignName',
      within('offeredTo', own, 'organization.campaigns.get'),
    ),
    ...[...new Set([term, term.toUpperCase()])].map((reference) =>
      read<Found['memberships'][number]>(
        'campaign_memberships',
        {
          externalRef: beginsWith(reference),
          ...within('organizationNumber', own, 'campaign.memberships.get'),
        },
        'externalRef primaryMember primaryMemberId',
        { externalRef: 1, _id: 1 },
        SEARCH_LIMIT,
      ),
    ),
  ]);
  return presentSearchResults({
    members: found,
    organizations: organizations.map(({ organizationNumber, organizationName }) => ({
      organizationNumber,
      organizationName,
    })),
    campaigns,
    memberships: memberships.flat().slice(0, SEARCH_LIMIT),
    ...{ claims: [], didYouMean: [] },
  });
}

/** Returns a page of a campaign's memberships, for a user whose roles apply everywhere. */
async function memberships(query: URLSearchParams, authorization: string | undefined): Promise<unknown> {
  const campaignId = objectId(query.get('campaign') ?? '');
  const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))];
  const [roles, campaign, counts] = await Promise.all([
    rolesOf(authorization),
    collection('campaigns').findOne({ _id: campaignId }),
    collection<{ active: number; inactive: number; unknown: number }>('membership_counts')
      .find({ campaignId })
      .toArray(),
  ]);
  if (!campaign || !permittedAt(roles, 'campaign.memberships.get').includes(ROOT))
    throw new Error('not permitted');
  const keys = await collection('campaign_memberships')
    .find({ campaignId }, { projection: { _id: 1 } })
    .sort({ nameKey: 1, _id: 1 })
    .skip((page - 1) * limit)
    .limit(limit)
    .toArray();
  const ids = keys.map(({ _id }) => _id);
  const found: MembershipRecord[] = toRecord(
    (await collection('campaign_memberships')
      .find({ _id: { $in: ids } })
      .toArray()) as never,
  );
  const memberIds = found.flatMap((row) => row.members.map(({ member_id }) => objectId(member_id)));
  const persons: MemberRecord[] = toRecord(
    (await collection('members')
      .find({ _id: { $in: memberIds } })
      .toArray()) as never,
  );
  const people = new Map(persons.map((person) => [person._id, person]));
  const byId = new Map(found.map((row) => [row._id, row]));
  const today = calendarDateOf(new Date(), 'UTC');
  const results = counts.reduce((sum, { active, inactive, unknown }) => sum + active + inactive + unknown, 0);
  return {
    results,
    pages: pageCount(results, limit),
    memberships: ids.flatMap((id) => {
      const row = byId.get(String(id));
      return row ? presentMembershipRow(row, people, today) : [];
    }),
  };
}

export const staffAnswers = { members, memberships, search };
