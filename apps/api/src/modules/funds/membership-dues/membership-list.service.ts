/** The memberships of a campaign in the user's organizations, by page or as a file (spec section 2, "Campaign memberships"). */
import type {
  MembershipFilters,
  MembershipListQuery,
  MembershipStatus,
} from '@kinfold/domain/membership-list';
import { batchesOf } from '../../../platform/in-batches.ts';
import { pageOfAll, readPage, type ListPage } from '../../../platform/lists.ts';
import { findRunsByStatus } from '../campaign-runs/campaign-run.service.ts';
import { owingMemberships } from '../donations/donation.service.ts';
import {
  countMembershipRows,
  eachMembershipRow,
  findMembershipRows,
  findMembershipRowsById,
  keepMatchingMemberships,
  type MembershipFileRow,
  type MembershipFilter,
} from '../memberships/membership-list.service.ts';
import { findMembershipCounts, type MembershipRecord } from '../memberships/membership.service.ts';
import { numbersOfList } from '../../organizations/organizations/organization.service.ts';

const IS_ACTIVE: Record<MembershipStatus, boolean | null> = { active: true, inactive: false, unknown: null };

/** A request for a list: the filter, the number of matches by state alone, and whether only owing ones are listed. */
type Asked = { filter: MembershipFilter; counted: number; owes: boolean };

/** Throws 403 for an organization that is not in the scope. */
async function askedOf(
  campaignId: string,
  scope: readonly string[],
  asked: MembershipFilters,
): Promise<Asked> {
  const [within, counts] = await Promise.all([
    numbersOfList(scope, asked.organization_number),
    findMembershipCounts(campaignId),
  ]);
  const known = within && new Set(within);
  const seen = known ? counts.filter(({ organizationNumber }) => known.has(organizationNumber)) : counts;
  const { status } = asked;
  const counted = seen.reduce(
    (sum, { active, inactive, unknown }) =>
      sum + (status ? { active, inactive, unknown }[status] : active + inactive + unknown),
    0,
  );
  return {
    filter: {
      campaignId,
      organizationNumbers: known && seen.map(({ organizationNumber }) => organizationNumber),
      ...(status && { isActive: IS_ACTIVE[status] }),
      ...(asked.price_differs === true && { isPriceDifferent: true }),
      ...(asked.price_outdated === true && { isPriceOutdated: true }),
    },
    counted,
    owes: asked.owes === true,
  };
}

/** A page of memberships by name. The total comes from the counters, unless the filter asks for more than a state. */
export async function listMemberships(
  campaignId: string,
  scope: readonly string[],
  query: MembershipListQuery,
  now: Date,
): Promise<ListPage<MembershipRecord>> {
  const { filter, counted, owes } = await askedOf(campaignId, scope, query);
  if (owes) {
    const ids: string[] = [];
    for await (const some of owingIds(filter, now)) ids.push(...some);
    const page = pageOfAll(ids, query);
    return { ...page, rows: await findMembershipRowsById(page.rows) };
  }
  return readPage(
    query,
    async () => (filter.isPriceDifferent || filter.isPriceOutdated ? countMembershipRows(filter) : counted),
    (range) => findMembershipRows(filter, range),
  );
}

/** All memberships of a list, by name, one at a time. */
export async function* eachListed(
  campaignId: string,
  scope: readonly string[],
  asked: MembershipFilters,
  now: Date,
): AsyncGenerator<MembershipFileRow> {
  const { filter, owes } = await askedOf(campaignId, scope, asked);
  if (!owes) return yield* eachMembershipRow(filter);
  for await (const ids of owingIds(filter, now)) yield* await findMembershipRowsById(ids);
}

const CHUNK = 500;

/** The ids of memberships with payable dues, which excludes those of paused runs. In chunks, by name. */
async function* owingIds(filter: MembershipFilter, now: Date): AsyncGenerator<string[]> {
  const { campaignId, organizationNumbers, ...others } = filter;
  const { paused } = await findRunsByStatus(campaignId, now);
  const matching = (ids: string[]) =>
    Object.keys(others).length ? keepMatchingMemberships(ids, filter) : Promise.resolve(ids);
  const owing = owingMemberships(
    campaignId,
    organizationNumbers,
    paused.map(({ _id }) => _id),
  );
  for await (const ids of batchesOf(owing, CHUNK)) yield await matching(ids);
}
