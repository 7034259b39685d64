import type { CalendarDate } from '@kinfold/domain/dates';
import type { MemberUpdate } from '@kinfold/domain/member';
import { foldText, isSameName } from '@kinfold/domain/text';
import { phoneDigits } from '@kinfold/domain/phone';
import { takeNumbers } from '../../platform/counters.ts';
import { inTransaction, isObjectId, type Session } from '../../platform/database.ts';
import { newId } from '../../platform/documents.ts';
import { notFound } from '../../platform/problem.ts';
import { findHousehold, findHouseholds } from '../households/household.service.ts';
import { countInOrganization, requireOrganization } from '../organizations/organization.service.ts';
import {
  addLinkedHousehold,
  countOfOrganization,
  insertMembers,
  readByBirthDate,
  readByLinkKey,
  readHouseholdMembers,
  readMember,
  readMembers,
  setHousehold,
  setMember,
  type MemberRecord,
} from './member.model.ts';
import { searchWords, startsOf } from './member-search.service.ts';

export type { MemberRecord };

/** A member by `_id` or printed number; undefined for anything that names none. */
export async function findMember(idOrMemberNumber: string): Promise<MemberRecord | undefined> {
  if (!isObjectId(idOrMemberNumber) && !/^M-\d{6,}$/.test(idOrMemberNumber)) return undefined;
  return readMember(idOrMemberNumber);
}

/** A member by `_id` or printed number. Throws 404 when there is none. */
export async function requireMember(idOrMemberNumber = ''): Promise<MemberRecord> {
  const member = await findMember(idOrMemberNumber);
  if (!member) throw notFound();
  return member;
}

