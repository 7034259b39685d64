import mongoose, { Schema } from 'mongoose';
import type { CalendarDate } from '@kinfold/domain/dates';
import { isObjectId } from '../../platform/database.ts';
import { objectId, plain, plainOrUndefined, type ObjectId, type Plain } from '../../platform/documents.ts';

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
  address: {
    streetAddress: string;
    cityNm: string;
    stateCd: string;
    postalCd: string;
    modifiedDt: Date | null;
  } | null;
  phones: { phoneNbr: string }[];
  emails: { email: string; email_type: string }[];
  linkedHouseholds: ObjectId[];
  /** Last and first name, folded: the order of lists. */
  nameKey: string;
  /** Folded words of the names, the member number, the phones: read by range (architecture.md). */
  searchKeys: string[];
  /** Birth date and last 4 of each phone: candidates for linking an account. */
  linkKeys: string[];
  createdBy: string;
  createdDt: Date;
  modifiedBy: string;
  modifiedDt: Date;
};
export type MemberRecord = Plain<MemberDocument>;

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
      linkKeys: [String],
      createdBy: String,
      createdDt: Date,
      modifiedBy: String,
      modifiedDt: Date,
    },
    { collection: 'members', versionKey: false },
  ),
);

/** A member by `_id` or printed number. */
export async function readMember(idOrMemberNumber: string): Promise<MemberRecord | undefined> {
  const filter = isObjectId(idOrMemberNumber)
    ? { _id: objectId(idOrMemberNumber) }
    : { memberId: idOrMemberNumber };
  return plainOrUndefined(await MemberModel.findOne(filter).lean<MemberDocument>());
}

/** Some members by their ids, in any order. */
export async function readMembers(memberIds: readonly string[]): Promise<MemberRecord[]> {
  if (!memberIds.length) return [];
  return plain(await MemberModel.find({ _id: { $in: memberIds.map(objectId) } }).lean<MemberDocument[]>());
}

/** The members of a household, in the order in which they came into being. */
export async function readHouseholdMembers(householdId: string): Promise<MemberRecord[]> {
  const found = await MemberModel.find({ household_id: objectId(householdId) })
    .sort({ _id: 1 })
    .limit(100)
    .lean<MemberDocument[]>();
  return plain(found);
}

/** Members with a birth date and last 4 of a phone. */
export async function readByLinkKey(linkKey: string): Promise<{ _id: string; lastNm: string }[]> {
  const found = await MemberModel.find({ linkKeys: linkKey }, { lastNm: 1 })
    .limit(100)
    .lean<Pick<MemberDocument, '_id' | 'lastNm'>[]>();
  return plain(found);
}

/** Members with a birth date and any phone; without a phone nobody can be linked to them. */
export async function readByBirthDate(birthDt: CalendarDate): Promise<MemberRecord[]> {
  const range = { $gte: `${birthDt}:`, $lt: `${birthDt};` };
  return plain(await MemberModel.find({ linkKeys: { $elemMatch: range } }).lean<MemberDocument[]>());
}

/** What a search shows of a member, and the key by which it is ordered. */
export type FoundRecord = Pick<MemberRecord, '_id' | 'firstNm' | 'lastNm' | 'birthDt' | 'nameKey'>;

// Above every text that begins with the prefix: nothing sorts after it.
const endOf = (prefix: string) => `${prefix}\u{10ffff}`;

/**
 * Members of an organization of whom each prefix begins some search key, at most `limit`, in no order that a person
 * would know. Both bounds stand inside `$elemMatch`: apart, they could be met by two different keys.
 */
export async function readBySearchKeys(
  organizationNumber: string,
  prefixes: readonly string[],
  limit: number,
): Promise<FoundRecord[]> {
  const conditions = prefixes.map((prefix) => ({
    searchKeys: { $elemMatch: { $gte: prefix, $lt: endOf(prefix) } },
  }));
  const found = await MemberModel.find(
    { organizationNumber, $and: conditions },
    { firstNm: 1, lastNm: 1, birthDt: 1, nameKey: 1 },
  )
    .limit(limit)
    .lean<Pick<MemberDocument, keyof FoundRecord>[]>();
  return plain(found);
}

/** Inserts members. Throws a duplicate key error when a member number is taken. */
export async function insertMembers(members: readonly MemberRecord[]): Promise<void> {
  await MemberModel.collection.insertMany(
    members.map((member) => ({
      ...member,
      _id: objectId(member._id),
      household_id: member.household_id === null ? null : objectId(member.household_id),
      linkedHouseholds: member.linkedHouseholds.map(objectId),
    })),
  );
}

/** Changes a member's own fields and the keys derived from them; the member as it then is. */
export async function setMember(
  memberId: string,
  change: Partial<Pick<MemberRecord, 'address' | 'phones' | 'searchKeys' | 'linkKeys'>> &
    Pick<MemberRecord, 'modifiedBy' | 'modifiedDt'>,
): Promise<MemberRecord | undefined> {
  const changed = await MemberModel.findOneAndUpdate(
    { _id: objectId(memberId) },
    { $set: change },
    { returnDocument: 'after' },
  ).lean<MemberDocument>();
  return plainOrUndefined(changed);
}

/** Puts a member into a household. */
export async function setHousehold(
  memberId: string,
  householdId: string,
  relationship: string,
  by: { modifiedBy: string; modifiedDt: Date },
): Promise<void> {
  await MemberModel.updateOne(
    { _id: objectId(memberId) },
    { $set: { household_id: objectId(householdId), relationship, ...by } },
  );
}

/** Links a household to a member; a second time changes nothing. */
export async function addLinkedHousehold(
  memberId: string,
  householdId: string,
  by: { modifiedBy: string; modifiedDt: Date },
): Promise<void> {
  await MemberModel.updateOne(
    { _id: objectId(memberId) },
    { $addToSet: { linkedHouseholds: objectId(householdId) }, $set: by },
  );
}
