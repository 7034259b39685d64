import type * as z from 'zod/mini';
import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { ageOf, calendarDateOf, showDate, type CalendarDate } from '@kinfold/domain/dates';
import type { CoveredPerson } from '@kinfold/domain/membership-state';
import { priceReason, priceToday, type PriceToday } from '@kinfold/domain/membership-change';
import { showDayInWords } from '@kinfold/domain/cover-today-text';
import type { Shown } from '@kinfold/domain/coverage-text';
import { membershipStatus, type MembershipRow } from '@kinfold/domain/membership-list';
import { dollarsFromCents, plainMoney, showMoney, sumCents, type Cents } from '@kinfold/domain/money';
import type { CsvColumn } from '../../../platform/csv.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import type { MembershipFileRow } from './membership-list.service.ts';
import { presentFoundName } from '../../people/members/member.presenter.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import type { CoveredMemberRecord, MembershipRecord } from './membership.model.ts';

type Wire = z.input<typeof CampaignMembership>;

/** The data shown of a membership; with its campaign also the reasons for its prices, for staff. */
type Presented = {
  excludeInactive: boolean;
  showsAmounts: boolean;
  campaign?: Pick<CampaignRecord, 'priceRules' | 'fundRules'> | undefined;
};

/**
 * A membership on the wire, the primary member first; names, ages and households are the present ones, from `people` by
 * id. Without `showsAmounts` prices and payments are null.
 */
export function presentMembership(
  membership: MembershipRecord,
  people: ReadonlyMap<string, MemberRecord>,
  { excludeInactive, showsAmounts, campaign }: Presented,
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
      ...(named.suffix && { suffix: named.suffix }),
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
        ...presentFoundName(campaign ? person : { ...person, formerNames: [] }),
        birthDt,
        relationship,
        age: ageOf(person, today),
        price: shownAmount(covered.price),
        startDt: covered.startDt.toISOString(),
        endDt: covered.endDt.toISOString(),
        isActive: covered.isActive,
        ...(covered.endReason && { endReason: covered.endReason }),
        isPrimary: isPrimary(covered),
        inPrimaryHousehold:
          isPrimary(covered) || (household_id !== null && household_id === primary?.household_id),
        ...(campaign && presentForStaff(covered, ageOf(person, today), relationship, campaign)),
      };
    }),
  };
}

/**
 * Of a membership of a fund: what it would cost at today's prices where that differs, or what it will cost once it is
 * confirmed.
 */
export function presentPriceToday(
  membership: Pick<MembershipRecord, 'isActive'> & { members: readonly CoveredPerson[] },
  people: Parameters<typeof priceToday>[1]['people'],
  campaign: Pick<CampaignRecord, 'priceRules' | 'defaultPrice' | 'fundRules' | 'requiresMembership'>,
  now: Date,
  shown: Shown,
): Pick<Wire, 'priceToday' | 'priceWhenActive'> {
  const { isActive, members } = membership;
  if (!campaign.requiresMembership) return {};
  if (isActive === null) {
    const waiting = members.filter((one) => one.isActive !== false).map(({ price }) => price);
    return { priceWhenActive: dollarsFromCents(sumCents(waiting)) };
  }
  const { priceRules, defaultPrice, fundRules } = campaign;
  const today = calendarDateOf(now, shown.timeZone);
  const other = priceToday(membership, { people, priceRules, defaultPrice, fundRules, today });
  if (!other) return {};
  const { totalPrice, since } = other;
  return {
    priceToday: { totalPrice: dollarsFromCents(totalPrice), since, text: priceTodayText(other, now, shown) },
  };
}

/** `Since November 3 it would be $18.50`. */
function priceTodayText({ totalPrice, since }: PriceToday, now: Date, shown: Shown): string {
  const from = since ? `Since ${showDayInWords(since, now, shown.timeZone)}` : 'Today';
  return `${from} it would be ${showMoney(totalPrice, shown.currency)}`;
}

function presentForStaff(
  { priceOverride, priceFrom, isWaitingWaived }: CoveredMemberRecord,
  age: number | null,
  relationship: string,
  { priceRules, fundRules }: Pick<CampaignRecord, 'priceRules' | 'fundRules'>,
) {
  const hasWaiting = Boolean(fundRules.waitingDays);
  return {
    priceOverride: priceOverride === null ? null : dollarsFromCents(priceOverride),
    // Of a price from before its origin was kept, what would explain it today.
    priceReason: priceFrom?.rule ?? priceReason({ age, relationship, priceOverride }, priceRules, fundRules),
    ...(priceFrom && {
      priceFrom: { day: priceFrom.day, age: priceFrom.age, relationship: priceFrom.relationship },
    }),
    ...((hasWaiting || isWaitingWaived) && { isWaitingWaived: isWaitingWaived === true }),
  };
}

/** A membership in a list on the wire. */
export function presentMembershipRow(
  membership: MembershipRecord,
  people: ReadonlyMap<string, MemberRecord>,
  today: CalendarDate,
): z.input<typeof MembershipRow> {
  return {
    ...presentMembership(membership, people, { excludeInactive: false, showsAmounts: true }, today),
    coveredCnt: membership.members.filter((member) => member.isActive !== false).length,
    phoneNbr: people.get(membership.primaryMemberId)?.phones[0]?.phoneNbr ?? null,
    isPriceDifferent: membership.isPriceDifferent,
  };
}

const STATUS = { active: 'Active', inactive: 'Inactive', unknown: 'Unknown' };

/** The state of a membership, or of a person's part in one, in a word. */
export const statusWord = (isActive: boolean | null): string => STATUS[membershipStatus(isActive)];

/** The columns of a file of memberships; the day of the last payment is one of the time zone. */
export const membershipColumns = (timeZone: string): readonly CsvColumn<MembershipFileRow>[] => [
  ['Last Name', 'Of the primary member, who pays', ({ primaryMember }) => primaryMember.lastNm],
  ['First Name', 'Of the primary member', ({ primaryMember }) => primaryMember.firstNm],
  ['Organization', 'The primary member’s', ({ organizationName }) => organizationName],
  ['Status', 'Active, Inactive or Unknown', ({ isActive }) => statusWord(isActive)],
  [
    'Covered People',
    'How many',
    ({ members }) => members.filter((member) => member.isActive !== false).length,
  ],
  ['External Reference', 'Of the membership', ({ externalRef }) => externalRef],
  ['Price', 'In each collection, in dollars', ({ totalPrice }) => plainMoney(totalPrice)],
  [
    'Last Payment',
    'The amount of the last payment',
    ({ lastPayment }) => lastPayment && plainMoney(lastPayment.paymentsTotal),
  ],
  [
    'Last Payment Date',
    'Month, day, year',
    ({ lastPayment }) => lastPayment && showDate(lastPayment.modifiedDt, timeZone),
  ],
  [
    'Last Payment Differs',
    'Whether it differs from the price',
    ({ isPriceDifferent }) => (isPriceDifferent ? 'Yes' : 'No'),
  ],
];

function presentLastPayment(lastPayment: NonNullable<MembershipRecord['lastPayment']>): Wire['lastPayment'] {
  const { paymentsTotal, modifiedDt, externalRef } = lastPayment;
  return {
    paymentsTotal: dollarsFromCents(paymentsTotal),
    modifiedDt: modifiedDt.toISOString(),
    externalRef,
  };
}
