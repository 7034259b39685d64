import mongoose, { Schema } from 'mongoose';
import type { Address } from '@kinfold/domain/address';
import type { CalendarDate } from '@kinfold/domain/dates';
import { isObjectId, type Session } from '../../platform/database.ts';
import {
  objectId,
  toRecord,
  toRecordOrUndefined,
  type ObjectId,
  type RecordOf,
} from '../../platform/documents.ts';

type MemberDocument = {
  _id: ObjectId;
  /** The printed number: M-000123. */
  memberId: string;
  firstNm: string;
  lastNm: string;
  middleInit: string | null;
  birthDt: CalendarDate;
  organizationNumber: string;
  organizationName: string;
  externalRef: string | null;
  household_id: ObjectId | null;
  relationship: string;
  isActive: boolean | null;
  address: (Address & { modifiedDt: Date | null }) | null;
  phones: { phoneNbr: string }[];
  emails: { email: string; email_type: string }[];
  linkedHouseholds: ObjectId[];
  /** Last and first name, folded: the order of lists. */
  nameKey: string;
  /** Folded words of the names, the member number, the phones: read by range (architecture.md). */
  searchKeys: string[];
  /** The first three letters of each search key: found by one of them, in the order of names. */
  searchStarts: string[];
  /** Birth date and last 4 of each phone: candidates for linking an account. */
  linkKeys: string[];
  /** Raised by every edit: who edits sends the one that they read. */
  version: number;
  createdBy: string;
  createdDt: Date;
  modifiedBy: string;
  modifiedDt: Date;
};
export type MemberRecord = RecordOf<MemberDocument>;

const MemberModel = mongoose.model(
  'Member',
  new Schema<MemberDocument>(
    {
      memberId: String,
      firstNm: String,
      lastNm: String,
      middleInit: String,
      birthDt: String,
      organizationNumber: String,
      organizationName: String,
      externalRef: String,
      household_id: Schema.Types.ObjectId,
      relationship: String,
      isActive: Boolean,
      address: Schema.Types.Mixed,
      phones: [Schema.Types.Mixed],
      emails: [Schema.Types.Mixed],
      linkedHouseholds: [Schema.Types.ObjectId],
      nameKey: String,
      searchKeys: [String],
      searchStarts: [String],
      linkKeys: [String],
      version: Number,
      createdBy: String,
      createdDt: Date,
      modifiedBy: String,
      modifiedDt: Date,
    },
    { collection: 'members', versionKey: false },
  ),
);

/** A member by `_id` or printed number. */
export async function readMember(
  idOrMemberNumber: string,
  session?: Session,
): Promise<MemberRecord | undefined> {
  const filter = isObjectId(idOrMemberNumber)
    ? { _id: objectId(idOrMemberNumber) }
    : { memberId: idOrMemberNumber };
  return toRecordOrUndefined(await MemberModel.findOne(filter, null, { session }).lean<MemberDocument>());
}

/** Some members by their ids, in any order. */
export async function readMembers(memberIds: readonly string[]): Promise<MemberRecord[]> {
  if (!memberIds.length) return [];
  return toRecord(await MemberModel.find({ _id: { $in: memberIds.map(objectId) } }).lean<MemberDocument[]>());
}

/** The members of a household, in the order in which they came into being. */
export async function readHouseholdMembers(householdId: string): Promise<MemberRecord[]> {
  const found = await MemberModel.find({ household_id: objectId(householdId) })
    .sort({ _id: 1 })
    .lean<MemberDocument[]>();
  return toRecord(found);
}

/** Members with a birth date and last 4 of a phone. */
export async function readByLinkKey(linkKey: string): Promise<{ _id: string; lastNm: string }[]> {
  return toRecord(
    await MemberModel.find({ linkKeys: linkKey }, { lastNm: 1 }).lean<
      Pick<MemberDocument, '_id' | 'lastNm'>[]
    >(),
  );
}

