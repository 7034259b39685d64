/** Removes a member, with their places in counters, households and the links of others. */
import type { CalendarDate } from '@kinfold/domain/dates';
import { ERASED_NAMES } from '@kinfold/domain/erasure';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { changedFields, type Change } from '../../operations/audit/audit.service.ts';
import { countInOrganization } from '../../organizations/organizations/organization.service.ts';
import { eraseHouseholds, readHouseholdsOfPrimaries } from './household.model.ts';
import { eraseHouseholdNotes } from './household-note.model.ts';
import { findHousehold } from './household.service.ts';
import {
  eraseMember,
  pullLinkedHousehold,
  readHouseholdMembers,
  readLinkedTo,
  setMember,
  type MemberRecord,
} from './member.model.ts';
import { memberSubject } from './member.service.ts';

const DELETED_FIELDS = ['memberId', 'birthDt', 'relationship', 'household_id', 'address', 'phones'] as const;

/** Returns whether a member is the primary member of a household in which others live. */
export async function isPrimaryOfOthers({ _id, household_id }: MemberRecord): Promise<boolean> {
  const household = household_id === null ? undefined : await findHousehold(household_id);
  if (household?.primaryMemberId !== _id) return false;
  return (await readHouseholdMembers([household._id])).some((other) => other._id !== _id);
}

/**
 * Removes an unreferenced member, in the transaction of the caller; returns the history entries. A household in which
 * they lived alone is removed with them, and unlinked from others. Throws 409 for the primary member of a household with
 * others in it.
 */
export async function removeMember(
  member: MemberRecord,
  author: Author,
  now: Date,
  session: Session,
): Promise<Change[]> {
  if (await isPrimaryOfOthers(member))
    throw conflict('member_in_use', `${member.firstNm} is the primary member of a household.`);
  const { organizationNumber } = member;
  await eraseMember(member, session);
  await countInOrganization(organizationNumber, 'membersCnt', -1, session);
  const deleted = {
    organizationNumber,
    action: 'member.deleted',
    subject: memberSubject(member),
    changes: changedFields<MemberRecord>(member, {}, DELETED_FIELDS),
  } as const;
  return [deleted, ...(await removeHouseholdOf(member, author, now, session))];
}

/**
 * Removes the household in which a member is alone, or one that was kept empty for them, and unlinks it from others;
 * returns the history entries.
 */
async function removeHouseholdOf(
  { _id, household_id }: MemberRecord,
  author: Author,
  now: Date,
  session: Session,
): Promise<Change[]> {
  const [household] = await readHouseholdsOfPrimaries([_id], session);
  if (!household || (household._id !== household_id && !household.isEmpty)) return [];
  const linked = await readLinkedTo(household._id, session);
  if (linked.length)
    await pullLinkedHousehold(household._id, { modifiedBy: author.email, modifiedDt: now }, session);
  await eraseHouseholdNotes([household._id], session);
  await eraseHouseholds([household._id], session);
  return linked.map((other): Change => ({
    organizationNumber: other.organizationNumber,
    action: 'member.updated',
    subject: memberSubject(other),
    changes: [{ field: 'linkedHouseholds', from: household._id, to: null }],
  }));
}

/** A placeholder in the record of an erased person. */
const NO_BIRTH_DATE = '1900-01-01' as CalendarDate;

/**
 * Empties a member's record in the transaction of the caller: it stays for the books, without an organization, and so is
 * in no list, search or file. Returns the record and the history entries for their household. Throws 409 for the primary
 * member of a household with others in it.
 */
export async function emptyMember(
  member: MemberRecord,
  author: Author,
  now: Date,
  session: Session,
): Promise<{ emptied: MemberRecord; changes: Change[] }> {
  if (await isPrimaryOfOthers(member))
    throw conflict('member_in_use', `${member.firstNm} is the primary member of a household.`);
  const changes = await removeHouseholdOf(member, author, now, session);
  const emptied = await setMember(
    member,
    {
      ...ERASED_NAMES,
      suffix: null,
      formerNames: [],
      middleInit: null,
      birthDt: NO_BIRTH_DATE,
      organizationNumber: '',
      organizationName: '',
      externalRef: null,
      household_id: null,
      relationship: '',
      isActive: false,
      address: null,
      phones: [],
      emails: [],
      linkedHouseholds: [],
      deceasedDt: null,
      deathDay: null,
      preferredWay: null,
      unsubscribedDt: null,
      bouncedEmail: null,
      bouncedEmails: [],
      toComplete: [],
      isToComplete: false,
      nameKey: '',
      searchKeys: [],
      searchStarts: [],
      linkKeys: [],
      isReachable: false,
      isCovered: null,
      owesDues: false,
      coverCheckDt: null,
      modifiedBy: author.email,
      modifiedDt: now,
    },
    session,
  );
  if (!emptied) throw notFound();
  if (member.organizationNumber)
    await countInOrganization(member.organizationNumber, 'membersCnt', -1, session);
  return { emptied, changes };
}
