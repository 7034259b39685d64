import mongoose, { Schema } from 'mongoose';
import type { Session } from '../../platform/database.ts';
import {
  objectId,
  toRecord,
  toRecordOrUndefined,
  type ObjectId,
  type RecordOf,
} from '../../platform/documents.ts';

type HouseholdDocument = {
  _id: ObjectId;
  /** The one truth about who is primary. */
  primaryMemberId: ObjectId;
  createdBy: string;
  createdDt: Date;
};
export type HouseholdRecord = RecordOf<HouseholdDocument>;

const HouseholdModel = mongoose.model(
  'Household',
  new Schema<HouseholdDocument>(
    { primaryMemberId: Schema.Types.ObjectId, createdBy: String, createdDt: Date },
    { collection: 'households', versionKey: false },
  ),
);

/** A household by its id. */
export async function readHousehold(householdId: string): Promise<HouseholdRecord | undefined> {
  return toRecordOrUndefined(await HouseholdModel.findById(householdId).lean<HouseholdDocument>());
}

/** Some households by their ids, in any order. */
export async function readHouseholds(householdIds: readonly string[]): Promise<HouseholdRecord[]> {
  if (!householdIds.length) return [];
  return toRecord(
    await HouseholdModel.find({ _id: { $in: householdIds.map(objectId) } }).lean<HouseholdDocument[]>(),
  );
}

/** Inserts households. Throws a duplicate key error when a member is primary of one already. */
export async function insertHouseholds(
  households: readonly HouseholdRecord[],
  session: Session,
): Promise<void> {
  await HouseholdModel.collection.insertMany(
    households.map((household) => ({
      ...household,
      _id: objectId(household._id),
      primaryMemberId: objectId(household.primaryMemberId),
    })),
    { session },
  );
}
