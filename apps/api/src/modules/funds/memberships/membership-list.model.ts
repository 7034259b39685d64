/** Reads of a campaign's memberships for lists and files: by the name of the primary member. */
import type { Session } from '../../../platform/database.ts';
import { objectId, toRecord } from '../../../platform/documents.ts';
import { readInOrder } from '../../../platform/model.ts';
import { MembershipModel, type MembershipRecord } from './membership.model.ts';
import { NO_MEMBERSHIPS, type OrganizationCounts } from './membership-count.model.ts';

/** The filter of a list of a campaign's memberships, of some organizations (undefined: of all). */
export type MembershipFilter = {
  campaignId: string;
  organizationNumbers: readonly string[] | undefined;
  isActive?: boolean | null;
  isPriceDifferent?: true;
  isPriceOutdated?: true;
};

const filterOf = ({
  campaignId,
  organizationNumbers,
  isActive,
  isPriceDifferent,
  isPriceOutdated,
}: MembershipFilter) => ({
  campaignId,
  ...(organizationNumbers && { organizationNumber: { $in: organizationNumbers } }),
  ...(isActive !== undefined && { isActive }),
  ...(isPriceDifferent && { isPriceDifferent }),
  ...(isPriceOutdated && { isPriceOutdated }),
});

const ROW = {
  campaignId: 1,
  campaignName: 1,
  organizationNumber: 1,
  organizationName: 1,
  externalRef: 1,
  isActive: 1,
  version: 1,
  primaryMemberId: 1,
  primaryMember: 1,
  totalPrice: 1,
  lastPayment: 1,
  isPriceDifferent: 1,
  'members.isActive': 1,
} as const;
/** The fields of a membership in files. */
export type MembershipFileRow = Pick<
  MembershipRecord,
  '_id' | Exclude<keyof typeof ROW, 'members.isActive'>
> & { members: Pick<MembershipRecord['members'][number], 'isActive'>[] };

const BY_NAME = { nameKey: 1, _id: 1 } as const;

/** A page of memberships by name: the ids from the index alone, then the documents of the page. */
export async function readRows(
  filter: MembershipFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<MembershipRecord[]> {
  const found = MembershipModel.find(filterOf(filter), { _id: 1 }).sort(BY_NAME).skip(skip).limit(limit);
  return readRowsById((await found.lean()).map(({ _id }) => _id.toHexString()));
}

/** Some memberships in the order of the given ids. */
export const readRowsById = (ids: readonly string[]): Promise<MembershipRecord[]> =>
  readInOrder(MembershipModel, ids);

/** The number of memberships that match a filter. */
export async function countRows(filter: MembershipFilter): Promise<number> {
  return MembershipModel.countDocuments(filterOf(filter));
}

/** All memberships that match a filter, by name, read in batches as they are consumed. */
export async function* eachRow(filter: MembershipFilter): AsyncGenerator<MembershipFileRow> {
  const found = MembershipModel.find(filterOf(filter), ROW).sort(BY_NAME).lean();
  for await (const row of found.cursor({ batchSize: 500 })) yield toRecord(row) as MembershipFileRow;
}

/** Returns those ids whose memberships match a filter, in their order. */
export async function keepMatching(ids: readonly string[], filter: MembershipFilter): Promise<string[]> {
  const found = await MembershipModel.find({ _id: { $in: ids }, ...filterOf(filter) }, { _id: 1 }).lean();
  const kept = new Set(found.map(({ _id }) => _id.toHexString()));
  return ids.filter((id) => kept.has(id));
}

/** The fields of a membership for a refresh of prices. */
export type PriceableMembership = Pick<
  MembershipRecord,
  | '_id'
  | 'version'
  | 'organizationNumber'
  | 'primaryMemberId'
  | 'isActive'
  | 'activeDt'
  | 'totalPrice'
  | 'lastPayment'
  | 'members'
  | 'repricedBy'
>;

const PRICEABLE = {
  version: 1,
  organizationNumber: 1,
  primaryMemberId: 1,
  isActive: 1,
  activeDt: 1,
  totalPrice: 1,
  lastPayment: 1,
  members: 1,
  repricedBy: 1,
} as const;

/** The first `limit` matching ids after an id (null: from the first), in order. */
export async function readIdsAfter(
  filter: MembershipFilter,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const after = afterId ? { _id: { $gt: afterId } } : {};
  const found = MembershipModel.find({ ...filterOf(filter), ...after }, { _id: 1 }).sort({ _id: 1 });
  return (await found.limit(limit).lean()).map(({ _id }) => _id.toHexString());
}

/** Some memberships with the fields for a refresh of prices, in any order; missing ones are left out. */
export async function readPriceable(membershipIds: readonly string[]): Promise<PriceableMembership[]> {
  return toRecord(await MembershipModel.find({ _id: { $in: membershipIds } }, PRICEABLE).lean());
}

/** The memberships of a campaign, counted rather than read from the counters. */
export async function countByOrganization(
  campaignId: string,
  session?: Session,
): Promise<OrganizationCounts[]> {
  const groups = await MembershipModel.aggregate<{
    _id: { organizationNumber: string; isActive: boolean | null };
    count: number;
  }>(
    [
      { $match: { campaignId: objectId(campaignId) } },
      {
        $group: {
          _id: { organizationNumber: '$organizationNumber', isActive: '$isActive' },
          count: { $sum: 1 },
        },
      },
    ],
    { session },
  );
  const byNumber = new Map<string, OrganizationCounts>();
  for (const { _id, count } of groups) {
    const { organizationNumber, isActive } = _id;
    const counts = byNumber.get(organizationNumber) ?? { organizationNumber, ...NO_MEMBERSHIPS };
    const state = isActive === null ? 'unknown' : isActive ? 'active' : 'inactive';
    byNumber.set(organizationNumber, { ...counts, [state]: count });
  }
  return [...byNumber.values()];
}
