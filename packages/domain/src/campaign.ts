import * as z from 'zod/mini';
import { Recipient } from './recipient.ts';
import { WireInstant } from './dates.ts';
import { JOINING_FEE_PER } from './joining-fee.ts';
import { WireMoney } from './money.ts';

const ForAges = {
  label: z.string(),
  minAge: z.number(),
  maxAge: z.number(),
  relationships: z.optional(z.array(z.string())),
};
const days = z.optional(z.number());

/** The rules of a fund on the wire (fund-rules.ts). */
const FundRules = z.object({
  waitingDays: days,
  suicideWaitingDays: days,
  accidentWaitingDays: days,
  graceDays: days,
  lapseDays: days,
  reinstatementWaitingDays: days,
  entryAge: z.optional(z.object({ min: z.number(), max: z.number() })),
  ageLimits: z.optional(z.array(z.object({ relationships: z.array(z.string()), maxAge: z.number() }))),
  oneCoverPerPerson: z.optional(z.boolean()),
  benefits: z.optional(
    z.array(
      z.object({
        ...ForAges,
        amount: WireMoney,
        isInKind: z.optional(z.boolean()),
        isUpTo: z.optional(z.boolean()),
      }),
    ),
  ),
  joiningFee: z.optional(z.object({ amount: WireMoney, per: z.enum(JOINING_FEE_PER) })),
  walletMinimum: z.optional(WireMoney),
  walletDormantDays: days,
  claimWithinDays: days,
  quietDays: days,
});

/** A campaign on the wire: a fundraiser; a funeral fund when it requires membership. */
export const Campaign = z.object({
  _id: z.string(),
  campaignName: z.string(),
  shortDescription: z.string(),
  requiresMembership: z.boolean(),
  organizationNumber: z.string(),
  participatingOrganizations: z.array(z.string()),
  managedBy: z.string(),
  priceRules: z.array(z.object({ ...ForAges, price: WireMoney })),
  defaultPrice: WireMoney,
  fundRules: FundRules,
  /** The tax note of statements; empty: that dues are not automatically tax-deductible. */
  taxNote: z.string(),
  /** Possible faults of the price rules (price-rules.ts); `rule` and `earlier` are positions in the list. */
  priceRuleFaults: z.array(
    z.object({
      code: z.enum(['gap', 'overlap', 'unreachable']),
      rule: z.optional(z.number()),
      earlier: z.optional(z.number()),
      fromAge: z.optional(z.number()),
      toAge: z.optional(z.number()),
    }),
  ),
  /** Sent back by an edit. */
  version: z.number(),
});
export type Campaign = z.infer<typeof Campaign>;

/** The payable balance of one donation, on the wire; late when its run has ended at `endDt`. */
const OpenDue = z.object({ endDt: WireInstant, balance: WireMoney, isLate: z.boolean() });

/** A campaign that a member belongs to, on the wire; `openDues` add up to `currentCampaignRunsBalance`. */
export const MemberCampaign = z.object({
  campaignId: z.string(),
  campaignName: z.string(),
  shortDescription: z.string(),
  requiresMembership: z.boolean(),
  campaignMembershipId: z.string(),
  campaign_membership_id: z.string(),
  isActive: z.nullable(z.boolean()),
  currentCampaignRunsBalance: WireMoney,
  openDues: z.array(OpenDue),
  /** Whether dues of a paused run are open: not due now, but not paid either. */
  hasPausedDues: z.boolean(),
  /** Whether it is an open campaign with an active run. */
  takesGifts: z.boolean(),
  /** The recipient of a gift to it, if it takes gifts. */
  recipient: z.optional(Recipient),
});
export type MemberCampaign = z.infer<typeof MemberCampaign>;

/** A campaign that a member has not joined and may join, on the wire. */
export const OtherCampaign = z.extend(
  z.pick(Campaign, { _id: true, campaignName: true, shortDescription: true, requiresMembership: true }),
  // What joining costs, once, as a sentence.
  { joining: z.optional(z.string()) },
);
export type OtherCampaign = z.infer<typeof OtherCampaign>;

/** A member's status with a fundraiser. */
export type FundraiserState = 'due' | 'open' | 'waiting' | 'inactive' | 'paused' | 'paid';

/**
 * Returns a member's status with a fundraiser: an amount due comes first, whatever the state of the membership. PAID
 * requires an active membership that owes nothing (rules.md "What is owed, and when"); an open campaign asks for
 * nothing and is never paid.
 */
export function fundraiserState(
  campaign: Pick<
    MemberCampaign,
    'currentCampaignRunsBalance' | 'requiresMembership' | 'isActive' | 'hasPausedDues'
  >,
): FundraiserState {
  if (campaign.currentCampaignRunsBalance > 0) return 'due';
  if (!campaign.requiresMembership) return campaign.isActive === false ? 'inactive' : 'open';
  if (campaign.isActive === null) return 'waiting';
  if (campaign.hasPausedDues) return 'paused';
  return campaign.isActive ? 'paid' : 'inactive';
}