/** Some members by their ids, in any order. */
export async function findMembers(memberIds: readonly string[]): Promise<MemberRecord[]> {
  return readMembers(memberIds);
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

/** What birth date and last 4 digits of a phone come to as a key. */
function linkKeyOf(birthDt: CalendarDate, phoneLast4: string): string {
  return `${birthDt}:${phoneLast4}`;
}

/**
 * Members whose last name (case, accents and spaces ignored), birth date and last 4 of any phone match;
 * whether a user is linked to them already is for the caller to see.
 */
export async function findUnlinkedMatches(given: {
  lastNm: string;
  birthDt: CalendarDate;
  phoneLast4: string;
}): Promise<string[]> {
  const candidates = await readByLinkKey(linkKeyOf(given.birthDt, given.phoneLast4));
  return candidates.filter(({ lastNm }) => isSameName(lastNm, given.lastNm)).map(({ _id }) => _id);
}

/** Members of a last name (case, accents and spaces ignored) and birth date, whatever their phones. */
export async function findByNameAndBirthDate(lastNm: string, birthDt: CalendarDate): Promise<MemberRecord[]> {
  return (await readByBirthDate(birthDt)).filter((member) => isSameName(member.lastNm, lastNm));
}

/** Last and first name, folded: the order of every list of people. */
export function nameKeyOf(member: Pick<MemberRecord, 'firstNm' | 'lastNm'>): string {
  return foldText(`${member.lastNm} ${member.firstNm}`);
}

/** What is derived from a member's other fields and stored for its indexes; written whenever they change. */
function memberKeys(
  member: Pick<MemberRecord, 'firstNm' | 'lastNm' | 'memberId' | 'birthDt' | 'phones'>,
): Pick<MemberRecord, 'nameKey' | 'searchKeys' | 'searchStarts' | 'linkKeys'> {
  const phones = member.phones.map(({ phoneNbr }) => phoneDigits(phoneNbr)).filter(Boolean);
  const words = searchWords(`${member.firstNm} ${member.lastNm} ${member.memberId}`);
  const searchKeys = [...new Set([...words, foldText(member.memberId), ...phones])];
  return {
    nameKey: nameKeyOf(member),
    searchKeys,
    searchStarts: startsOf(searchKeys),
    linkKeys: [...new Set(phones.map((digits) => linkKeyOf(member.birthDt, digits.slice(-4))))],
  };
}

/** What a new member is made of; who does not say otherwise is active and has no household. */
export type NewMember = Pick<MemberRecord, 'firstNm' | 'lastNm' | 'birthDt' | 'organizationNumber'> &
  Partial<
    Pick<
      MemberRecord,
      | '_id'
      | 'middleInit'
      | 'relationship'
      | 'externalRef'
      | 'household_id'
      | 'isActive'
      | 'address'
      | 'phones'
      | 'emails'
    >
  >;

/** Makes members, with the next member numbers in the order given. Throws 404 for an unknown organization. */
export async function createMembers(
  inputs: readonly NewMember[],
  by: string,
  now: Date,
): Promise<MemberRecord[]> {
  if (!inputs.length) return [];
  const numbers = [...new Set(inputs.map(({ organizationNumber }) => organizationNumber))];
  const organizations = await Promise.all(numbers.map(requireOrganization));
  const names = new Map(organizations.map((one) => [one.organizationNumber, one.organizationName]));
  const firstNumber = await takeNumbers('memberId', inputs.length);
  const members = inputs.map((input, index): MemberRecord => {
    const member = {
      _id: input._id ?? newId(),
      memberId: `M-${String(firstNumber + index).padStart(6, '0')}`,
      firstNm: input.firstNm,
      lastNm: input.lastNm,
      middleInit: input.middleInit ?? null,
      birthDt: input.birthDt,
      organizationNumber: input.organizationNumber,
      organizationName: names.get(input.organizationNumber) ?? '',
      externalRef: input.externalRef ?? null,
      household_id: input.household_id ?? null,
      relationship: input.relationship ?? 'Head of Household',
      isActive: input.isActive === undefined ? true : input.isActive,
      address: input.address ?? null,
      phones: input.phones ?? [],
      emails: input.emails ?? [],
      linkedHouseholds: [],
      createdBy: by,
      createdDt: now,
      modifiedBy: by,
      modifiedDt: now,
    };
    return { ...member, ...memberKeys(member) };
  });
  await inTransaction(async (session) => {
    await insertMembers(members, session);
    for (const number of numbers) {
      const made = inputs.filter(({ organizationNumber }) => organizationNumber === number).length;
      await countInOrganization(number, 'membersCnt', made, session);
    }
  });
  return members;
}

/** How many members an organization has, counted and not read from its counter. */
export async function countMembers(organizationNumber: string, session?: Session): Promise<number> {
  return countOfOrganization(organizationNumber, session);
}

/** Makes a member. Throws 404 for an unknown organization. */
export async function createMember(input: NewMember, by: string, now: Date): Promise<MemberRecord> {
  const [member] = await createMembers([input], by, now);
  if (!member) throw new Error('no member was made');
  return member;
}

/** The members of a household, in the order in which they came into being. */
export async function findHouseholdMembers(householdId: string): Promise<MemberRecord[]> {
  return readHouseholdMembers(householdId);
}

/**
 * Changes a member's address and phones, and the keys that are made of them; what is null or missing stays.
 * An address that is written, even as it was, counts as confirmed now. Throws 404 when the member is gone.
 */
export async function changeContactDetails(
  member: MemberRecord,
  change: MemberUpdate,
  by: string,
  now: Date,
): Promise<MemberRecord> {
  const phones = change.phones?.map(({ phoneNbr }) => ({ phoneNbr: phoneDigits(phoneNbr) }));
  const keys = phones && memberKeys({ ...member, phones });
  const changed = await setMember(member._id, {
    ...(change.address && { address: { ...change.address, modifiedDt: now } }),
    ...(keys && { phones, ...keys }),
    modifiedBy: by,
    modifiedDt: now,
  });
  if (!changed) throw notFound();
  return changed;
}

/** Writes which household a member lives in, and as what. */
export async function moveToHousehold(
  memberId: string,
  householdId: string,
  relationship: string,
  by: string,
  now: Date,
): Promise<void> {
  await setHousehold(memberId, householdId, relationship, { modifiedBy: by, modifiedDt: now });
}

/** Links a household to a member; a second time changes nothing. */
export async function linkHouseholdTo(
  memberId: string,
  householdId: string,
  by: string,
  now: Date,
): Promise<void> {
  await addLinkedHousehold(memberId, householdId, { modifiedBy: by, modifiedDt: now });
}

/** A member's name as lists of people show it: last, first. */
export function listName(member: Pick<MemberRecord, 'firstNm' | 'lastNm'>): string {
  return `${member.lastNm}, ${member.firstNm}`;
}
