/** Households and the members who live in them, together: what needs both. */
import type * as z from 'zod/mini';
import { ageOn, type CalendarDate } from '@kinfold/domain/dates';
import type { Household, LinkedHousehold } from '@kinfold/domain/household';
import { newId } from '../../platform/documents.ts';
import { notFound } from '../../platform/problem.ts';
import {
  createMembers,
  findHouseholdMembers,
  findMembers,
  linkHouseholdTo,
  listName,
  moveToHousehold,
  type MemberRecord,
  type NewMember,
} from '../members/member.service.ts';
import { findHousehold, findHouseholds, storeHouseholds } from './household.service.ts';

/** A household and its members, the primary one first. */
export type HouseholdWithMembers = { household_id: string; members: MemberRecord[] };

/** Makes households with new members in them; the first of each is primary. */
export async function createHouseholds(
  households: readonly (readonly Omit<NewMember, 'household_id'>[])[],
  by: string,
  now: Date,
): Promise<HouseholdWithMembers[]> {
  const planned = households.map((inputs) => {
    const household_id = newId();
    return {
      household_id,
      inputs: inputs.map((input) => ({ ...input, _id: input._id ?? newId(), household_id })),
    };
  });
  // Households first: one without members is never met, a member without a household is.
  await storeHouseholds(
    planned.flatMap(({ household_id, inputs: [primary] }) =>
      primary ? { _id: household_id, primaryMemberId: primary._id, createdBy: by, createdDt: now } : [],
    ),
  );
  const members = await createMembers(
    planned.flatMap(({ inputs }) => inputs),
    by,
    now,
  );
  const byId = new Map(members.map((member) => [member._id, member]));
  return planned.map(({ household_id, inputs }) => ({
    household_id,
    members: inputs.flatMap(({ _id }) => byId.get(_id) ?? []),
  }));
}

/** Makes a household with new members in it; the first is primary. */
export async function createHousehold(
  members: readonly Omit<NewMember, 'household_id'>[],
  by: string,
  now: Date,
): Promise<HouseholdWithMembers> {
  const [household] = await createHouseholds([members], by, now);
  if (!household) throw new Error('no household was made');
  return household;
}

/** Puts a member into a household. Throws 404 when there is no such household. */
export async function addToHousehold(
  input: { memberId: string; householdId: string; relationship: string },
  by: string,
  now: Date,
): Promise<void> {
  if (!(await findHousehold(input.householdId))) throw notFound('There is no such household.');
  await moveToHousehold(input.memberId, input.householdId, input.relationship, by, now);
}

/** Lets a member look at a household and pay for it. Throws 404 when there is no such household. */
export async function linkHousehold(
  input: { memberId: string; householdId: string },
  by: string,
  now: Date,
): Promise<void> {
  if (!(await findHousehold(input.householdId))) throw notFound('There is no such household.');
  await linkHouseholdTo(input.memberId, input.householdId, by, now);
}

/** A member's household on the wire, the primary member first. Throws 404 when they live in none. */
export async function presentHousehold(
  member: MemberRecord,
  today: CalendarDate,
): Promise<z.input<typeof Household>> {
  const household = member.household_id === null ? undefined : await findHousehold(member.household_id);
  if (!household) throw notFound('This member has no household.');
  const members = await findHouseholdMembers(household._id);
  const isPrimary = ({ _id }: MemberRecord) => _id === household.primaryMemberId;
  return {
    _id: household._id,
    primaryMemberId: household.primaryMemberId,
    members: [...members.filter(isPrimary), ...members.filter((one) => !isPrimary(one))].map((one) => ({
      member_id: one._id,
      memberId: one.memberId,
      firstNm: one.firstNm,
      lastNm: one.lastNm,
      relationship: one.relationship,
      age: ageOn(one.birthDt, today),
      isActive: one.isActive,
    })),
  };
}

/** The households linked to a member on the wire, in the order in which they were linked. */
export async function presentLinkedHouseholds(
  member: MemberRecord,
): Promise<z.input<typeof LinkedHousehold>[]> {
  const households = await findHouseholds(member.linkedHouseholds);
  const primaries = await findMembers(households.map(({ primaryMemberId }) => primaryMemberId));
  const names = new Map(primaries.map((primary) => [primary._id, listName(primary)]));
  return households.map(({ _id, primaryMemberId }) => ({
    household_id: _id,
    member_id: primaryMemberId,
    primaryMemberName: names.get(primaryMemberId) ?? '',
  }));
}
