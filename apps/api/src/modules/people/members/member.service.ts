import { CHILD_RELATIONSHIPS, comingOfAgeBirths } from '@kinfold/domain/coming-of-age';
import { fullName, splitSuffix, type PersonName } from '@kinfold/domain/person-name';
import type { CoveredAs } from '@kinfold/domain/coverage';
import type { CalendarDate } from '@kinfold/domain/dates';
import { firstDayOfDeath } from '@kinfold/domain/death-day';
import { groupBy } from '@kinfold/domain/group-by';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import { isSameName } from '@kinfold/domain/text';
import { isObjectId, type Session } from '../../../platform/database.ts';
import { notFound } from '../../../platform/problem.ts';
import type { Change } from '../../operations/audit/audit.service.ts';
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
  countToComplete,
  countUnknownBirthDates,
  findCoverOverdue,
  findMembers,
  findMembersByNumber,
  findPricedPeople,
  keepCovers,
  markBounced,
  markBouncedEverywhere,
  hasNameWith,
  memberIds,
  readDeath,
  readDeathsAfter,
  readHouseholdMembers,
  readMembersOfEmail,
  releaseRemindersOf,
  setDeath,
} from './member.model.ts';

export type { DeathRecord, KeptCover, MemberRecord };
export { fullName, nameKeyOf };

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

/**
 * Locks members in the transaction that adds a reference to them (a membership, a sign-in, a contact): a concurrent
 * deletion commits before or after. Returns false when one of them is gone.
 */
export async function tryLockMembers(memberIds: readonly string[], session: Session): Promise<boolean> {
  return (await lockMembers(memberIds, session)) === memberIds.length;
}

type Resident = Pick<MemberRecord, 'household_id'>;

/** The days of all deaths in the households of some people: of those of them that are asked for together. */
export async function findDeaths(
  people: readonly Resident[],
): Promise<(...of: readonly (Resident | undefined)[]) => CalendarDate[]> {
  const households = [...new Set(people.flatMap(({ household_id }) => household_id ?? []))];
  const deaths = groupBy(await readDeathsAfter(households, ''), ({ household_id }) => household_id ?? '');
  return (...of) =>
    [...new Set(of.flatMap((one) => one?.household_id ?? []))].flatMap((id) =>
      (deaths.get(id) ?? []).flatMap(({ deceasedDt }) => deceasedDt ?? []),
    );
}

/** What decides about the cover of a person beside their part, `payer` being who pays; `deathsOf` as `findDeaths` gives it. */
export const coveredAs = (
  person: Pick<MemberRecord, 'birthDt' | 'relationship' | 'household_id' | 'deceasedDt' | 'deathDay'>,
  payer: Resident | undefined,
  deathsOf: Awaited<ReturnType<typeof findDeaths>>,
): CoveredAs => ({
  birthDt: person.birthDt,
  relationship: person.relationship,
  // That of the person too, which may only be about to be entered.
  deaths: [...deathsOf(person, payer), ...(person.deceasedDt ? [person.deceasedDt] : [])],
  diedFrom: firstDayOfDeath(person),
});

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

/** Members with a last name (case, accents and spaces ignored) and birth date, whatever their phones. */
export async function findByNameAndBirthDate(lastNm: string, birthDt: CalendarDate): Promise<MemberRecord[]> {
  return (await readByBirthDate(birthDt)).filter((member) => isSameLastName(member.lastNm, lastNm));
}

/** A member as the subject of their history. */
export function memberSubject(member: Pick<MemberRecord, '_id'> & PersonName) {
  return { type: 'member', id: member._id, label: fullName(member) } as const;
}

/** A change of a member for the history: who it is and where they belong. */
export const memberChange = (
  member: Pick<MemberRecord, '_id' | 'organizationNumber'> & PersonName,
  action: Change['action'],
  rest: Pick<Change, 'changes' | 'reason'> = {},
): Change => ({
  organizationNumber: member.organizationNumber,
  action,
  subject: memberSubject(member),
  ...rest,
});

/** The members of a household, in the order of creation. */
export async function findHouseholdMembers(householdId: string): Promise<MemberRecord[]> {
  return readHouseholdMembers([householdId]);
}

/** Whether a member's record was emptied: an erased person, of no organization. */
export const isErased = ({ organizationNumber }: Pick<MemberRecord, 'organizationNumber'>): boolean =>
  organizationNumber === '';
