/** A campaign membership: the unit that is charged in a campaign (rules.md "Membership price"). */
import * as z from 'zod/mini';
import { Cover } from './cover.ts';
import { ageOn, WireInstant, type CalendarDate } from './dates.ts';
import { ageLimitOf, type FundRules } from './fund-rules.ts';
import { FoundName } from './member.ts';
import { cents, sumCents, WireMoney, ZERO, type Cents } from './money.ts';

/** The maximum price of one person in a run, in cents: with many people the sum can still be paid by card. */
export const PRICE_MAX = cents(1_000_000);

/** One price rule of a campaign; the ages are inclusive, no relationships means any; price in cents. */
export type PriceRule = {
  label: string;
  minAge: number;
  maxAge: number;
  relationships?: readonly string[];
  price: Cents;
};

/** What a campaign charges for people. */
type Pricing = { priceRules: readonly PriceRule[]; defaultPrice: Cents; fundRules?: FundRules };

/** From this highest age on a rule is for everybody from its lowest age. */
export const NO_UPPER_AGE = 100;

/** A covered member as the price rules see them; `birthDt` is null where it is not known. A price set by hand (`priceOverride`, cents) wins over every rule. */
export type PricedMember = {
  birthDt: CalendarDate | null;
  relationship: string;
  isActive: boolean | null;
  priceOverride?: Cents | null;
};

/**
 * The first price rule that fits an age and a relationship; undefined when none does. An age that is not known (null) fits
 * the rules for any age alone.
 */
export function fittingRule<Rule extends Omit<PriceRule, 'label' | 'price'>>(
  age: number | null,
  relationship: string,
  rules: readonly Rule[],
): Rule | undefined {
  return rules.find(
    ({ minAge, maxAge, relationships }) =>
      (age === null ? minAge === 0 && maxAge >= NO_UPPER_AGE : age >= minAge && age <= maxAge) &&
      (!relationships?.length || relationships.includes(relationship)),
  );
}

/**
 * Returns whether the fund's age limit excludes a covered member today (rules.md "Who cannot be covered is not
 * charged"). A price set by hand records that staff decided the member belongs: it covers and charges them at any age.
 */
export function isOverAgeLimit(
  { birthDt, relationship, priceOverride }: Omit<PricedMember, 'isActive'>,
  fundRules: FundRules,
  today: CalendarDate,
): boolean {
  if (priceOverride !== undefined && priceOverride !== null) return false;
  const maxAge = ageLimitOf(relationship, fundRules);
  return maxAge !== undefined && birthDt !== null && ageOn(birthDt, today) > maxAge;
}

/**
 * Returns whether a covered member is outside of the fund's ages today: the fund prices by rules alone, and has no rule for them. A
 * price set by hand counts as for `isOverAgeLimit`.
 */
function isOutsideAges(
  { birthDt, relationship, priceOverride }: Omit<PricedMember, 'isActive'>,
  rules: readonly PriceRule[],
  defaultPrice: Cents,
  today: CalendarDate,
): boolean {
  if (priceOverride !== undefined && priceOverride !== null) return false;
  if (defaultPrice > 0 || !rules.length || birthDt === null) return false;
  return fittingRule(ageOn(birthDt, today), relationship, rules) === undefined;
}

/** Returns whether the fund cannot cover a member today, by its age limit or its ages; nothing is charged for them. */
export function isTooOldOrYoung(
  member: Omit<PricedMember, 'isActive'>,
  { priceRules, defaultPrice, fundRules = {} }: Pricing,
  today: CalendarDate,
): boolean {
  return isOverAgeLimit(member, fundRules, today) || isOutsideAges(member, priceRules, defaultPrice, today);
}

/**
 * Returns what a covered member costs today, in cents: the price set by hand; 0 for a member over the fund's age limit;
 * else the price of the first rule that fits the age and relationship, else the campaign's `defaultPrice`.
 */
