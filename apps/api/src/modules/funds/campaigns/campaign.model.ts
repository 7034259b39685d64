import { documentIds, type Session } from '../../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, flag, int, list, money, object, optional, text } from '../../../platform/fields.ts';
import type { Range } from '../../../platform/lists.ts';
import { changeVersioned, defineModel, insertRecords, type RecordIn } from '../../../platform/model.ts';
import { searchFields, searchFilter } from '../../../platform/search-keys.ts';
import { markStale } from '../../../work/projections.ts';

/** The fields that decide about cover, besides memberships and dues. */
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
    suicideWaitingDays: optional(int()),
    accidentWaitingDays: optional(int()),
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
          isInKind: optional(flag()),
          isUpTo: optional(flag()),
        }),
      ),
    ),
    joiningFee: optional(object({ amount: money(), per: text<'household' | 'person'>() })),
    walletMinimum: optional(money()),
    walletDormantDays: optional(int()),
    claimWithinDays: optional(int()),
    quietDays: optional(int()),
  }),
};

const CampaignModel = defineModel('campaigns', {
  campaignName: text(),
  /** Made of the name; after a rename, the job that copies names writes them. */
  ...searchFields,
  shortDescription: text(),
  ...coverFields,
  organizationNumber: text(),
  participatingOrganizations: list(text()),
  /** The organization and the participating ones: their members may join. */
  offeredTo: list(text()),
  /** The name of the organization that manages it. */
  managedBy: text(),
  /** Earlier cover fields, each with the time until which they held, oldest first: appended, never changed. */
  earlier: optional(list(object({ ...coverFields, until: date() }))),
  /** The tax note of statements; empty: dues are not automatically tax-deductible. */
  taxNote: text(),
  /** Raised by every edit; an edit sends the version that it was made from. */
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

/** The campaigns that members may join because they belong to this very organization, by name. */
export async function findCampaignsOf(organizationNumber: string): Promise<CampaignRecord[]> {
  const found = CampaignModel.find({ offeredTo: organizationNumber }).sort({ campaignName: 1, _id: 1 });
  return toRecord(await found.lean());
}

/** The campaigns offered to some organizations (undefined: to any) where each prefix begins a word of the name, by name. */
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

/** The filter of a list: offered to some organizations (undefined: to any), each prefix begins a word of the name. */
export type CampaignFilter = { organizationNumbers: string[] | undefined; prefixes: readonly string[] };

const filterOf = ({ organizationNumbers, prefixes }: CampaignFilter) => ({
  // For all organizations, the whole index of names.
  ...(organizationNumbers ? { offeredTo: { $in: organizationNumbers } } : { campaignName: { $gte: '' } }),
  ...(prefixes.length && searchFilter(prefixes)),
});

/** A page of campaigns by name. */
export async function readCampaignPage(filter: CampaignFilter, { skip, limit }: Range) {
  const found = CampaignModel.find(filterOf(filter)).sort({ campaignName: 1, _id: 1 });
  return toRecord(await found.skip(skip).limit(limit).lean());
}

/** The number of campaigns that match a filter. */
export async function countCampaignsBy(filter: CampaignFilter): Promise<number> {
  return CampaignModel.countDocuments(filterOf(filter));
}

/** Inserts a campaign. */
export async function insertCampaign(campaign: CampaignRecord, session: Session): Promise<void> {
  await insertRecords(CampaignModel, [campaign], session);
}

/** The fields that decide about the cover of its people. */
export const DECIDES_COVER = ['requiresMembership', 'priceRules', 'defaultPrice', 'fundRules'] as const;

/** Changes a campaign's own fields; returns the changed campaign, or undefined when there is none. */
export async function setCampaign(
  campaignId: string,
  change: Partial<CampaignRecord> & Pick<CampaignRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<CampaignRecord | undefined> {
  if (DECIDES_COVER.some((field) => field in change))
    await markStale({ campaign_cover: [campaignId] }, session);
  return changeVersioned(CampaignModel, { _id: campaignId }, change, session);
}

/** The number of campaigns that an organization manages, counted rather than read from its counter. */
export async function countCampaigns(organizationNumber: string, session?: Session): Promise<number> {
  // An organization's own campaigns are offered to it, so the index on `offeredTo` serves.
  return CampaignModel.countDocuments({ offeredTo: organizationNumber, organizationNumber }, { session });
}

/** The names of other organizations' campaigns in which an organization participates. */
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

/** The ids of all campaigns, for the verifier. */
export const campaignIds = () => documentIds('campaigns');
