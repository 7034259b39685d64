/** When covers change if nobody does anything: kept by kept-cover.service, read by lists and the staff home. */
import { id, date, int, list, text } from '../../../platform/fields.ts';
import type { Range } from '../../../platform/lists.ts';
import { defineModel, keepRecords, type RecordIn } from '../../../platform/model.ts';
import { toRecord } from '../../../platform/documents.ts';

const CoverChangeModel = defineModel('cover_changes', {
  /** `campaignMembershipId:kind:date`, the date in milliseconds. */
  _id: text(),
  campaignId: id(),
  campaignMembershipId: id(),
  /** Of the membership. */
  organizationNumber: text(),
  kind: text<'loses' | 'reaches'>(),
  date: date(),
  /** Whose cover changes then, and how many they are. */
  memberIds: list(id()),
  people: int(),
});
export type CoverChangeRecord = RecordIn<typeof CoverChangeModel>;

/** Which changes a list has: of a campaign or of all, of memberships of some organizations (undefined: of all). */
export type CoverChangeFilter = {
  campaignId: string | undefined;
  organizationNumbers: readonly string[] | undefined;
  /** Not before `from`; at `to` at the latest. */
  from: Date;
  to: Date;
};

const filterOf = ({ campaignId, organizationNumbers, from, to }: CoverChangeFilter) => ({
  ...(campaignId !== undefined && { campaignId }),
  ...(organizationNumbers && { organizationNumber: { $in: organizationNumbers } }),
  date: { $gt: from, $lte: to },
});
const BY_DATE = { date: 1, _id: 1 } as const;

/** How many changes a filter finds. */
export async function countCoverChanges(filter: CoverChangeFilter): Promise<number> {
  return CoverChangeModel.countDocuments(filterOf(filter));
}

/** The changes that a filter finds, the next first. */
export async function readCoverChanges(
  filter: CoverChangeFilter,
  { skip, limit }: Range,
): Promise<CoverChangeRecord[]> {
  const found = CoverChangeModel.find(filterOf(filter)).sort(BY_DATE).skip(skip).limit(limit);
  return toRecord(await found.lean());
}

/** Every change that a filter finds, the next first, read in batches as they are taken. */
export async function* eachCoverChange(filter: CoverChangeFilter): AsyncGenerator<CoverChangeRecord> {
  const found = CoverChangeModel.find(filterOf(filter)).sort(BY_DATE).lean();
  for await (const change of found.cursor({ batchSize: 200 })) yield toRecord(change);
}

/** How many people lose their cover, of the first `max` changes that a filter finds: from index keys alone. */
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

/** What is kept of some memberships, and of some members in any membership. */
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

/** Stores changes, in place of those with the same id, and deletes others. */
export const writeCoverChanges = (changes: readonly CoverChangeRecord[], goneIds: readonly string[]) =>
  keepRecords(CoverChangeModel, changes, goneIds);
