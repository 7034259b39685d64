import { CHILD_RELATIONSHIPS, comingOfAgeBirths } from '@kinfold/domain/coming-of-age';
import { addDays, type CalendarDate } from '@kinfold/domain/dates';
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
  findCoverOverdue,
  findMembers,
  findPricedPeople,
  keepCovers,
  markBounced,
  markBouncedEverywhere,
  memberIds,
  readDeath,
  releaseRemindersOf,
  setDeath,
} from './member.model.ts';

export type { DeathRecord, KeptCover, MemberRecord };
export { nameKeyOf };

/** A member by `_id` or printed number; undefined when there is none. */
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

/** Those of some members in whose household somebody has died since a day; by their ids. */
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
 * Locks members in the transaction that adds a reference to them (a membership, a sign-in, a contact): a concurrent
 * deletion commits before or after. Returns false when one of them is gone.
 */
export async function tryLockMembers(memberIds: readonly string[], session: Session): Promise<boolean> {
  return (await lockMembers(memberIds, session)) === memberIds.length;
}

/** The day of the last death after a day, for some households; those without one are left out. */
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

/** Returns whether `target` is the primary member of a household that is linked to the member. */
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

/**
 * Members whose last name (case, accents and spaces ignored), birth date and last 4 of any phone match; the caller checks
 * whether a user is linked to them already.
 */
export async function findUnlinkedMatches(given: {
  lastNm: string;
  birthDt: CalendarDate;
  phoneLast4: string;
}): Promise<string[]> {
  const candidates = await readByLinkKey(linkKeyOf(given.birthDt, given.phoneLast4));
  return candidates.filter(({ lastNm }) => isSameName(lastNm, given.lastNm)).map(({ _id }) => _id);
}

/** Members with a last name (case, accents and spaces ignored) and birth date, whatever their phones. */
export async function findByNameAndBirthDate(lastNm: string, birthDt: CalendarDate): Promise<MemberRecord[]> {
  return (await readByBirthDate(birthDt)).filter((member) => isSameName(member.lastNm, lastNm));
}

/** A member as the subject of their history. */
export function memberSubject(member: Pick<MemberRecord, '_id' | 'firstNm' | 'lastNm'>) {
  return { type: 'member', id: member._id, label: fullName(member) } as const;
}

/** The members of a household, in the order of creation. */
export async function findHouseholdMembers(householdId: string): Promise<MemberRecord[]> {
  return readHouseholdMembers([householdId]);
}

/** A member's name as sentences show it: first and last. */
export function fullName({ firstNm, lastNm }: Pick<MemberRecord, 'firstNm' | 'lastNm'>): string {
  return `${firstNm} ${lastNm}`;
}

/** Returns whether a member's record was emptied: an erased person, without an organization. */
export const isErased = ({ organizationNumber }: Pick<MemberRecord, 'organizationNumber'>): boolean =>
  organizationNumber === '';
