import type * as z from 'zod/mini';
import { comesOfAgeOn } from '@kinfold/domain/coming-of-age';
import { listName } from '@kinfold/domain/person-name';
import { ageOf, type CalendarDate } from '@kinfold/domain/dates';
import type { Household, LinkedHousehold } from '@kinfold/domain/household';
import type { HouseholdNote } from '@kinfold/domain/household-note';
import type { HouseholdNoteRecord, HouseholdRecord } from '../members/household.service.ts';
import { presentFoundName } from '../members/member.presenter.ts';
import type { MemberRecord } from '../members/member.service.ts';

/** A household with its members on the wire, the primary member first; with their former names where staff read it. */
export function presentHousehold(
  { _id, primaryMemberId, version }: HouseholdRecord,
  members: readonly MemberRecord[],
  today: CalendarDate,
  isForStaff: boolean,
): z.input<typeof Household> {
  const isPrimary = (member: MemberRecord) => member._id === primaryMemberId;
  return {
    _id,
    // Empty where the reader may not see them.
    primaryMemberId: members.some(isPrimary) ? primaryMemberId : '',
    version,
    members: [...members.filter(isPrimary), ...members.filter((one) => !isPrimary(one))].map((one) => ({
      member_id: one._id,
      memberId: one.memberId,
      firstNm: one.firstNm,
      lastNm: one.lastNm,
      ...presentFoundName(isForStaff ? one : { ...one, formerNames: [] }),
      relationship: one.relationship,
      age: ageOf(one, today),
      isActive: one.isActive,
      deceasedDt: one.deceasedDt,
      ...(one.deathDay && { deathDay: one.deathDay }),
      turnsAdultDt: comesOfAgeOn(one, today),
    })),
  };
}

/** A linked household on the wire; `primary` is its primary member. */
export function presentLinkedHousehold(
  { _id, primaryMemberId }: HouseholdRecord,
  primary: MemberRecord | undefined,
): z.input<typeof LinkedHousehold> {
  return {
    household_id: _id,
    member_id: primaryMemberId,
    primaryMemberName: primary ? listName(primary) : '',
  };
}

/** A note on a household on the wire. */
export function presentHouseholdNote({
  _id,
  text,
  author,
  createdDt,
}: HouseholdNoteRecord): z.input<typeof HouseholdNote> {
  return { _id, text, createdBy: author.name, createdDt: createdDt.toISOString() };
}
