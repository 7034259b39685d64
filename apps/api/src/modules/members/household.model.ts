import type { Session } from '../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../platform/documents.ts';
import { date, id, text } from '../../platform/fields.ts';
import { defineModel, insertRecords, type RecordIn } from '../../platform/model.ts';

const HouseholdModel = defineModel('households', {
  /** The one truth about who is primary. */
  primaryMemberId: id(),
  createdBy: text(),
  createdDt: date(),
});
export type HouseholdRecord = RecordIn<typeof HouseholdModel>;

/** A household by its id. */
export async function readHousehold(householdId: string): Promise<HouseholdRecord | undefined> {
  return toRecordOrUndefined(await HouseholdModel.findById(householdId).lean());
}

/** Some households by their ids, in any order. */
export async function readHouseholds(householdIds: readonly string[]): Promise<HouseholdRecord[]> {
  if (!householdIds.length) return [];
  return toRecord(await HouseholdModel.find({ _id: { $in: householdIds } }).lean());
}

/** Inserts households. Throws a duplicate key error when a member is primary of one already. */
export async function insertHouseholds(
  households: readonly HouseholdRecord[],
  session: Session,
): Promise<void> {
  await insertRecords(HouseholdModel, households, session);
}

/** Deletes a household. */
export async function eraseHousehold(householdId: string, session: Session): Promise<void> {
  await HouseholdModel.deleteOne({ _id: householdId }, { session });
}
