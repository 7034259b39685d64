import type * as z from 'zod/mini';
import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { ageOn, type CalendarDate } from '@kinfold/domain/dates';
import { dollarsFromCents, type Cents } from '@kinfold/domain/money';
import type { MemberRecord } from '../members/member.service.ts';
import type { CoveredMemberRecord, MembershipRecord } from './membership.model.ts';

type Wire = z.input<typeof CampaignMembership>;

/**
 * A membership on the wire, the primary member first; names, ages and households are today's, from `people` by their
 * ids. Without `showsAmounts` prices and payments are null.
 */
export function presentMembership(
  membership: MembershipRecord,
  people: ReadonlyMap<string, MemberRecord>,
  { excludeInactive, showsAmounts }: { excludeInactive: boolean; showsAmounts: boolean },
  today: CalendarDate,
): Wire {
  const { _id, campaignId, campaignName, organizationName, organizationNumber, externalRef } = membership;
  const { isActive, primaryMemberId, totalPrice, lastPayment } = membership;
  const primary = people.get(primaryMemberId);
  const named = primary ?? membership.primaryMember;
  const shownAmount = (amount: Cents) => (showsAmounts ? dollarsFromCents(amount) : null);
  const isPrimary = (covered: CoveredMemberRecord) => covered.member_id === primaryMemberId;
  const shown = membership.members.filter((covered) => !excludeInactive || covered.isActive !== false);
  return {
    _id,
    campaignId,
    campaignName,
    organizationName,
    organizationNumber,
    externalRef,
    isActive,
    version: membership.version,
    primaryMemberId,
    primaryMember: {
      _id: primaryMemberId,
      firstNm: named.firstNm,
      lastNm: named.lastNm,
      isActive: named.isActive,
    },
    totalPrice: shownAmount(totalPrice),
    lastPayment: lastPayment && showsAmounts ? presentLastPayment(lastPayment) : null,
    members: [...shown.filter(isPrimary), ...shown.filter((one) => !isPrimary(one))].flatMap((covered) => {
      const person = people.get(covered.member_id);
      if (!person) return [];
      const { memberId, firstNm, lastNm, birthDt, relationship, household_id } = person;
      return {
        _id: covered._id,
        memberId,
        member_id: person._id,
        firstNm,
        lastNm,
        birthDt,
        relationship,
        age: ageOn(birthDt, today),
        price: shownAmount(covered.price),
        startDt: covered.startDt.toISOString(),
        endDt: covered.endDt.toISOString(),
        isActive: covered.isActive,
        isPrimary: isPrimary(covered),
        inPrimaryHousehold:
          isPrimary(covered) || (household_id !== null && household_id === primary?.household_id),
      };
    }),
  };
}

function presentLastPayment(lastPayment: NonNullable<MembershipRecord['lastPayment']>): Wire['lastPayment'] {
  const { paymentsTotal, modifiedDt, externalRef } = lastPayment;
  return {
    paymentsTotal: dollarsFromCents(paymentsTotal),
    modifiedDt: modifiedDt.toISOString(),
    externalRef,
  };
}
