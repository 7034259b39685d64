import type { Session } from '../../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, flag, id, int, text } from '../../../platform/fields.ts';
import { defineModel, insertRecords, type RecordIn } from '../../../platform/model.ts';

const HouseholdModel = defineModel('households', {
  /** The only record of who is primary. */
  primaryMemberId: id(),
  /** Nobody lives in it: kept for its primary member, who may come back. */
  isEmpty: flag(),
  /** Raised by every change of its members, and of what a life event changes in them. */
  version: int(),
  createdBy: text(),
  createdDt: date(),
});
export type HouseholdRecord = RecordIn<typeof HouseholdModel>;

/** A household by its id. */
export async function readHousehold(householdId: string): Promise<HouseholdRecord | undefined> {
  return toRecordOrUndefined(await HouseholdModel.findById(householdId).lean());
}

/** Some households by their ids, in any order. */
export async function readHouseholds(
  householdIds: readonly string[],
  session?: Session,
): Promise<HouseholdRecord[]> {
  if (!householdIds.length) return [];
  return toRecord(await HouseholdModel.find({ _id: { $in: householdIds } }, null, { session }).lean());
}

/** The households of some primary members, in any order. */
export async function readHouseholdsOfPrimaries(
  memberIds: readonly string[],
  session?: Session,
): Promise<HouseholdRecord[]> {
  if (!memberIds.length) return [];
  const filter = { primaryMemberId: { $in: memberIds } };
  return toRecord(await HouseholdModel.find(filter, null, { session }).lean());
}

/** Inserts households. Throws a duplicate key error when a member is primary of one already. */
export async function storeHouseholds(
  households: readonly HouseholdRecord[],
  session: Session,
): Promise<void> {
  await insertRecords(HouseholdModel, households, session);
}

/** Raises the versions of some households, so that changes of one household wait for each other; returns false when one is gone. */
export async function raiseHouseholdVersions(
  householdIds: readonly string[],
  session: Session,
): Promise<boolean> {
  if (!householdIds.length) return true;
  const raised = { $inc: { version: 1 } };
  const { matchedCount } = await HouseholdModel.updateMany({ _id: { $in: householdIds } }, raised, {
    session,
  });
  return matchedCount === householdIds.length;
}

/**
 * Rewrites existing households. They are deleted and inserted again: primary members may swap between them, and the
 * unique index is checked with each write.
 */
export async function rewriteHouseholds(
  households: readonly HouseholdRecord[],
  session: Session,
): Promise<void> {
  await eraseHouseholds(
    households.map(({ _id }) => _id),
    session,
  );
  await storeHouseholds(households, session);
}

/** Writes whether a household is empty. */
export async function setEmpty(householdId: string, isEmpty: boolean, session: Session): Promise<void> {
  await HouseholdModel.updateOne({ _id: householdId }, { $set: { isEmpty } }, { session });
}

/** Removes households. */
export async function eraseHouseholds(householdIds: readonly string[], session: Session): Promise<void> {
  if (!householdIds.length) return;
  await HouseholdModel.deleteMany({ _id: { $in: householdIds } }, { session });
}
