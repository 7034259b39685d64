import type { Session } from '../../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, flag, int, list, money, object, optional, text } from '../../../platform/fields.ts';
import type { Range } from '../../../platform/lists.ts';
import { defineModel, insertRecords, type RecordIn } from '../../../platform/model.ts';
import { searchFields, searchFilter } from '../../../platform/search-keys.ts';
import { markStale } from '../../../work/projections.ts';

/** What decides about the cover of its people, beside their memberships and dues. */
const coverFields = {
  /** True for a funeral fund: people are charged through memberships. */
  requiresMembership: flag(),
  /** Ages are inclusive; no relationships means any. */
  priceRules: list(
    object({
      label: text(),
      minAge: int(),
      maxAge: int(),
      relationships: optional(list(text())),
      price: money(),
    }),
  ),
  defaultPrice: money(),
  /** See domain `FundRules`; amounts in cents. */
  fundRules: object({
    waitingDays: optional(int()),
    graceDays: optional(int()),
    lapseDays: optional(int()),
    reinstatementWaitingDays: optional(int()),
    entryAge: optional(object({ min: int(), max: int() })),
    ageLimits: optional(list(object({ relationships: list(text()), maxAge: int() }))),
    oneCoverPerPerson: optional(flag()),
    benefits: optional(
      list(
        object({
          label: text(),
          minAge: int(),
          maxAge: int(),
          relationships: optional(list(text())),
          amount: money(),
        }),
      ),
    ),
    claimWithinDays: optional(int()),
    quietDays: optional(int()),
  }),
};

const CampaignModel = defineModel('campaigns', {
  campaignName: text(),
  /** Of the name; after a new one the job that copies it writes them. */
  ...searchFields,
  shortDescription: text(),
  ...coverFields,
  organizationNumber: text(),
  participatingOrganizations: list(text()),
  /** The organization and the participating ones: whose members may join. */
  offeredTo: list(text()),
  /** The name of the organization that manages it. */
  managedBy: text(),
  /** How the fund decided about cover before, and until when, oldest first: added, and never changed. */
  earlier: optional(list(object({ ...coverFields, until: date() }))),
  /** What statements say about tax; empty: that dues are not automatically tax-deductible. */
  taxNote: text(),
  /** Raised by every edit: who edits sends the one that they read. */
  version: int(),
  createdBy: text(),
  createdDt: date(),
  modifiedBy: text(),
  modifiedDt: date(),
});
export type CampaignRecord = RecordIn<typeof CampaignModel>;

/** A campaign by its id. */
export async function readCampaign(
  campaignId: string,
  session?: Session,
): Promise<CampaignRecord | undefined> {
  return toRecordOrUndefined(await CampaignModel.findById(campaignId, null, { session }).lean());
}

/** Some campaigns by their ids, in any order. */
export async function findCampaigns(campaignIds: readonly string[]): Promise<CampaignRecord[]> {
  if (!campaignIds.length) return [];
  return toRecord(await CampaignModel.find({ _id: { $in: campaignIds } }).lean());
}

/** The campaigns that an organization's members may join because of that very organization, by name. */
export async function findCampaignsOf(organizationNumber: string): Promise<CampaignRecord[]> {
  const found = CampaignModel.find({ offeredTo: organizationNumber }).sort({ campaignName: 1, _id: 1 });
  return toRecord(await found.lean());
}

/** Campaigns that are offered to some organizations (undefined: to any) of whose name each prefix begins a word, by name. */
export async function readBySearch(
  organizationNumbers: readonly string[] | undefined,
  prefixes: readonly string[],
  limit: number,
): Promise<Pick<CampaignRecord, '_id' | 'campaignName'>[]> {
  const offered = organizationNumbers && { offeredTo: { $in: organizationNumbers } };
  const found = await CampaignModel.find({ ...searchFilter(prefixes), ...offered }, { campaignName: 1 })
    .sort({ campaignName: 1, _id: 1 })
    .limit(limit)
    .lean();
  return toRecord(found);
}

/** Which campaigns a list has: offered to some organizations (undefined: to any), of whose name each prefix begins a word. */
export type CampaignFilter = { organizationNumbers: string[] | undefined; prefixes: readonly string[] };

const filterOf = ({ organizationNumbers, prefixes }: CampaignFilter) => ({
  // Of all: the whole index of names.
  ...(organizationNumbers ? { offeredTo: { $in: organizationNumbers } } : { campaignName: { $gte: '' } }),
  ...(prefixes.length && searchFilter(prefixes)),
});

/** A page of campaigns by name. */
export async function readCampaignPage(filter: CampaignFilter, { skip, limit }: Range) {
  const found = CampaignModel.find(filterOf(filter)).sort({ campaignName: 1, _id: 1 });
  return toRecord(await found.skip(skip).limit(limit).lean());
}

/** How many campaigns a filter finds. */
export async function countCampaignsBy(filter: CampaignFilter): Promise<number> {
  return CampaignModel.countDocuments(filterOf(filter));
}

/** Inserts a campaign. */
export async function insertCampaign(campaign: CampaignRecord, session: Session): Promise<void> {
  await insertRecords(CampaignModel, [campaign], session);
}

/** The fields that decide about the cover of its people. */
export const DECIDES_COVER = ['requiresMembership', 'priceRules', 'defaultPrice', 'fundRules'] as const;

/** Changes a campaign's own fields; the campaign as it then is, or undefined when there is none. */
export async function setCampaign(
  campaignId: string,
  change: Partial<CampaignRecord> & Pick<CampaignRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<CampaignRecord | undefined> {
  if (DECIDES_COVER.some((field) => field in change))
    await markStale({ campaign_cover: [campaignId] }, session);
  const changed = await CampaignModel.findOneAndUpdate(
    { _id: campaignId },
    { $set: change, $inc: { version: 1 } },
    { returnDocument: 'after', session },
  ).lean();
  return toRecordOrUndefined(changed);
}

/** How many campaigns an organization manages, counted and not read from its counter. */
export async function countCampaigns(organizationNumber: string, session?: Session): Promise<number> {
  // An organization's own campaigns are offered to it: there is an index of these.
  return CampaignModel.countDocuments({ offeredTo: organizationNumber, organizationNumber }, { session });
}

/** The names of the campaigns of others in which an organization participates. */
export async function findParticipations(organizationNumber: string, session?: Session): Promise<string[]> {
  const found = await CampaignModel.find(
    { offeredTo: organizationNumber, organizationNumber: { $ne: organizationNumber } },
    { campaignName: 1 },
    { session },
  )
    .sort({ campaignName: 1, _id: 1 })
    .lean();
  return found.map(({ campaignName }) => campaignName);
}