/** Members with a birth date and any phone; without a phone nobody can be linked to them. */
export async function readByBirthDate(birthDt: CalendarDate): Promise<MemberRecord[]> {
  const range = { $gte: `${birthDt}:`, $lt: `${birthDt};` };
  return toRecord(await MemberModel.find({ linkKeys: { $elemMatch: range } }).lean<MemberDocument[]>());
}

/** What a search shows of a member. */
export type FoundRecord = Pick<MemberRecord, '_id' | 'firstNm' | 'lastNm' | 'birthDt'>;

// Above every text that begins with the prefix: nothing sorts after it.
const endOf = (prefix: string) => `${prefix}\u{10ffff}`;

/**
 * Members of an organization of whom each prefix begins some search key: the first `limit` by name. Those are read whose
 * key has the same `start` as a prefix, in the order of names; without one, all of the organization are. Both bounds
 * stand inside `$elemMatch`: apart, they could be met by two different keys.
 */
export async function readBySearchKeys(
  organizationNumber: string,
  prefixes: readonly string[],
  start: string | undefined,
  limit: number,
): Promise<FoundRecord[]> {
  const conditions = prefixes.map((prefix) => ({
    searchKeys: { $elemMatch: { $gte: prefix, $lt: endOf(prefix) } },
  }));
  const found = await MemberModel.find(
    { organizationNumber, ...(start !== undefined && { searchStarts: start }), $and: conditions },
    { firstNm: 1, lastNm: 1, birthDt: 1 },
  )
    .sort({ nameKey: 1, _id: 1 })
    .limit(limit)
    .lean<Pick<MemberDocument, keyof FoundRecord>[]>();
  return toRecord(found);
}

/** Inserts members. Throws a duplicate key error when a member number is taken. */
export async function insertMembers(members: readonly MemberRecord[], session: Session): Promise<void> {
  await MemberModel.collection.insertMany(
    members.map((member) => ({
      ...member,
      _id: objectId(member._id),
      household_id: member.household_id === null ? null : objectId(member.household_id),
      linkedHouseholds: member.linkedHouseholds.map(objectId),
    })),
    { session },
  );
}

/** How many members an organization has. */
export async function countOfOrganization(organizationNumber: string, session?: Session): Promise<number> {
  return MemberModel.countDocuments({ organizationNumber }, { session });
}

/** Changes a member's own fields and the keys derived from them; the member as it then is. */
export async function setMember(
  memberId: string,
  change: Partial<MemberRecord> & Pick<MemberRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<MemberRecord | undefined> {
  const changed = await MemberModel.findOneAndUpdate(
    { _id: objectId(memberId) },
    { $set: change, $inc: { version: 1 } },
    { returnDocument: 'after', session },
  ).lean<MemberDocument>();
  return toRecordOrUndefined(changed);
}

/** Copies an organization's name to its members; gives how many had another. */
export async function setOrganizationName(
  organizationNumber: string,
  organizationName: string,
): Promise<number> {
  const { modifiedCount } = await MemberModel.updateMany(
    { organizationNumber },
    { $set: { organizationName } },
  );
  return modifiedCount;
}

/** Puts a member into a household. */
export async function setHousehold(
  memberId: string,
  householdId: string,
  relationship: string,
  modified: Pick<MemberRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<void> {
  await MemberModel.updateOne(
    { _id: objectId(memberId) },
    { $set: { household_id: objectId(householdId), relationship, ...modified }, $inc: { version: 1 } },
    { session },
  );
}

/** Links a household to a member; a second time changes nothing. */
export async function addLinkedHousehold(
  memberId: string,
  householdId: string,
  modified: Pick<MemberRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<void> {
  await MemberModel.updateOne(
    { _id: objectId(memberId) },
    { $addToSet: { linkedHouseholds: objectId(householdId) }, $set: modified, $inc: { version: 1 } },
    { session },
  );
}
