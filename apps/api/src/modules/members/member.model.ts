import type { CalendarDate } from '@kinfold/domain/dates';
import { documentIds, isObjectId, type Session } from '../../platform/database.ts';
import { objectId, toRecord, toRecordOrUndefined } from '../../platform/documents.ts';
import { addressFields, date, flag, id, int, list, object, orNull, text } from '../../platform/fields.ts';
import { collectionOf, defineModel, insertRecords, type RecordIn } from '../../platform/model.ts';
import { searchFields, searchFilter, searchKeysFilter } from '../../platform/search-keys.ts';
import { coverChanged } from '../../platform/stale-cover.ts';

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
  /** The day of their death. */
  deceasedDt: orNull(text<CalendarDate>()),
  /** Last and first name, folded: the order of lists. */
  nameKey: text(),
  /** Of the names, the member number, the phones. */
  ...searchFields,
  /** Birth date and last 4 of each phone: candidates for linking an account. */
  linkKeys: list(text()),
  /** Whether there is a phone or an e-mail. */
  isReachable: flag(),
  /** Whether a fund covers them, whether they owe dues, and when time alone may change that: see coverage/kept-cover.service. */
  isCovered: flag(),
  owesDues: flag(),
  coverCheckDt: orNull(date()),
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
export async function readMembers(memberIds: readonly string[], session?: Session): Promise<MemberRecord[]> {
  if (!memberIds.length) return [];
  return toRecord(await MemberModel.find({ _id: { $in: memberIds } }, null, { session }).lean());
}

/** The members of some households, in the order in which they came into being. */
export async function readHouseholdMembers(
  householdIds: readonly string[],
  session?: Session,
): Promise<MemberRecord[]> {
  if (!householdIds.length) return [];
  // One is an equality, which the index continues in its order.
  const household_id = householdIds.length === 1 ? householdIds[0] : { $in: householdIds };
  return toRecord(await MemberModel.find({ household_id }, null, { session }).sort({ _id: 1 }).lean());
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

/**
 * Members of whom each prefix begins some search key. Few share a telephone number, so the index of search keys finds it;
 * by its first digits it would be looked for among everybody of the area.
 */
function membersFilter(prefixes: readonly string[]) {
  const hasPhone = prefixes.some((prefix) => /^\d{7,}$/.test(prefix));
  return hasPhone ? searchKeysFilter(prefixes) : searchFilter(prefixes);
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
    { organizationNumber, ...membersFilter(prefixes) },
    { firstNm: 1, lastNm: 1, birthDt: 1 },
  )
    .sort({ nameKey: 1, _id: 1 })
    .limit(limit)
    .lean();
  return toRecord(found);
}

const SEARCHED = { memberId: 1, firstNm: 1, lastNm: 1, birthDt: 1, organizationName: 1 } as const;
/** What a search over several organizations shows of a member. */
export type SearchedRecord = FoundRecord & Pick<MemberRecord, 'memberId' | 'organizationName'>;

const within = (organizationNumbers: readonly string[] | undefined) =>
  organizationNumbers && { organizationNumber: { $in: organizationNumbers } };

/**
 * Members of some organizations (undefined: of all) of whom each prefix begins some search key, born on a day if one is
 * given: the first `limit` by name.
 */
export async function readBySearch(
  organizationNumbers: readonly string[] | undefined,
  { prefixes, birthDt }: { prefixes: readonly string[]; birthDt?: CalendarDate },
  limit: number,
): Promise<SearchedRecord[]> {
  if (!prefixes.length && !birthDt) return [];
  const found = await MemberModel.find(
    { ...within(organizationNumbers), ...(birthDt && { birthDt }), ...membersFilter(prefixes) },
    SEARCHED,
  )
    .sort({ nameKey: 1, _id: 1 })
    .limit(limit)
    .lean();
  return toRecord(found);
}

/** Members of some organizations (undefined: of all) by their printed numbers, in any order. */
export async function readByNumbers(
  organizationNumbers: readonly string[] | undefined,
  memberIds: readonly string[],
): Promise<SearchedRecord[]> {
  if (!memberIds.length) return [];
  const filter = { memberId: { $in: memberIds }, ...within(organizationNumbers) };
  return toRecord(await MemberModel.find(filter, SEARCHED).lean());
}

