/** The dates on which cover will change by itself: kept by kept-cover.service, read by lists and the staff home. */
import { id, date, int, list, text } from '../../../platform/fields.ts';
import type { Range } from '../../../platform/lists.ts';
import { defineModel, keepRecords, type RecordIn } from '../../../platform/model.ts';
import { toRecord } from '../../../platform/documents.ts';

const CoverChangeModel = defineModel('cover_changes', {
  /** `campaignMembershipId:kind:date`, the date in milliseconds. */
  _id: text(),
  campaignId: id(),
  campaignMembershipId: id(),
  /** The membership's. */
  organizationNumber: text(),
  kind: text<'loses' | 'reaches'>(),
  date: date(),
  /** The people whose cover changes then, and their number. */
  memberIds: list(id()),
  people: int(),
});
export type CoverChangeRecord = RecordIn<typeof CoverChangeModel>;

/** The filter of a list: one campaign or all, memberships of some organizations (undefined: of all). */
export type CoverChangeFilter = {
  campaignId: string | undefined;
  organizationNumbers: readonly string[] | undefined;
  /** From `from` to `to`, both inclusive. */
  from: Date;
  to: Date;
};

const filterOf = ({ campaignId, organizationNumbers, from, to }: CoverChangeFilter) => ({
  ...(campaignId !== undefined && { campaignId }),
  ...(organizationNumbers && { organizationNumber: { $in: organizationNumbers } }),
  date: { $gt: from, $lte: to },
});
const BY_DATE = { date: 1, _id: 1 } as const;

/** The number of changes that match a filter. */
export async function countCoverChanges(filter: CoverChangeFilter): Promise<number> {
  return CoverChangeModel.countDocuments(filterOf(filter));
}

/** The changes that match a filter, soonest first. */
export async function readCoverChanges(
  filter: CoverChangeFilter,
  { skip, limit }: Range,
): Promise<CoverChangeRecord[]> {
  const found = CoverChangeModel.find(filterOf(filter)).sort(BY_DATE).skip(skip).limit(limit);
  return toRecord(await found.lean());
}

/** All changes that match a filter, soonest first, read in batches as they are consumed. */
export async function* eachCoverChange(filter: CoverChangeFilter): AsyncGenerator<CoverChangeRecord> {
  const found = CoverChangeModel.find(filterOf(filter)).sort(BY_DATE).lean();
  for await (const change of found.cursor({ batchSize: 200 })) yield toRecord(change);
}

/** The number of people who lose their cover in the first `max` matching changes: read from index keys alone. */
export async function countLosing(
  filter: Omit<CoverChangeFilter, 'campaignId'>,
  max: number,
): Promise<number> {
  const [sum] = await CoverChangeModel.aggregate<{ people: number }>([
    { $match: { ...filterOf({ ...filter, campaignId: undefined }), kind: 'loses' } },
    { $limit: max },
    { $group: { _id: null, people: { $sum: '$people' } } },
  ]);
  return Math.min(sum?.people ?? 0, max);
}

/** The stored changes of some memberships, and of some members in any membership. */
export async function readKeptChanges(
  membershipIds: readonly string[],
  memberIds: readonly string[],
): Promise<CoverChangeRecord[]> {
  const [ofMemberships, ofMembers] = await Promise.all([
    CoverChangeModel.find({ campaignMembershipId: { $in: membershipIds } }).lean(),
    CoverChangeModel.find({ memberIds: { $in: memberIds } }).lean(),
  ]);
  const all = toRecord([...ofMemberships, ...ofMembers]);
  return [...new Map(all.map((change) => [change._id, change])).values()];
}

/** Stores changes, replacing those with the same id, and deletes others. */
export const writeCoverChanges = (changes: readonly CoverChangeRecord[], goneIds: readonly string[]) =>
  keepRecords(CoverChangeModel, changes, goneIds);
