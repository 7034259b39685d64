import { CHILD_RELATIONSHIPS, comingOfAgeBirths } from '@kinfold/domain/coming-of-age';
import { addDays, type CalendarDate } from '@kinfold/domain/dates';
import { fullName, splitSuffix, type PersonName } from '@kinfold/domain/person-name';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import { isSameName } from '@kinfold/domain/text';
import { isObjectId, type Session } from '../../../platform/database.ts';
import { notFound } from '../../../platform/problem.ts';
import { findHousehold, findHouseholds } from './household.service.ts';
import {
  lockMembers,
  readByBirthDate,
  readBornBetween,
  readByLinkKey,
  readDeathsAfter,
  readHouseholdMembers,
  readMember,
  type DeathRecord,
  type KeptCover,
  type MemberRecord,
} from './member.model.ts';
import { linkKeyOf, nameKeyOf } from './member-keys.ts';

export {
  claimRemindersOf,
  countBouncedOf,
  countMembers,
  countUnknownBirthDates,
  findCoverOverdue,
  findMembers,
  findPricedPeople,
  keepCovers,
  markBounced,
  markBouncedEverywhere,
  hasNameWith,
  memberIds,
  readDeath,
  releaseRemindersOf,
  setDeath,
} from './member.model.ts';

export type { DeathRecord, KeptCover, MemberRecord };
export { fullName, nameKeyOf };

/** A member by `_id` or printed number; undefined for anything that names none. */
export async function findMember(
  idOrMemberNumber: string,
  session?: Session,
): Promise<MemberRecord | undefined> {
  if (!isObjectId(idOrMemberNumber) && !/^M-\d{6,}$/.test(idOrMemberNumber)) return undefined;
  return readMember(idOrMemberNumber, session);
}

/** A member by `_id` or printed number. Throws 404 when there is none. */
export async function requireMember(idOrMemberNumber = '', session?: Session): Promise<MemberRecord> {
  const member = await findMember(idOrMemberNumber, session);
  if (!member) throw notFound();
  return member;
}

/** Which of some members live in a household in which somebody has died since a day; by their ids. */
export async function findMourning(
  members: readonly Pick<MemberRecord, '_id' | 'household_id'>[],
  since: CalendarDate,
): Promise<ReadonlySet<string>> {
  const ids = members.flatMap(({ household_id }) => household_id ?? []);
  const households = await findLastDeaths([...new Set(ids)], addDays(since, -1));
  const mourning = members.filter(
    ({ household_id }) => household_id !== null && households.has(household_id),
  );
  return new Set(mourning.map(({ _id }) => _id));
}

/**
 * Holds members in the transaction that ties something to them (a membership, a sign-in, a contact): who deletes one of
 * them at the same time comes before or after. False where one of them is gone.
 */
export async function holdMembers(memberIds: readonly string[], session: Session): Promise<boolean> {
  return (await lockMembers(memberIds, session)) === memberIds.length;
}

/** Of some households, the day of the last death after a day; those without one are not in it. */
export async function findLastDeaths(
  householdIds: readonly string[],
  day: CalendarDate,
): Promise<Map<string, CalendarDate>> {
  const last = new Map<string, CalendarDate>();
  for (const { household_id, deceasedDt } of await readDeathsAfter(householdIds, day))
    if (household_id !== null && deceasedDt !== null && deceasedDt > (last.get(household_id) ?? ''))
      last.set(household_id, deceasedDt);
  return last;
}

const NAMED = 5;

/**
 * The children of some organizations (undefined: of all) who turned 18 in the last 30 days or will in the next: how many,
 * up to `ATTENTION_MAX`, and five of them.
 */
export async function findComingOfAge(
  organizationNumbers: readonly string[] | undefined,
  today: CalendarDate,
) {
  const births = comingOfAgeBirths(today);
  const found = await readBornBetween(organizationNumbers, births, CHILD_RELATIONSHIPS, ATTENTION_MAX);
  return { count: found.length, first: found.slice(0, NAMED) };
}

/** Whether `target` is the primary member of a household that is linked to the member. */
export async function isLinkedTo(
  { linkedHouseholds }: Pick<MemberRecord, 'linkedHouseholds'>,
  { _id, household_id }: Pick<MemberRecord, '_id' | 'household_id'>,
): Promise<boolean> {
  if (household_id === null || !linkedHouseholds.includes(household_id)) return false;
  return (await findHousehold(household_id))?.primaryMemberId === _id;
}

/** The primary members of the households that are linked to a member. */
export async function linkedPrimaryIds({
  linkedHouseholds,
}: Pick<MemberRecord, 'linkedHouseholds'>): Promise<string[]> {
  return (await findHouseholds(linkedHouseholds)).map(({ primaryMemberId }) => primaryMemberId);
}

/** Whether two last names are the same whole one, whatever suffix was written into either. */
const isSameLastName = (one: string, other: string): boolean =>
  isSameName(splitSuffix(one).lastNm, splitSuffix(other).lastNm);

/**
 * Members whose last name (case, accents, spaces and suffixes ignored), birth date and last 4 of any phone match;
 * whether a user is linked to them already is for the caller to see.
 */
export async function findUnlinkedMatches(given: {
  lastNm: string;
  birthDt: CalendarDate;
  phoneLast4: string;
}): Promise<string[]> {
  const candidates = await readByLinkKey(linkKeyOf(given.birthDt, given.phoneLast4));
  return candidates.filter(({ lastNm }) => isSameLastName(lastNm, given.lastNm)).map(({ _id }) => _id);
}

/** Members of a last name (case, accents and spaces ignored) and birth date, whatever their phones. */
export async function findByNameAndBirthDate(lastNm: string, birthDt: CalendarDate): Promise<MemberRecord[]> {
  return (await readByBirthDate(birthDt)).filter((member) => isSameLastName(member.lastNm, lastNm));
}

/** A member as the subject of their history. */
export function memberSubject(member: Pick<MemberRecord, '_id'> & PersonName) {
  return { type: 'member', id: member._id, label: fullName(member) } as const;
}

/** The members of a household, in the order in which they came into being. */
export async function findHouseholdMembers(householdId: string): Promise<MemberRecord[]> {
  return readHouseholdMembers([householdId]);
}

/** Whether a member's record was emptied: an erased person, of no organization. */
export const isErased = ({ organizationNumber }: Pick<MemberRecord, 'organizationNumber'>): boolean =>
  organizationNumber === '';
