/** The list of a campaign's memberships, and its filters (spec section 2, "Campaign memberships"). */
import * as z from 'zod/mini';
import { CampaignMembership } from './campaign-membership.ts';
import { MEMBERSHIP_LIST_PAGE } from './constants.ts';
import { requestText } from './free-text.ts';
import { filterField, pageQuery, pageReply, trueOrFalse } from './pagination.ts';

const STATES = ['active', 'inactive', 'unknown'] as const;
export type MembershipStatus = (typeof STATES)[number];

/** The status of a membership; unknown means that it waits to be confirmed. */
export function membershipStatus(isActive: boolean | null): MembershipStatus {
  if (isActive === null) return 'unknown';
  return isActive ? 'active' : 'inactive';
}

/** The filters; an empty or missing one does not apply. */
const filters = {
  status: filterField(z.enum(STATES), 'status is active, inactive or unknown'),
  /** An organization and everything below it; default: all of the reader's. */
  organization_number: filterField(requestText('organization_number'), 'organization_number is a text'),
  /** The last payment differs from the price. */
  price_differs: filterField(trueOrFalse('price_differs'), 'price_differs is true or false'),
  /** At today's prices it would cost something else. */
  price_outdated: filterField(trueOrFalse('price_outdated'), 'price_outdated is true or false'),
  /** Some dues are open and may be paid. */
  owes: filterField(trueOrFalse('owes'), 'owes is true or false'),
};

/** `GET /v2/campaigns/{id}/memberships.csv`. */
export const MembershipFilters = z.object(filters);
export type MembershipFilters = z.infer<typeof MembershipFilters>;

/** `GET /v2/campaigns/{id}/memberships`. */
export const MembershipListQuery = z.extend(pageQuery(MEMBERSHIP_LIST_PAGE), filters);
export type MembershipListQuery = z.infer<typeof MembershipListQuery>;

/** A membership in a list: how many it covers, and whether its last payment differs from its price. */
export const MembershipRow = z.extend(CampaignMembership, {
  coveredCnt: z.number(),
  /** The phone of the primary member. */
  phoneNbr: z.optional(z.nullable(z.string())),
  isPriceDifferent: z.boolean(),
});
export type MembershipRow = z.infer<typeof MembershipRow>;

/** A page of memberships by the name of the primary member. */
export const MembershipPage = pageReply('memberships', MembershipRow);
