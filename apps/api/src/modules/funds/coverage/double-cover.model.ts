/** People who are covered twice by funds that cover each person once: kept by kept-cover.service. */
import { id, text } from '../../../platform/fields.ts';
import type { Range } from '../../../platform/lists.ts';
import { defineModel, keepRecords, type RecordIn } from '../../../platform/model.ts';
import { toRecord } from '../../../platform/documents.ts';

const DoubleCoverModel = defineModel('double_covers', {
  /** `memberId:campaignMembershipId:otherMembershipId` */
  _id: text(),
  memberId: id(),
  campaignId: id(),
  campaignMembershipId: id(),
  /** The organization of the membership; below, that of the other one. */
  organizationNumber: text(),
  otherMembershipId: id(),
  otherOrganizationNumber: text(),
});
export type DoubleCoverRecord = RecordIn<typeof DoubleCoverModel>;

/** Those of a campaign, where both memberships are of some organizations (undefined: of all). */
const filterOf = (campaignId: string, organizationNumbers: readonly string[] | undefined) => ({
  campaignId,
  ...(organizationNumbers && {
    organizationNumber: { $in: organizationNumbers },
    otherOrganizationNumber: { $in: organizationNumbers },
  }),
});

/** The number of people in a campaign who are covered twice, by memberships of some organizations (undefined: of all). */
export async function countDoubleCovers(
  campaignId: string,
  organizationNumbers: readonly string[] | undefined,
): Promise<number> {
  return DoubleCoverModel.countDocuments(filterOf(campaignId, organizationNumbers));
}

/** Some of them, longest members first. */
export async function readDoubleCovers(
  campaignId: string,
  organizationNumbers: readonly string[] | undefined,
  { skip, limit }: Range,
): Promise<DoubleCoverRecord[]> {
  const found = DoubleCoverModel.find(filterOf(campaignId, organizationNumbers)).sort({ _id: 1 });
  return toRecord(await found.skip(skip).limit(limit).lean());
}

/** All of them in the same order, read in batches as they are consumed. */
export async function* eachDouble(
  campaignId: string,
  organizationNumbers: readonly string[] | undefined,
): AsyncGenerator<DoubleCoverRecord> {
  const found = DoubleCoverModel.find(filterOf(campaignId, organizationNumbers)).sort({ _id: 1 }).lean();
  for await (const double of found.cursor({ batchSize: 200 })) yield toRecord(double);
}

/** The stored double covers of some members. */
export async function readKeptDoubles(memberIds: readonly string[]): Promise<DoubleCoverRecord[]> {
  return toRecord(await DoubleCoverModel.find({ memberId: { $in: memberIds } }).lean());
}

/** Stores new ones, and deletes others. */
export const writeDoubleCovers = (doubles: readonly DoubleCoverRecord[], goneIds: readonly string[]) =>
  keepRecords(DoubleCoverModel, doubles, goneIds);
