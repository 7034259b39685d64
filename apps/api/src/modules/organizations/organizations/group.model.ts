import type { Session } from '../../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, id, list, optional, text } from '../../../platform/fields.ts';
import { defineModel, insertRecords, type RecordIn } from '../../../platform/model.ts';

const GroupModel = defineModel('groups', {
  groupName: text(),
  organizationNumber: text(),
  /** The members who are in it, in the order in which they came. */
  memberIds: optional(list(id())),
  createdBy: text(),
  createdDt: date(),
});
export type GroupRecord = RecordIn<typeof GroupModel>;

/** An organization's groups by name; a few dozen at most. */
export async function listGroups(organizationNumber: string, session?: Session): Promise<GroupRecord[]> {
  return toRecord(
    await GroupModel.find({ organizationNumber }, null, { session }).sort({ groupName: 1 }).lean(),
  );
}

/** Inserts a group. Throws a duplicate key error when the organization has one of that name. */
export async function insertGroup(group: GroupRecord, session: Session): Promise<void> {
  await insertRecords(GroupModel, [group], session);
}

/** Deletes a group of an organization and returns it; undefined when there is no such group. */
export async function eraseGroup(
  organizationNumber: string,
  groupId: string,
  session: Session,
): Promise<GroupRecord | undefined> {
  const filter = { _id: groupId, organizationNumber };
  return toRecordOrUndefined(await GroupModel.findOneAndDelete(filter, { session }).lean());
}

/** The number of groups of an organization. */
export async function countGroups(organizationNumber: string, session?: Session): Promise<number> {
  return GroupModel.countDocuments({ organizationNumber }, { session });
}

/** A group of an organization by its id. */
export async function readGroup(
  organizationNumber: string,
  groupId: string,
  session?: Session,
): Promise<GroupRecord | undefined> {
  const found = GroupModel.findOne({ _id: groupId, organizationNumber }, null, { session });
  return toRecordOrUndefined(await found.lean());
}

/** Writes who is in a group. */
export async function setGroupPeople(
  groupId: string,
  memberIds: readonly string[],
  session: Session,
): Promise<void> {
  await GroupModel.updateOne({ _id: groupId }, { $set: { memberIds } }, { session });
}

/** The groups that a member is in. */
export async function findGroupsWith(memberId: string, session?: Session): Promise<GroupRecord[]> {
  return toRecord(await GroupModel.find({ memberIds: memberId }, null, { session }).lean());
}

/** Takes a member out of all groups. */
export async function pullFromGroups(memberId: string, session: Session): Promise<void> {
  await GroupModel.updateMany({ memberIds: memberId }, { $pull: { memberIds: memberId } }, { session });
}
