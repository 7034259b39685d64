import type { CalendarDate } from '@kinfold/domain/dates';
import { isObjectId, type Session } from '../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../platform/documents.ts';
import { addressFields, date, flag, id, int, list, object, orNull, text } from '../../platform/fields.ts';
import type { Range } from '../../platform/lists.ts';
import { defineModel, insertRecords, type RecordIn } from '../../platform/model.ts';
import { searchFields, searchFilter } from '../../platform/search-keys.ts';

const MemberModel = defineModel('members', {
  /** The printed number: M-000123. */
  memberId: text(),
  firstNm: text(),
  lastNm: text(),
  middleInit: orNull(text()),
  birthDt: text<CalendarDate>(),
  organizationNumber: text(),
  organizationName: text(),
  externalRef: orNull(text()),
  household_id: orNull(id()),
  relationship: text(),
  isActive: orNull(flag()),
  address: orNull(object({ ...addressFields, modifiedDt: orNull(date()) })),
  phones: list(object({ phoneNbr: text() })),
  emails: list(object({ email: text(), email_type: text() })),
  linkedHouseholds: list(id()),
  /** Last and first name, folded: the order of lists. */
  nameKey: text(),
  /** Of the names, the member number, the phones. */
  ...searchFields,
  /** Birth date and last 4 of each phone: candidates for linking an account. */
  linkKeys: list(text()),
  /** Raised by every edit: who edits sends the one that they read. */
  version: int(),
  createdBy: text(),
  createdDt: date(),
  modifiedBy: text(),
  modifiedDt: date(),
});
export type MemberRecord = RecordIn<typeof MemberModel>;

/** A member by `_id` or printed number. */
export async function readMember(
  idOrMemberNumber: string,
  session?: Session,
): Promise<MemberRecord | undefined> {
  const filter = isObjectId(idOrMemberNumber) ? { _id: idOrMemberNumber } : { memberId: idOrMemberNumber };
  return toRecordOrUndefined(await MemberModel.findOne(filter, null, { session }).lean());
}

/** Some members by their ids, in any order. */
export async function readMembers(memberIds: readonly string[]): Promise<MemberRecord[]> {
  if (!memberIds.length) return [];
  return toRecord(await MemberModel.find({ _id: { $in: memberIds } }).lean());
}

/** The members of a household, in the order in which they came into being. */
export async function readHouseholdMembers(householdId: string): Promise<MemberRecord[]> {
  return toRecord(await MemberModel.find({ household_id: householdId }).sort({ _id: 1 }).lean());
}

/** Members with a birth date and last 4 of a phone. */
export async function readByLinkKey(linkKey: string): Promise<{ _id: string; lastNm: string }[]> {
  return toRecord(await MemberModel.find({ linkKeys: linkKey }, { lastNm: 1 }).lean());
}

/** Members with a birth date and any phone; without a phone nobody can be linked to them. */
export async function readByBirthDate(birthDt: CalendarDate): Promise<MemberRecord[]> {
  const range = { $gte: `${birthDt}:`, $lt: `${birthDt};` };
  return toRecord(await MemberModel.find({ linkKeys: { $elemMatch: range } }).lean());
}

/** What a search shows of a member. */
export type FoundRecord = Pick<MemberRecord, '_id' | 'firstNm' | 'lastNm' | 'birthDt'>;

/** Members of an organization of whom each prefix begins some search key: the first `limit` by name. */
export async function readBySearchKeys(
  organizationNumber: string,
  prefixes: readonly string[],
  limit: number,
): Promise<FoundRecord[]> {
  const found = await MemberModel.find(
    { organizationNumber, ...searchFilter(prefixes) },
    { firstNm: 1, lastNm: 1, birthDt: 1 },
  )
    .sort({ nameKey: 1, _id: 1 })
    .limit(limit)
    .lean();
  return toRecord(found);
}

/** The members of an organization in a range of the order of names; with prefixes those of `readBySearchKeys`. */
export async function readMembersByName(
  organizationNumber: string,
  prefixes: readonly string[],
  { skip, limit }: Range,
): Promise<MemberRecord[]> {
  // What is skipped is read from the index alone, where nothing is searched for: of the page the ids, then its documents.
  const ids = await MemberModel.find({ organizationNumber, ...searchFilter(prefixes) }, { _id: 1 })
    .sort({ nameKey: 1, _id: 1 })
    .skip(skip)
    .limit(limit)
    .lean();
  const order = ids.map(({ _id }) => _id.toHexString());
  const found = new Map((await readMembers(order)).map((member) => [member._id, member]));
  return order.flatMap((id) => found.get(id) ?? []);
}

/** How many members of an organization a search finds. */
export async function countBySearchKeys(
  organizationNumber: string,
  prefixes: readonly string[],
): Promise<number> {
  return MemberModel.countDocuments({ organizationNumber, ...searchFilter(prefixes) });
}

/** Inserts members. Throws a duplicate key error when a member number is taken. */
export async function insertMembers(members: readonly MemberRecord[], session: Session): Promise<void> {
  await insertRecords(MemberModel, members, session);
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
    { _id: memberId },
    { $set: change, $inc: { version: 1 } },
    { returnDocument: 'after', session },
  ).lean();
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
    { _id: memberId },
    { $set: { household_id: householdId, relationship, ...modified }, $inc: { version: 1 } },
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
    { _id: memberId },
    { $addToSet: { linkedHouseholds: householdId }, $set: modified, $inc: { version: 1 } },
    { session },
  );
}