export function coveredMemberPrice(
  member: PricedMember,
  rules: readonly PriceRule[],
  defaultPrice: Cents,
  today: CalendarDate,
  fundRules: FundRules = {},
): Cents {
  if (member.priceOverride !== undefined && member.priceOverride !== null) return member.priceOverride;
  if (isOverAgeLimit(member, fundRules, today)) return ZERO;
  return fittingRule(ageOn(member.birthDt, today), member.relationship, rules)?.price ?? defaultPrice;
}

/**
 * Returns the members who are charged: `isActive` is true. False (removed) and null (not confirmed yet) are not
 * charged.
 */
export function chargedMembers<T extends { isActive: boolean | null }>(members: readonly T[]): T[] {
  return members.filter(({ isActive }) => isActive === true);
}

/** Returns what a membership costs, in cents: the sum of the prices of the members who are charged. */
export function membershipTotalPrice(members: readonly { price: Cents; isActive: boolean | null }[]): Cents {
  return sumCents(chargedMembers(members).map(({ price }) => price));
}

/** A member covered by a membership, on the wire. The price is null where the reader may not see amounts. */
export const CoveredMember = z.object({
  _id: z.string(),
  memberId: z.string(),
  member_id: z.string(),
  ...FoundName,
  birthDt: z.nullable(z.string()),
  age: z.nullable(z.number()),
  price: z.nullable(WireMoney),
  startDt: WireInstant,
  endDt: WireInstant,
  isActive: z.nullable(z.boolean()),
  /** Why the part ended: `died`; missing if no reason is known. */
  endReason: z.optional(z.string()),
  isPrimary: z.boolean(),
  inPrimaryHousehold: z.boolean(),
  relationship: z.string(),
  /**
   * For staff: the price set by hand, the reason for the price, and whether a waiting time was waived, if there is one.
   */
  priceOverride: z.optional(z.nullable(WireMoney)),
  priceReason: z.optional(z.string()),
  /** For staff: the day on which the price was made, and the age and relationship of that day. */
  priceFrom: z.optional(z.object({ day: z.string(), age: z.nullable(z.number()), relationship: z.string() })),
  isWaitingWaived: z.optional(z.boolean()),
  /** In all of their funds. */
  cover: z.optional(Cover),
});
export type CoveredMember = z.infer<typeof CoveredMember>;

/**
 * A campaign membership on the wire. `isActive` is null when it is unknown. Amounts are null for a covered member whose
 * account is not linked to the payer's.
 */
export const CampaignMembership = z.object({
  _id: z.string(),
  campaignId: z.string(),
  campaignName: z.string(),
  organizationName: z.string(),
  organizationNumber: z.string(),
  externalRef: z.nullable(z.string()),
  isActive: z.nullable(z.boolean()),
  /** Sent back by an edit. */
  version: z.optional(z.number()),
  primaryMemberId: z.string(),
  primaryMember: z.object({
    _id: z.string(),
    firstNm: z.string(),
    lastNm: z.string(),
    suffix: z.optional(z.string()),
    isActive: z.nullable(z.boolean()),
  }),
  totalPrice: z.nullable(WireMoney),
  /** For staff: what it would cost at today's prices where that differs, and since which birthday; null for another cause. */
  priceToday: z.optional(
    z.object({ totalPrice: WireMoney, since: z.nullable(z.string()), text: z.string() }),
  ),
  /** For a membership that waits to be confirmed: what it will cost. */
  priceWhenActive: z.optional(WireMoney),
  lastPayment: z.nullable(
    z.object({ paymentsTotal: WireMoney, modifiedDt: WireInstant, externalRef: z.nullable(z.string()) }),
  ),
  members: z.array(CoveredMember),
  /** Of the people whom it covers, together; null in a campaign that covers nobody. */
  cover: z.optional(z.nullable(Cover)),
});
export type CampaignMembership = z.infer<typeof CampaignMembership>;

/**
 * The answer to a price refresh: `duesBeingPaid` counts dues that keep their amount because a payment of them is under
 * way.
 */
export const RefreshedMembership = z.extend(CampaignMembership, { duesBeingPaid: z.int() });
export type RefreshedMembership = z.infer<typeof RefreshedMembership>;
