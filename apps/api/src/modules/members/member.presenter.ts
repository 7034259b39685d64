import type * as z from 'zod/mini';
import { ageOn, type CalendarDate } from '@kinfold/domain/dates';
import type { FoundMember, Member } from '@kinfold/domain/member';
import type { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import type { FoundRecord, MemberRecord } from './member.model.ts';

/** A member on the wire; `campaignMembershipIds` are the memberships that cover them. */
export function presentMember(
  member: MemberRecord,
  campaignMembershipIds: readonly string[],
  today: CalendarDate,
): z.input<typeof Member> {
  const { _id, memberId, firstNm, lastNm, middleInit, birthDt, organizationNumber, organizationName } =
    member;
  const { externalRef, household_id, relationship, isActive, phones, emails, linkedHouseholds } = member;
  return {
    _id,
    member_id: _id,
    memberId,
    firstNm,
    lastNm,
    middleInit,
    midInit: middleInit,
    birthDt,
    age: ageOn(birthDt, today),
    organizationNumber,
    organizationName,
    externalRef,
    household_id,
    relationship,
    isActive,
    address: member.address && {
      ...member.address,
      modifiedDt: member.address.modifiedDt?.toISOString() ?? null,
    },
    phones,
    emails,
    linkedHouseholds,
    version: member.version,
    campaignMembership: campaignMembershipIds.map((campaignMembershipId) => ({ campaignMembershipId })),
    createdBy: member.createdBy,
    createdDt: member.createdDt.toISOString(),
  };
}

/** What a search shows of a member. */
export function presentFoundMember({ _id, firstNm, lastNm, birthDt }: FoundRecord): FoundMember {
  return { id: _id, firstNm, lastNm, birthDt };
}

/** Somebody who is likely to be the same person. */
export function presentLikelyDuplicate(
  { _id, memberId, firstNm, lastNm, birthDt, organizationName, isActive, phones }: MemberRecord,
  reasons: LikelyDuplicate['reasons'],
): LikelyDuplicate {
  const phoneNbr = phones[0]?.phoneNbr ?? null;
  return { _id, memberId, firstNm, lastNm, birthDt, organizationName, phoneNbr, isActive, reasons };
}

/** A member's name as lists of people show it: last, first. */
export function listName({ firstNm, lastNm }: Pick<MemberRecord, 'firstNm' | 'lastNm'>): string {
  return `${lastNm}, ${firstNm}`;
}
