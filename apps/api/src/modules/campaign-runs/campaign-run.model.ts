import mongoose, { Schema } from 'mongoose';
import type { Cents } from '@kinfold/domain/money';
import { documentIds, type Session } from '../../platform/database.ts';
import {
  objectId,
  toRecord,
  toRecordOrUndefined,
  type ObjectId,
  type RecordOf,
} from '../../platform/documents.ts';

type CampaignRunDocument = {
  _id: ObjectId;
  campaignId: ObjectId;
  /** Counts all runs; part of what its dues are called. */
  runNbr: number;
  organizationNumber: string;
  name: string;
  description: string;
  startDt: Date;
  endDt: Date;
  isActive: boolean;
  /** What was paid in this run: counted anew, soon after a donation of it changed. */
  donationsAmount: Cents;
  /** How often donations of it changed, and up to which change they are counted. */
  totalVersion: number;
  countedVersion: number;
  /** Something changed since the last count. */
  isTotalStale: boolean;
  /** Raised by every edit: who edits sends the one that they read. */
  version: number;
  createdBy: string;
  createdDt: Date;
  modifiedBy: string;
  modifiedDt: Date;
};
export type CampaignRunRecord = RecordOf<CampaignRunDocument>;

const CampaignRunModel = mongoose.model(
  'CampaignRun',
  new Schema<CampaignRunDocument>(
    {
      campaignId: Schema.Types.ObjectId,
      runNbr: Number,
      organizationNumber: String,
      name: String,
      description: String,
      startDt: Date,
      endDt: Date,
      isActive: Boolean,
      donationsAmount: Number,
      totalVersion: Number,
      countedVersion: Number,
      isTotalStale: Boolean,
      version: Number,
      createdBy: String,
      createdDt: Date,
      modifiedBy: String,
      modifiedDt: Date,
    },
    { collection: 'campaign_runs', versionKey: false },
  ),
);

/** A run by its id. */
export async function readRun(runId: string, session?: Session): Promise<CampaignRunRecord | undefined> {
  return toRecordOrUndefined(
    await CampaignRunModel.findById(runId, null, { session }).lean<CampaignRunDocument>(),
  );
}

/** Some runs by their ids, in any order. */
export async function readRuns(runIds: readonly string[]): Promise<CampaignRunRecord[]> {
  if (!runIds.length) return [];
  const filter = { _id: { $in: runIds.map(objectId) } };
  return toRecord(await CampaignRunModel.find(filter).lean<CampaignRunDocument[]>());
}

/** A page of a campaign's runs, newest first. */
export async function readRunPage(
  campaignId: string,
  page: { skip: number; limit: number },
): Promise<CampaignRunRecord[]> {
  const found = await CampaignRunModel.find({ campaignId: objectId(campaignId) })
    .sort({ startDt: -1, _id: -1 })
    .skip(page.skip)
    .limit(page.limit)
    .lean<CampaignRunDocument[]>();
  return toRecord(found);
}

/** How many runs a campaign has; dozens. */
export async function countRuns(campaignId: string): Promise<number> {
  return CampaignRunModel.countDocuments({ campaignId: objectId(campaignId) });
}

/** The runs of a campaign that are switched on, newest first; whether they have ended is for the caller. */
export async function readRunsSwitchedOn(campaignId: string): Promise<CampaignRunRecord[]> {
  const found = await CampaignRunModel.find({ campaignId: objectId(campaignId), isActive: true })
    .sort({ startDt: -1, _id: -1 })
    .lean<CampaignRunDocument[]>();
  return toRecord(found);
}

/** Inserts a run. */
export async function insertRun(run: CampaignRunRecord, session: Session): Promise<void> {
  const document = { ...run, _id: objectId(run._id), campaignId: objectId(run.campaignId) };
  await CampaignRunModel.collection.insertOne(document, { session });
}

/** Changes a run; the run as it then is, or undefined when there is none. */
export async function setRun(
  runId: string,
  change: Partial<Pick<CampaignRunRecord, 'name' | 'description' | 'startDt' | 'endDt' | 'isActive'>> &
    Pick<CampaignRunRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<CampaignRunRecord | undefined> {
  const changed = await CampaignRunModel.findOneAndUpdate(
    { _id: objectId(runId) },
    { $set: change, $inc: { version: 1 } },
    { returnDocument: 'after', session },
  ).lean<CampaignRunDocument>();
  return toRecordOrUndefined(changed);
}

/** Notes that donations of a run changed: their sum is to be counted again. */
export async function markTotalStale(runId: string): Promise<void> {
  await CampaignRunModel.updateOne(
    { _id: objectId(runId) },
    { $inc: { totalVersion: 1 }, $set: { isTotalStale: true } },
  );
}

/** The runs whose sum is to be counted again. */
export async function readStaleTotals(): Promise<Pick<CampaignRunRecord, '_id' | 'totalVersion'>[]> {
  const found = CampaignRunModel.find({ isTotalStale: true }, { totalVersion: 1 });
  return toRecord(await found.lean<CampaignRunDocument[]>());
}

/** Writes a sum, in cents, that counts all changes up to a version; an older count never overwrites a newer. */
export async function writeTotal(runId: string, donationsAmount: Cents, version: number): Promise<void> {
  const _id = objectId(runId);
  await CampaignRunModel.updateOne(
    { _id, countedVersion: { $lt: version } },
    { $set: { donationsAmount, countedVersion: version } },
  );
  await CampaignRunModel.updateOne({ _id, totalVersion: version }, { $set: { isTotalStale: false } });
}

/** Every run's id; for the verifier. */
export const eachRunId = () => documentIds('campaign_runs');
