/** New members with their households. */
import { givenBirthDate } from '@kinfold/domain/birth-date';
import type { NewMemberForm } from '@kinfold/domain/member-edit';
import { storedPhone } from '@kinfold/domain/phone';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isObjectId, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import { findMembers, type MemberRecord } from '../members/member.service.ts';
import {
  buildMembers,
  createMember,
  membersCreated,
  membersCreatedInBulk,
  noHousehold,
  storeMembers,
  type AlsoForMember,
  type NewMember,
} from '../members/new-member.service.ts';
import { findHousehold, storeHouseholds } from '../members/household.service.ts';

/** A household and its members, the primary one first. */
export type HouseholdWithMembers = { household_id: string; members: MemberRecord[] };

/** The members of a new household; the first is primary. */
type NewHousehold = readonly Omit<NewMember, 'household_id'>[];

/** Creates many households at once; the history has one figure for each organization. */
export async function createHouseholds(
  households: readonly NewHousehold[],
  author: Author,
  now: Date,
): Promise<HouseholdWithMembers[]> {
  return makeHouseholds(households, membersCreatedInBulk, author, now);
}

/** Further writes in the transaction that creates a household, whose primary member comes first. */
export type AlsoForMembers = (members: readonly MemberRecord[], session: Session) => Promise<void>;

async function makeHouseholds(
  households: readonly NewHousehold[],
  changesOf: (members: readonly MemberRecord[]) => Change[],
  author: Author,
  now: Date,
  also?: AlsoForMembers,
): Promise<HouseholdWithMembers[]> {
  const planned = households.map((inputs) => {
    const household_id = newId();
    return {
      household_id,
      inputs: inputs.map((input) => ({ ...input, _id: input._id ?? newId(), household_id })),
    };
  });
  const stored = planned.flatMap(({ household_id, inputs: [primary] }) =>
    primary
      ? {
          _id: household_id,
          primaryMemberId: primary._id,
          isEmpty: false,
          version: 1,
          createdBy: author.email,
          createdDt: now,
        }
      : [],
  );
  const members = await buildMembers(
    planned.flatMap(({ inputs }) => inputs),
    author,
    now,
  );
  await inTransaction(async (session) => {
    await storeHouseholds(stored, session);
    await storeMembers(members, session);
    await recordChanges(changesOf(members), author, now, session);
    await also?.(members, session);
  });
  const byId = new Map(members.map((member) => [member._id, member]));
  return planned.map(({ household_id, inputs }) => ({
    household_id,
    members: inputs.flatMap(({ _id }) => byId.get(_id) ?? []),
  }));
}

/** Creates a household with new members in it; the first is primary. */
export async function createHousehold(
  members: NewHousehold,
  author: Author,
  now: Date,
  also?: AlsoForMembers,
): Promise<HouseholdWithMembers> {
  const [household] = await makeHouseholds([members], membersCreated, author, now, also);
  if (!household) throw new Error('no household was made');
  return household;
}

/**
 * Creates a member as staff enter them: in the household that they name, or in one of their own. Throws 422 for a
 * household of another organization. `also` is written in the same transaction.
 */
export async function enterMember(
  form: NewMemberForm & { organizationNumber: string },
  author: Author,
  now: Date,
  also?: AlsoForMember,
): Promise<MemberRecord> {
  const { firstNm, lastNm, relationship, organizationNumber } = form;
  const input: NewMember = {
    firstNm,
    lastNm,
    birthDt: givenBirthDate(form),
    relationship,
    organizationNumber,
    suffix: form.suffix || null,
    middleInit: form.middleInit || form.midInit || null,
    externalRef: form.externalRef || null,
    isActive: form.isActive ?? true,
    address: form.address ? { ...form.address, modifiedDt: now } : null,
    phones: form.phones?.map(({ phoneNbr }) => ({ phoneNbr: storedPhone(phoneNbr) })) ?? [],
    emails: form.emails ?? [],
    preferredWay: form.preferredWay || null,
  };
  if (form.household_id) {
    await requireHouseholdAt(form.household_id, organizationNumber);
    return createMember({ ...input, household_id: form.household_id }, author, now, also);
  }
  const [member] = (
    await createHousehold([input], author, now, async (members, session) => {
      for (const one of members) await also?.(one, session);
    })
  ).members;
  if (!member) throw new Error('no member was made');
  return member;
}

async function requireHouseholdAt(householdId: string, organizationNumber: string): Promise<void> {
  const household = isObjectId(householdId) ? await findHousehold(householdId) : undefined;
  const [primary] = household ? await findMembers([household.primaryMemberId]) : [];
  if (primary?.organizationNumber !== organizationNumber) throw noHousehold();
}
