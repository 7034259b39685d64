/** New members: one by one, or many at once. */
import type { Author } from '../../../platform/author.ts';
import { takeNumbers } from '../../../platform/counters.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { invalid } from '../../../platform/problem.ts';
import { changedFields, recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import {
  auditSubject,
  countInOrganization,
  requireOrganization,
} from '../../organizations/organizations/organization.service.ts';
import { raiseHouseholdVersions } from './household.service.ts';
import { insertMembers, type MemberRecord } from './member.model.ts';
import { memberKeys } from './member-keys.ts';
import { memberSubject } from './member.service.ts';

/** The fields of a new member; by default active and without a household. */
export type NewMember = Pick<MemberRecord, 'firstNm' | 'lastNm' | 'birthDt' | 'organizationNumber'> &
  Partial<
    Pick<
      MemberRecord,
      | '_id'
      | 'suffix'
      | 'middleInit'
      | 'relationship'
      | 'externalRef'
      | 'household_id'
      | 'isActive'
      | 'address'
      | 'phones'
      | 'emails'
      | 'preferredWay'
      | 'unsubscribedDt'
      | 'deceasedDt'
      | 'deathDay'
      | 'toComplete'
    >
  >;

/**
 * Builds members to be stored, with the next member numbers in the given order. Throws 404 for an unknown organization.
 */
export async function buildMembers(
  inputs: readonly NewMember[],
  author: Author,
  now: Date,
): Promise<MemberRecord[]> {
  if (!inputs.length) return [];
  const names = await organizationNamesOf(inputs);
  const firstNumber = await takeNumbers('memberId', inputs.length);
  return inputs.map((input, index) => recordOf(input, names, firstNumber + index, author, now));
}

/** Members as `buildMembers` gives them, but without numbers: for what is only tried. */
export async function draftMembers(
  inputs: readonly NewMember[],
  author: Author,
  now: Date,
): Promise<MemberRecord[]> {
  const names = await organizationNamesOf(inputs);
  return inputs.map((input) => recordOf(input, names, 0, author, now));
}

async function organizationNamesOf(inputs: readonly NewMember[]): Promise<ReadonlyMap<string, string>> {
  const numbers = [...new Set(inputs.map(({ organizationNumber }) => organizationNumber))];
  const organizations = await Promise.all(numbers.map((number) => requireOrganization(number)));
  return new Map(
    organizations.map((organization) => [organization.organizationNumber, organization.organizationName]),
  );
}

function recordOf(
  input: NewMember,
  organizationNames: ReadonlyMap<string, string>,
  memberNumber: number,
  author: Author,
  now: Date,
): MemberRecord {
  const member = {
    _id: input._id ?? newId(),
    memberId: `M-${String(memberNumber).padStart(6, '0')}`,
    firstNm: input.firstNm,
    lastNm: input.lastNm,
    ...(input.suffix && { suffix: input.suffix }),
    formerNames: [],
    middleInit: input.middleInit ?? null,
    birthDt: input.birthDt,
    organizationNumber: input.organizationNumber,
    organizationName: organizationNames.get(input.organizationNumber) ?? '',
    externalRef: input.externalRef ?? null,
    household_id: input.household_id ?? null,
    relationship: input.relationship ?? 'Head of Household',
    isActive: input.isActive === undefined ? true : input.isActive,
    address: input.address ?? null,
    phones: input.phones ?? [],
    emails: input.emails ?? [],
    ...(input.preferredWay && { preferredWay: input.preferredWay }),
    ...(input.unsubscribedDt && { unsubscribedDt: input.unsubscribedDt }),
    linkedHouseholds: [],
    deceasedDt: input.deceasedDt ?? null,
    ...(input.deathDay && { deathDay: input.deathDay }),
    ...(input.toComplete?.length && { toComplete: input.toComplete, isToComplete: true }),
    isCovered: null,
    owesDues: false,
    coverCheckDt: null,
    version: 1,
    createdBy: author.email,
    createdDt: now,
    modifiedBy: author.email,
    modifiedDt: now,
  };
  return { ...member, ...memberKeys(member) };
}

/** Stores members and counts them. */
export async function storeMembers(members: readonly MemberRecord[], session: Session): Promise<void> {
  await insertMembers(members, session);
  for (const [number, count] of countsOf(members))
    await countInOrganization(number, 'membersCnt', count, session);
}

function countsOf(members: readonly MemberRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { organizationNumber: number } of members) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

const MEMBER_FIELDS = ['memberId', 'birthDt', 'relationship', 'household_id', 'address', 'phones'] as const;

/** The history entries of new members, one each. */
export function membersCreated(members: readonly MemberRecord[]): Change[] {
  return members.map((member) => ({
    organizationNumber: member.organizationNumber,
    action: 'member.created',
    subject: memberSubject(member),
    changes: changedFields<MemberRecord>({}, member, MEMBER_FIELDS),
  }));
}

/** The history entries of many new members: a figure for each organization. */
export function membersCreatedInBulk(members: readonly MemberRecord[]): Change[] {
  const names = new Map(members.map((member) => [member.organizationNumber, member.organizationName]));
  return [...countsOf(members)].map(([organizationNumber, to]) => ({
    organizationNumber,
    action: 'members.created',
    subject: auditSubject({ organizationNumber, organizationName: names.get(organizationNumber) ?? '' }),
    changes: [{ field: 'members', from: null, to }],
  }));
}

/** Further writes in the transaction that creates a member. */
export type AlsoForMember = (member: MemberRecord, session: Session) => Promise<void>;

/** The refusal of a household that is not of the organization, or not there any more. */
export const noHousehold = () =>
  invalid([{ path: 'household_id', message: 'There is no such household in this organization' }]);

/** Creates a member. Throws 404 for an unknown organization, 422 for a household that is gone. */
export async function createMember(
  input: NewMember,
  author: Author,
  now: Date,
  also?: AlsoForMember,
): Promise<MemberRecord> {
  const [member] = await buildMembers([input], author, now);
  if (!member) throw new Error('no member was made');
  await inTransaction(async (session) => {
    const home = member.household_id;
    if (home && !(await raiseHouseholdVersions([home], session))) throw noHousehold();
    await storeMembers([member], session);
    await recordChanges(membersCreated([member]), author, now, session);
    await also?.(member, session);
  });
  return member;
}
