import { isSameAddress } from '@kinfold/domain/address';
import type { CalendarDate } from '@kinfold/domain/dates';
import { ownNumbersLike } from '@kinfold/domain/member-duplicates';
import type { MemberOrder } from '@kinfold/domain/member-list';
import { isPhoneEnd, searchKeysOfName, startOf, type MemberSearch } from '@kinfold/domain/search';
import type { PreferredWay } from '@kinfold/domain/preferred-way';
import { afterName } from '../../../platform/cursor.ts';
import { documentIds, isObjectId, type Session } from '../../../platform/database.ts';
import { objectId, toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import {
  addressFields,
  date,
  flag,
  id,
  int,
  list,
  object,
  optional,
  orNull,
  text,
} from '../../../platform/fields.ts';
import {
  changeVersioned,
  collectionOf,
  defineModel,
  insertRecords,
  readInOrder,
  type RecordIn,
} from '../../../platform/model.ts';
import {
  beginsSomeKey,
  searchFields,
  searchFilter,
  searchKeysFilter,
  wordIdsOf,
} from '../../../platform/search-keys.ts';
import { markStale } from '../../../work/projections.ts';
import type { DeathDay } from '@kinfold/domain/death-day';
import { deathFields } from './death-fields.ts';

const MemberModel = defineModel('members', {
  /** The printed number: M-000123. */
  memberId: text(),
  firstNm: text(),
  lastNm: text(),
  /** Jr., Sr., III. */
  suffix: optional(orNull(text())),
  /** How they were called before, the last one last. */
  formerNames: list(object({ firstNm: text(), lastNm: text(), until: date() })),
  middleInit: orNull(text()),
  /** Null where it is not known. */
  birthDt: orNull(text<CalendarDate>()),
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
  /** The day of their death; where that is not known the last day on which it can have been, and what is known of it. */
  deceasedDt: orNull(text<CalendarDate>()),
  deathDay: optional(orNull(text<DeathDay>())),
  /** How they want to be notified of dues; null or missing while they have not said. */
  preferredWay: optional(orNull(text<PreferredWay>())),
  /** When they stopped reminders by mail. */
  unsubscribedDt: optional(orNull(date())),
  /** The email that the mail server last refused, one of theirs or of their sign-in; and all refused ones. */
  bouncedEmail: optional(orNull(text())),
  bouncedEmails: optional(list(text())),
  /** What an import could not read of them, and whether somebody is still to complete it; missing for nothing. */
  toComplete: optional(list(object({ column: text(), message: text() }))),
  isToComplete: optional(flag()),
  /** When they were last reminded of dues, in any run, and by which message. */
  remindedDt: optional(date()),
  remindedBy: optional(text()),
  /** Last and first name, folded: the order of lists. */
  nameKey: text(),
  /** Of the names, former ones too, the member number, the church's own, the phones; the ends of phones too. */
  ...searchFields,
  /** Birth date and last 4 of each phone: candidates for linking an account. */
  linkKeys: list(text()),
  /** Whether there is a phone or an email. */
  isReachable: flag(),
  /** Whether a fund covers them (null: they are in none, not confirmed, or dead), whether they owe dues, and when time alone may change that: see coverage/kept-cover.service. */
  isCovered: orNull(flag()),
  owesDues: flag(),
  coverCheckDt: orNull(date()),
  /** Written only as a lock: adding references to them and deleting them exclude each other. */
  locks: optional(int()),
  /** What the entry of their death changed, for a complete undo; missing without one. */
  death: optional(object(deathFields)),
  /** Raised by every edit; an edit sends the version that it was made from. */
  version: int(),
  createdBy: text(),
  createdDt: date(),
  modifiedBy: text(),
  modifiedDt: date(),
  /** When their name, address, phone or email last changed; missing if never. */
  contactDt: optional(date()),
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

/** Some members by their printed numbers, in any order. */
export async function findMembersByNumber(memberIds: readonly string[]): Promise<MemberRecord[]> {
  if (!memberIds.length) return [];
  return toRecord(await MemberModel.find({ memberId: { $in: [...new Set(memberIds)] } }).lean());
}

/** Some members by their ids, in any order. */
export async function findMembers(memberIds: readonly string[], session?: Session): Promise<MemberRecord[]> {
  if (!memberIds.length) return [];
  return toRecord(await MemberModel.find({ _id: { $in: memberIds } }, null, { session }).lean());
}

/** The members of some households, in the order of creation. */
export async function readHouseholdMembers(
  householdIds: readonly string[],
  session?: Session,
): Promise<MemberRecord[]> {
  if (!householdIds.length) return [];
  // A single id as an equality, after which the index provides the order.
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

// The first digits of a phone, or the zeros of a member number, match almost everybody.
const isRare = (prefix: string) => /^(\d{7,}|0\d{4,})$/.test(prefix);

/** Members for whom each prefix begins some search key, by name where the index of starts provides that order. */
function membersFilter(prefixes: readonly string[]) {
  return prefixes.some(isRare) ? searchKeysFilter(prefixes) : searchFilter(prefixes);
}

/** Members for whom each word begins some search key or ends a phone; the same index finds both. */
function wordsFilter(words: readonly string[]) {
  const [end] = words.filter(isPhoneEnd);
  if (end === undefined) return membersFilter(words);
  const $and = words.map((word) =>
    isPhoneEnd(word) ? { $or: [{ searchStarts: word }, beginsSomeKey(word)] } : beginsSomeKey(word),
  );
  if (words.some(isRare)) return { $and };
  const start = startOf(words.filter((word) => !isPhoneEnd(word)));
  return { searchStarts: start ?? { $in: [end, end.slice(0, 3)] }, $and };
}

/** What a search shows of a member. */
export type FoundRecord = Pick<
  MemberRecord,
  '_id' | 'firstNm' | 'lastNm' | 'suffix' | 'formerNames' | 'birthDt'
>;

const FOUND = { firstNm: 1, lastNm: 1, suffix: 1, formerNames: 1, birthDt: 1 } as const;

/** Whether a found member is inactive or has died. */
export type FoundState = Pick<MemberRecord, 'isActive' | 'deceasedDt' | 'deathDay'>;

/** Members of an organization for whom each word begins some search key or ends a phone: the first `limit` by name. */
export async function readByWords(
  organizationNumber: string,
  words: readonly string[],
  limit: number,
): Promise<(FoundRecord & FoundState)[]> {
  const found = await MemberModel.find(
    { organizationNumber, ...wordsFilter(words) },
    { ...FOUND, isActive: 1, deceasedDt: 1, deathDay: 1 },
  )
    .sort({ nameKey: 1, _id: 1 })
    .limit(limit)
    .lean();
  return toRecord(found);
}

const SEARCHED = { ...FOUND, memberId: 1, organizationName: 1, externalRef: 1 } as const;
/** What a search over several organizations shows of a member. */
export type SearchedRecord = FoundRecord &
  Pick<MemberRecord, 'memberId' | 'organizationName' | 'externalRef'>;

const within = (organizationNumbers: readonly string[] | undefined) =>
  organizationNumbers && { organizationNumber: { $in: organizationNumbers } };

/**
 * Members of some organizations (undefined: of all) for whom each prefix begins some search key, with the end of a phone,
 * a birth date or its year where one is given: the first `limit` by name, for a year alone by birthday.
 */
export async function readBySearch(
  organizationNumbers: readonly string[] | undefined,
  { prefixes, birthDt, birthYear, phoneEnd }: Exclude<MemberSearch, { memberId: string }>,
  limit: number,
): Promise<SearchedRecord[]> {
  if (!prefixes.length && !birthDt && !birthYear && !phoneEnd) return [];
  const isYearAlone = birthYear && !prefixes.length;
  const found = await MemberModel.find(
    {
      ...within(organizationNumbers),
      ...(birthDt && { birthDt }),
      ...(birthYear && { birthDt: { $gte: `${birthYear}-01-01`, $lte: `${birthYear}-12-31` } }),
      ...(phoneEnd ? { ...searchKeysFilter(prefixes), searchStarts: phoneEnd } : membersFilter(prefixes)),
    },
    SEARCHED,
  )
    .sort({ ...(isYearAlone && { birthDt: 1 }), nameKey: 1, _id: 1 })
    .limit(limit)
    .lean();
  return toRecord(found);
}

/** The member of some organizations (undefined: of all) with a printed number; none or one. */
export async function readByNumber(
  organizationNumbers: readonly string[] | undefined,
  memberId: string,
): Promise<SearchedRecord[]> {
  return toRecord(await MemberModel.find({ memberId, ...within(organizationNumbers) }, SEARCHED).lean());
}

/** What members who may be somebody are found by: the keys of a member. */
export type AlikeKeys = {
  birthDt: CalendarDate | null | undefined;
  nameKey: string;
  phones: readonly string[];
};

const ALIKE_MAX = 200;
const ALIKE_TOGETHER_MAX = 2_000;

/**
 * For each of some people, members of some organizations (undefined: of all) who were born on their day or have one of their
 * phones; also those of their name where one of the birth dates (null) is not known. Few for each.
 */
export async function readAlike(
  organizationNumbers: readonly string[] | undefined,
  people: readonly AlikeKeys[],
): Promise<MemberRecord[][]> {
  const isOne = people.length === 1;
  const most = isOne ? ALIKE_MAX : ALIKE_TOGETHER_MAX;
  const read = async (field: 'birthDt' | 'nameKey' | 'searchKeys', keys: readonly string[], more = {}) =>
    keys.length
      ? toRecord(
          await MemberModel.find({
            [field]: { $in: [...new Set(keys)] },
            ...more,
            ...within(organizationNumbers),
          })
            .limit(most)
            .lean(),
        )
      : [];
  const named = (isUnknown: boolean) =>
    people.flatMap(({ birthDt, nameKey }) => ((birthDt === null) === isUnknown ? [nameKey] : []));
  const found = await Promise.all([
    read(
      'birthDt',
      people.flatMap(({ birthDt }) => birthDt ?? []),
    ),
    read('nameKey', named(true)),
    read('nameKey', named(false), { birthDt: null }),
    read(
      'searchKeys',
      people.flatMap(({ phones }) => phones),
    ),
  ]);
  // Somebody's would be missing.
  if (!isOne && found.some(({ length }) => length === most)) {
    const each: MemberRecord[][] = [];
    for (const person of people) each.push(...(await readAlike(organizationNumbers, [person])));
    return each;
  }
  const byKey = new Map<string, Map<string, MemberRecord>>();
  for (const member of found.flat())
    for (const key of [member.birthDt ?? '', member.nameKey, ...member.searchKeys])
      byKey.set(key, (byKey.get(key) ?? new Map()).set(member._id, member));
  return people.map(({ birthDt, nameKey, phones }) => {
    const keys = [birthDt ?? '', nameKey, ...phones].filter(Boolean);
    return [...new Map(keys.flatMap((key) => [...(byKey.get(key) ?? [])])).values()];
  });
}

/** The most members with one number who are read: each list of a church numbers its people 1, 2, 3. */
const SAME_NUMBER_MAX = 50;

/** The members of some organizations with a church's own number, with or without zeros before it. */
export async function readByOwnNumber(
  organizationNumbers: readonly string[],
  externalRef: string,
): Promise<MemberRecord[]> {
  const numbers = ownNumbersLike(externalRef);
  const searchKeys = numbers.flatMap((number) => searchKeysOfName(number).slice(0, 1));
  if (!searchKeys.length) return [];
  const found = await MemberModel.find({
    searchKeys: { $in: searchKeys },
    externalRef: { $in: numbers },
    ...within(organizationNumbers),
  })
    .limit(SAME_NUMBER_MAX)
    .lean();
  return toRecord(found);
}

/** Inserts members. Throws a duplicate key error when a member number is taken. */
export async function insertMembers(members: readonly MemberRecord[], session: Session): Promise<void> {
  await insertRecords(MemberModel, members, session);
  await markStale({ member_words: members.map(({ _id }) => _id) }, session);
}

/** Whether a prefix begins a search key of any member. */
export async function hasNameWith(prefix: string): Promise<boolean> {
  return (await MemberModel.findOne(beginsSomeKey(prefix), { _id: 1 }).lean()) !== null;
}

/** The number of members of an organization, counted rather than read from its counter. */
export async function countMembers(organizationNumber: string, session?: Session): Promise<number> {
  return MemberModel.countDocuments({ organizationNumber }, { session });
}

/** What lists show as changed, besides the address. */
const CONTACT_FIELDS = ['firstNm', 'lastNm', 'suffix', 'phones', 'emails'] as const;

/** Changes a member's own fields and the keys derived from them. Returns the member as it then is. */
export async function setMember(
  { _id: memberId, searchKeys: before, address }: Pick<MemberRecord, '_id' | 'searchKeys' | 'address'>,
  change: Partial<MemberRecord> & Pick<MemberRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<MemberRecord | undefined> {
  const after = change.searchKeys ?? before;
  await markStale(
    {
      member_cover:
        change.birthDt !== undefined || change.relationship || change.household_id ? [memberId] : [],
      member_words: after.some((key) => !before.includes(key)) ? [memberId] : [],
      word: wordIdsOf(before.filter((key) => !after.includes(key))),
    },
    session,
  );
  // Confirming an address changes its date alone.
  const isMoved = change.address ? !isSameAddress(address, change.address) : change.address === null;
  const isTold = isMoved || CONTACT_FIELDS.some((field) => field in change);
  const told = { ...change, ...(isTold && { contactDt: change.modifiedDt }) };
  return changeVersioned(MemberModel, { _id: memberId }, told, session);
}

/** The filter of a list of members, of some organizations (undefined: of all). */
export type MemberFilter = {
  organizationNumbers: readonly string[] | undefined;
  isActive?: boolean;
  isReachable?: boolean;
  /** Any of these. */
  isCovered?: readonly (boolean | null)[];
  owesDues?: boolean;
  /** Each begins some search key or ends a phone. */
  words?: readonly string[];
  /** Only these. */
  ids?: readonly string[];
  /** Default: by name. */
  order?: MemberOrder;
  /** With an email that the mail server refused. */
  isBounced?: true;
  /** Whose birth date is not known. */
  isBirthDtUnknown?: true;
  /** With details that an import could not read. */
  isToComplete?: true;
  changedSince?: Date;
};

const EITHER = { $in: [false, true] };
const ANY_COVER = [false, true, null];

const isByNumber = (order: MemberOrder | undefined) => order === 'number' || order === '-number';

/** The order of an index. Numbers are unique. */
function sortOf({ order }: MemberFilter): Record<string, 1 | -1> {
  const direction = order?.startsWith('-') ? -1 : 1;
  return isByNumber(order) ? { memberId: direction } : { nameKey: direction, _id: direction };
}

function filterOf({
  organizationNumbers,
  isActive,
  isReachable,
  isCovered,
  owesDues,
  words = [],
  ids,
  order,
  isBounced,
  isBirthDtUnknown,
  isToComplete,
  changedSince,
}: MemberFilter) {
  const isAboutCover = isCovered !== undefined || owesDues !== undefined;
  return {
    // For all organizations, the whole index of names, or of numbers. An erased person has no name.
    ...(organizationNumbers
      ? { organizationNumber: { $in: organizationNumbers } }
      : { ...(isByNumber(order) && { memberId: { $gte: '' } }), nameKey: { $gt: '' } }),
    // People who have died are inactive, even if their record says otherwise.
    ...(isActive !== undefined &&
      (isActive ? { isActive, deceasedDt: null } : { isActive: { $in: [false, null] } })),
    ...(isReachable !== undefined && { isReachable }),
    // The few are found by an index of their names alone.
    ...(isBounced && { bouncedEmail: { $gt: '' }, nameKey: { $gt: '' } }),
    ...(changedSince && { contactDt: { $gte: changedSince } }),
    ...(isBirthDtUnknown && { birthDt: null, nameKey: { $gt: '' } }),
    ...(isToComplete && { isToComplete: true, nameKey: { $gt: '' } }),
    // Those who have died are in no fund.
    ...(isCovered?.includes(null) && { deceasedDt: null }),
    // Both, so that one index serves either.
    ...(isAboutCover && { isCovered: { $in: isCovered ?? ANY_COVER }, owesDues: owesDues ?? EITHER }),
    ...(ids && { _id: { $in: ids } }),
    ...(words.length && wordsFilter(words)),
  };
}

const ROW = {
  memberId: 1,
  firstNm: 1,
  lastNm: 1,
  suffix: 1,
  formerNames: 1,
  middleInit: 1,
  birthDt: 1,
  household_id: 1,
  relationship: 1,
  organizationNumber: 1,
  organizationName: 1,
  isActive: 1,
  deceasedDt: 1,
  deathDay: 1,
  phones: 1,
  emails: 1,
  address: 1,
  externalRef: 1,
  preferredWay: 1,
  unsubscribedDt: 1,
  bouncedEmail: 1,
} as const;
/** What lists and files show of a member. */
export type MemberRow = Pick<MemberRecord, '_id' | keyof typeof ROW>;

/** A page of members in their order: the ids from the index alone, then the documents of the page. */
export async function readMemberRows(
  filter: MemberFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<MemberRow[]> {
  const found = MemberModel.find(filterOf(filter), { _id: 1 }).sort(sortOf(filter)).skip(skip).limit(limit);
  const ids = (await found.lean()).map(({ _id }) => _id.toHexString());
  return readInOrder(MemberModel, ids, ROW);
}

/** The number of members that match a filter. */
export async function countMemberRows(filter: MemberFilter): Promise<number> {
  return MemberModel.countDocuments(filterOf(filter));
}

/** All members that match a filter, in their order, read in batches as they are consumed. */
export async function* eachMemberRow(filter: MemberFilter): AsyncGenerator<MemberRow> {
  const found = MemberModel.find(filterOf(filter), ROW).sort(sortOf(filter)).lean();
  for await (const row of found.cursor({ batchSize: 500 })) yield toRecord(row);
}

/** The next members of an organization after a position in the order of names, with the fields of files. */
export async function findMembersAfter(
  organizationNumber: string,
  after: Pick<MemberRecord, 'nameKey' | '_id'> | null,
  limit: number,
): Promise<MemberRow[]> {
  const found = MemberModel.find({ organizationNumber, ...afterName(after) }, ROW);
  return toRecord(await found.sort({ nameKey: 1, _id: 1 }).limit(limit).lean());
}

/** Active members of some organizations (undefined: of all) born between two days, inclusive, with some relationships. */
export async function readBornBetween(
  organizationNumbers: readonly string[] | undefined,
  { from, to }: { from: CalendarDate; to: CalendarDate },
  relationships: readonly string[],
  limit: number,
): Promise<Pick<MemberRecord, '_id' | 'firstNm' | 'lastNm' | 'suffix'>[]> {
  const filter = {
    relationship: { $in: relationships },
    birthDt: { $gte: from, $lte: to },
    ...within(organizationNumbers),
    isActive: { $in: [true, null] },
    deceasedDt: null,
  };
  const all = { limit, batchSize: limit };
  return toRecord(await MemberModel.find(filter, { firstNm: 1, lastNm: 1, suffix: 1 }, all).lean());
}

/** The stored cover of a member. */
export type KeptCover = Pick<MemberRecord, '_id' | 'isCovered' | 'owesDues' | 'coverCheckDt'>;

/** Members whose cover time alone may have changed, the longest waiting first. */
export async function findCoverOverdue(now: Date, limit: number): Promise<string[]> {
  const overdue = MemberModel.find({ coverCheckDt: { $ne: null, $lte: now } }, { _id: 1 });
  const found = await overdue.sort({ coverCheckDt: 1, _id: 1 }).limit(limit).lean();
  return found.map(({ _id }) => _id.toHexString());
}

/** Stores whether some members are covered and owe dues, and when to check again. */
export async function keepCovers(covers: readonly KeptCover[]): Promise<void> {
  if (!covers.length) return;
  await collectionOf(MemberModel).bulkWrite(
    covers.map(({ _id, ...cover }) => ({
      updateOne: { filter: { _id: objectId(_id) }, update: { $set: cover } },
    })),
    { ordered: false },
  );
}

/** Locks some members until the end of a transaction; returns how many of them exist. */
export async function lockMembers(memberIds: readonly string[], session: Session): Promise<number> {
  if (!memberIds.length) return 0;
  const locked = { $inc: { locks: 1 } };
  return (await MemberModel.updateMany({ _id: { $in: memberIds } }, locked, { session })).matchedCount;
}

/** What the entry of a member's death changed; undefined without one, as for an imported death. */
export type DeathRecord = NonNullable<MemberRecord['death']>;

/** The entry of a member's death. */
export async function readDeath(memberId: string, session?: Session): Promise<DeathRecord | undefined> {
  const member = await MemberModel.findById(memberId, { death: 1 }, { session }).lean();
  return toRecordOrUndefined(member)?.death;
}

/** Stores the entry of a member's death in place of an earlier one, or deletes it. */
export async function setDeath(
  memberId: string,
  death: DeathRecord | undefined,
  session: Session,
): Promise<void> {
  const change = death ? { $set: { death } } : { $unset: { death: 1 as const } };
  await MemberModel.updateOne({ _id: memberId }, change, { session });
}

/** The ids of all members, for the verifier. */
export const memberIds = () => documentIds('members');

/** Deletes a member. */
export async function eraseMember(
  { _id: memberId, searchKeys }: Pick<MemberRecord, '_id' | 'searchKeys'>,
  session: Session,
): Promise<void> {
  await markStale({ word: wordIdsOf(searchKeys) }, session);
  await MemberModel.deleteOne({ _id: memberId }, { session });
}

/** The members to whom a household is linked. */
export async function readLinkedTo(householdId: string, session: Session): Promise<MemberRecord[]> {
  return toRecord(await MemberModel.find({ linkedHouseholds: householdId }, null, { session }).lean());
}

/** Unlinks a household from all members. */
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

/** The fields that prices depend on. */
export type PricedPerson = Pick<
  MemberRecord,
  | '_id'
  | 'firstNm'
  | 'lastNm'
  | 'suffix'
  | 'birthDt'
  | 'relationship'
  | 'isActive'
  | 'deceasedDt'
  | 'household_id'
  | 'organizationNumber'
  | 'deathDay'
>;

/** The fields that prices depend on, of some members, in any order. */
export async function findPricedPeople(memberIds: readonly string[]): Promise<PricedPerson[]> {
  if (!memberIds.length) return [];
  const found = await MemberModel.find(
    { _id: { $in: memberIds } },
    {
      firstNm: 1,
      lastNm: 1,
      suffix: 1,
      birthDt: 1,
      relationship: 1,
      isActive: 1,
      deceasedDt: 1,
      deathDay: 1,
      household_id: 1,
      organizationNumber: 1,
    },
  ).lean();
  return toRecord(found);
}

/** Of some households, the days of deaths in them after a day; after the empty text all of them. */
export async function readDeathsAfter(
  householdIds: readonly string[],
  day: string,
): Promise<Pick<MemberRecord, '_id' | 'household_id' | 'deceasedDt'>[]> {
  if (!householdIds.length) return [];
  const filter = { household_id: { $in: householdIds }, deceasedDt: { $gt: day } };
  return toRecord(await MemberModel.find(filter, { household_id: 1, deceasedDt: 1 }).lean());
}

/**
 * Claims members to be reminded now, each with a message: only those not reminded after `since`, whatever else runs at
 * once. Returns those whom these messages remind, including those of an earlier attempt.
 */
export async function claimRemindersOf(
  messages: ReadonlyMap<string, string>,
  { since, now }: { since: Date; now: Date },
): Promise<Set<string>> {
  if (!messages.size) return new Set();
  await collectionOf(MemberModel).bulkWrite(
    [...messages].map(([memberId, messageId]) => ({
      updateOne: {
        filter: { _id: objectId(memberId), remindedDt: { $not: { $gt: since } } },
        update: { $set: { remindedDt: now, remindedBy: messageId } },
      },
    })),
    { ordered: false },
  );
  const found = await MemberModel.find({ _id: { $in: [...messages.keys()] } }, { remindedBy: 1 }).lean();
  const own = toRecord(found).filter(({ _id, remindedBy }) => remindedBy === messages.get(_id));
  return new Set(own.map(({ _id }) => _id));
}

/** Releases members whose messages did not reach them; those claimed by a later message stay as they are. */
export async function releaseRemindersOf(
  messages: readonly { _id: string; memberId: string }[],
): Promise<void> {
  if (!messages.length) return;
  await MemberModel.updateMany(
    {
      _id: { $in: messages.map(({ memberId }) => memberId) },
      remindedBy: { $in: messages.map(({ _id }) => _id) },
    },
    { $unset: { remindedDt: 1, remindedBy: 1 } },
  );
}

const bounced = (email: string) => ({
  $set: { bouncedEmail: email },
  $addToSet: { bouncedEmails: email },
});

/** Marks an address that the mail server does not know as refused, for one member. */
export async function markBounced(memberId: string, email: string): Promise<void> {
  await MemberModel.updateOne({ _id: memberId }, bounced(email));
}

/** The same for everybody who has the address; few. */
export async function markBouncedEverywhere(email: string): Promise<void> {
  await MemberModel.updateMany({ 'emails.email': email }, bounced(email));
}

/** Everybody who has an address, with the day of their death; few. */
export async function readMembersOfEmail(
  email: string,
): Promise<{ deceasedDt: MemberRecord['deceasedDt'] }[]> {
  return MemberModel.find({ 'emails.email': email }, { deceasedDt: 1 }).lean();
}

/** Members of some organizations (undefined: of all) whose birth date is not known: how many, up to `limit`. */
export async function countUnknownBirthDates(
  organizationNumbers: readonly string[] | undefined,
  limit: number,
): Promise<number> {
  return MemberModel.countDocuments(filterOf({ organizationNumbers, isBirthDtUnknown: true }), { limit });
}

/** Members of some organizations (undefined: of all) of whom an import could not read everything: how many, up to `limit`. */
export async function countToComplete(
  organizationNumbers: readonly string[] | undefined,
  limit: number,
): Promise<number> {
  return MemberModel.countDocuments(filterOf({ organizationNumbers, isToComplete: true }), { limit });
}

/** Members of some organizations (undefined: of all) with an address that the mail server refused: how many. */
export async function countBouncedOf(
  organizationNumbers: readonly string[] | undefined,
  limit: number,
): Promise<number> {
  const filter = filterOf({ organizationNumbers, isBounced: true });
  return MemberModel.countDocuments(filter, { limit });
}