const ALIKE_MAX = 200;

/** Members of some organizations (undefined: of all) who were born on a day or have one of some phones; few. */
export async function readAlike(
  organizationNumbers: readonly string[] | undefined,
  { birthDt, phones }: { birthDt: CalendarDate | undefined; phones: readonly string[] },
): Promise<MemberRecord[]> {
  const filters = [...(birthDt ? [{ birthDt }] : []), ...phones.map((phone) => ({ searchKeys: phone }))];
  const found = await Promise.all(
    filters.map((filter) =>
      MemberModel.find({ ...filter, ...within(organizationNumbers) })
        .limit(ALIKE_MAX)
        .lean(),
    ),
  );
  return [...new Map(toRecord(found.flat()).map((member) => [member._id, member])).values()];
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
  if (change.birthDt || change.relationship) await coverChanged('member', [memberId], session);
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

/** Which members a list has, of some organizations (undefined: of all). */
export type MemberFilter = {
  organizationNumbers: readonly string[] | undefined;
  isActive?: boolean;
  isReachable?: boolean;
  isCovered?: boolean;
  owesDues?: boolean;
  /** Each begins some search key. */
  prefixes?: readonly string[];
};

const EITHER = { $in: [false, true] };

function filterOf({
  organizationNumbers,
  isActive,
  isReachable,
  isCovered,
  owesDues,
  prefixes = [],
}: MemberFilter) {
  const isAboutCover = isCovered !== undefined || owesDues !== undefined;
  return {
    // Of all: the whole index of names.
    ...(organizationNumbers
      ? { organizationNumber: { $in: organizationNumbers } }
      : { nameKey: { $gte: '' } }),
    // Who has died is not active, though their record says so.
    ...(isActive !== undefined &&
      (isActive ? { isActive, deceasedDt: null } : { isActive: { $in: [false, null] } })),
    ...(isReachable !== undefined && { isReachable }),
    // Both, so that one index serves either.
    ...(isAboutCover && { isCovered: isCovered ?? EITHER, owesDues: owesDues ?? EITHER }),
    ...(prefixes.length && membersFilter(prefixes)),
  };
}

const ROW = {
  memberId: 1,
  firstNm: 1,
  lastNm: 1,
  middleInit: 1,
  birthDt: 1,
  household_id: 1,
  relationship: 1,
  organizationNumber: 1,
  organizationName: 1,
  isActive: 1,
  deceasedDt: 1,
  phones: 1,
  emails: 1,
  address: 1,
  externalRef: 1,
} as const;
/** What lists and files show of a member. */
export type MemberRow = Pick<MemberRecord, '_id' | keyof typeof ROW>;

const BY_NAME = { nameKey: 1, _id: 1 } as const;

/** A page of members by name: the ids by the index alone, then the documents of the page. */
export async function readMemberRows(
  filter: MemberFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<MemberRow[]> {
  const found = MemberModel.find(filterOf(filter), { _id: 1 }).sort(BY_NAME).skip(skip).limit(limit);
  const ids = (await found.lean()).map(({ _id }) => _id);
  if (!ids.length) return [];
  const rows = await MemberModel.find({ _id: { $in: ids } }, ROW).lean();
  const byId = new Map(rows.map((row) => [row._id.toHexString(), row]));
  return toRecord(ids.flatMap((id) => byId.get(id.toHexString()) ?? []));
}

/** How many members a filter finds. */
export async function countMemberRows(filter: MemberFilter): Promise<number> {
  return MemberModel.countDocuments(filterOf(filter));
}

/** Every member that a filter finds, by name, read in batches as they are taken. */
export async function* eachMemberRow(filter: MemberFilter): AsyncGenerator<MemberRow> {
  const found = MemberModel.find(filterOf(filter), ROW).sort(BY_NAME).lean();
  for await (const row of found.cursor({ batchSize: 500 })) yield toRecord(row);
}

/** Active members of some organizations (undefined: of all) born between two days, both included, as some relationships. */
export async function readBornBetween(
  organizationNumbers: readonly string[] | undefined,
  { from, to }: { from: CalendarDate; to: CalendarDate },
  relationships: readonly string[],
  limit: number,
): Promise<Pick<MemberRecord, '_id' | 'firstNm' | 'lastNm'>[]> {
  const filter = {
    relationship: { $in: relationships },
    birthDt: { $gte: from, $lte: to },
    ...within(organizationNumbers),
    isActive: { $in: [true, null] },
    deceasedDt: null,
  };
  return toRecord(await MemberModel.find(filter, { firstNm: 1, lastNm: 1 }).limit(limit).lean());
}

/** What is kept of a member's cover. */
export type KeptCover = Pick<MemberRecord, '_id' | 'isCovered' | 'owesDues' | 'coverCheckDt'>;

/** Members whose cover time alone may have changed, who have waited longest first. */
export async function readCoverOverdue(now: Date, limit: number): Promise<string[]> {
  const overdue = MemberModel.find({ coverCheckDt: { $ne: null, $lte: now } }, { _id: 1 });
  const found = await overdue.sort({ coverCheckDt: 1, _id: 1 }).limit(limit).lean();
  return found.map(({ _id }) => _id.toHexString());
}

/** Writes what is kept of some members' cover. */
export async function writeCovers(covers: readonly KeptCover[]): Promise<void> {
  if (!covers.length) return;
  await collectionOf(MemberModel).bulkWrite(
    covers.map(({ _id, ...cover }) => ({
      updateOne: { filter: { _id: objectId(_id) }, update: { $set: cover } },
    })),
    { ordered: false },
  );
}

/** Every member's id; for the verifier. */
export const eachMemberId = () => documentIds('members');

/** The members of some relationships who were born after a day and not after another, the oldest first. */
export async function readBornWithin(
  { after, to }: { after: CalendarDate; to: CalendarDate },
  relationships: readonly string[],
): Promise<MemberRecord[]> {
  const found = MemberModel.find({ birthDt: { $gt: after, $lte: to }, relationship: { $in: relationships } });
  return toRecord(await found.sort({ birthDt: 1, nameKey: 1, _id: 1 }).lean());
}

/** Deletes a member. */
export async function eraseMember(memberId: string, session: Session): Promise<void> {
  await MemberModel.deleteOne({ _id: memberId }, { session });
}

/** Those to whom a household is linked. */
export async function readLinkedTo(householdId: string, session: Session): Promise<MemberRecord[]> {
  return toRecord(await MemberModel.find({ linkedHouseholds: householdId }, null, { session }).lean());
}

/** Takes a linked household from whoever has it. */
export async function pullLinkedHousehold(
  householdId: string,
  modified: Pick<MemberRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<void> {
  await MemberModel.updateMany(
    { linkedHouseholds: householdId },
    { $pull: { linkedHouseholds: householdId }, $set: modified, $inc: { version: 1 } },
    { session },
  );
}

/** What prices are made of. */
export type PricedPerson = Pick<
  MemberRecord,
  '_id' | 'firstNm' | 'lastNm' | 'birthDt' | 'relationship' | 'isActive'
>;

/** Of some members by their ids, in any order, what prices are made of. */
export async function readPricedPeople(memberIds: readonly string[]): Promise<PricedPerson[]> {
  if (!memberIds.length) return [];
  const found = await MemberModel.find(
    { _id: { $in: memberIds } },
    { firstNm: 1, lastNm: 1, birthDt: 1, relationship: 1, isActive: 1 },
  ).lean();
  return toRecord(found);
}

/** Those of some households in which somebody has died since a day. */
export async function readHouseholdsWithDeath(
  householdIds: readonly string[],
  since: CalendarDate,
): Promise<string[]> {
  if (!householdIds.length) return [];
  const found = MemberModel.find(
    { household_id: { $in: householdIds }, deceasedDt: { $gte: since } },
    { _id: 0, household_id: 1 },
  );
  return (await found.lean()).flatMap(({ household_id }) => household_id?.toHexString() ?? []);
}
