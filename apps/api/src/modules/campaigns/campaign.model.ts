import mongoose, { Schema } from 'mongoose';
import type { PriceRule } from '@kinfold/domain/campaign-membership';
import type { Cents } from '@kinfold/domain/money';
import type { Session } from '../../platform/database.ts';
import {
  objectId,
  toRecord,
  toRecordOrUndefined,
  type ObjectId,
  type RecordOf,
} from '../../platform/documents.ts';

type CampaignDocument = {
  _id: ObjectId;
  campaignName: string;
  shortDescription: string;
  /** True for a funeral fund: people are charged through memberships. */
  requiresMembership: boolean;
  organizationNumber: string;
  participatingOrganizations: string[];
  /** The organization and the participating ones: whose members may join. */
  offeredTo: string[];
  /** The name of the organization that manages it. */
  managedBy: string;
  priceRules: PriceRule[];
  defaultPrice: Cents;
  /** Raised by every edit: who edits sends the one that they read. */
  version: number;
  createdBy: string;
  createdDt: Date;
  modifiedBy: string;
  modifiedDt: Date;
};
export type CampaignRecord = RecordOf<CampaignDocument>;

const CampaignModel = mongoose.model(
  'Campaign',
  new Schema<CampaignDocument>(
    {
      campaignName: String,
      shortDescription: String,
      requiresMembership: Boolean,
      organizationNumber: String,
      participatingOrganizations: [String],
      offeredTo: [String],
      managedBy: String,
      priceRules: [Schema.Types.Mixed],
      defaultPrice: Number,
      version: Number,
      createdBy: String,
      createdDt: Date,
      modifiedBy: String,
      modifiedDt: Date,
    },
    { collection: 'campaigns', versionKey: false },
  ),
);

/** A campaign by its id. */
export async function readCampaign(campaignId: string): Promise<CampaignRecord | undefined> {
  return toRecordOrUndefined(await CampaignModel.findById(campaignId).lean<CampaignDocument>());
}

/** Some campaigns by their ids, in any order. */
export async function readCampaigns(campaignIds: readonly string[]): Promise<CampaignRecord[]> {
  if (!campaignIds.length) return [];
  const filter = { _id: { $in: campaignIds.map(objectId) } };
  return toRecord(await CampaignModel.find(filter).lean<CampaignDocument[]>());
}

/** The campaigns that an organization's members may join because of that very organization, by name. */
export async function readOfferedTo(organizationNumber: string): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ offeredTo: organizationNumber })
    .sort({ campaignName: 1, _id: 1 })
    .lean<CampaignDocument[]>();
  return toRecord(found);
}

/** Copies an organization's name to the campaigns that it manages; gives how many had another. */
export async function setManagedBy(organizationNumber: string, managedBy: string): Promise<number> {
  // An organization's own campaigns are offered to it: there is an index of these.
  const own = { offeredTo: organizationNumber, organizationNumber };
  const { modifiedCount } = await CampaignModel.updateMany(own, { $set: { managedBy } });
  return modifiedCount;
}

/** Inserts a campaign. */
export async function insertCampaign(campaign: CampaignRecord, session: Session): Promise<void> {
  await CampaignModel.collection.insertOne({ ...campaign, _id: objectId(campaign._id) }, { session });
}

/** How many campaigns an organization manages. */
export async function countOfOrganization(organizationNumber: string, session?: Session): Promise<number> {
  // An organization's own campaigns are offered to it: there is an index of these.
  return CampaignModel.countDocuments({ offeredTo: organizationNumber, organizationNumber }, { session });
}
