/** The staff home: what needs attention, and the figures of the user's organizations. */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { WireMoney } from './money.ts';

/** Runs that end within this many days are shown. */
export const ENDING_RUN_DAYS = 14;
/** People who lose their cover within this many days, unless dues are paid, are counted. */
export const LOSING_COVER_DAYS = 30;
/** In how many campaigns waiting memberships are counted. */
export const WAITING_CAMPAIGNS = 10;
/** Counts stop here: a larger number is shown as this many and more. */
export const ATTENTION_MAX = 1_000;

/**
 * Answer of `GET /v2/staff/attention`: counts within the user's scope, up to `ATTENTION_MAX`; nothing that the user's
 * permissions do not show.
 */
export const Attention = z.object({
  intakeRequests: z.number(),
  unconfirmedMemberships: z.number(),
  /** Their campaigns, those with most first: the first `WAITING_CAMPAIGNS`, for links. */
  waitingCampaigns: z.array(
    z.object({ campaignId: z.string(), campaignName: z.string(), count: z.number() }),
  ),
  /** Active memberships that would cost something else at today's prices, and their campaigns; missing for none. */
  outdatedPrices: z.optional(
    z.object({
      count: z.number(),
      campaigns: z.array(z.object({ campaignId: z.string(), campaignName: z.string(), count: z.number() })),
    }),
  ),
  endingRuns: z.array(
    z.object({
      campaignId: z.string(),
      campaignRunId: z.string(),
      name: z.string(),
      endDt: WireInstant,
      openBalance: WireMoney,
    }),
  ),
  /** Jobs that run, and those that failed. */
  jobs: z.object({ running: z.number(), failed: z.number() }),
  losingCover: z.number(),
  vacantOffices: z.number(),
  /** Children who turned 18 in the last 30 days or will in the next 30, in the households that the user may change. */
  comingOfAge: z.optional(
    z.object({
      count: z.number(),
      /** The first of them, for links. */
      first: z.array(z.object({ member_id: z.string(), name: z.string() })),
    }),
  ),
  /**
   * Memberships whose payer died, left or is under 18: nobody has taken over yet, or they ended with open dues that nobody is left to pay.
   * Missing if there are none.
   */
  deceasedPayers: z.optional(
    z.object({
      count: z.number(),
      /** The first of them, for links; `openBalance` is what they owe. */
      first: z.array(
        z.object({
          membershipId: z.string(),
          member_id: z.string(),
          campaignName: z.string(),
          primaryMemberName: z.string(),
          openBalance: WireMoney,
        }),
      ),
    }),
  ),
  /** Reports of deaths about which nobody has decided, and what deaths have left to do, where one may enter deaths; missing for 0. */
  deathReports: z.optional(z.number()),
  deathTasks: z.optional(z.number()),
  /** Claims that wait: open ones for users who may propose, proposed ones for users who may approve. Missing if there are none. */
  claims: z.optional(z.number()),
  /** Changes of sign-ins that a second person confirms, of members whom one may change. Missing if there are none. */
  signInChanges: z.optional(
    z.object({
      count: z.number(),
      /** The first of them, for links. */
      first: z.array(z.object({ member_id: z.string(), name: z.string() })),
    }),
  ),
  /** Members whose e-mail the mail server refused, of those whom one may change. */
  bouncedEmails: z.optional(z.number()),
  /** Members whose birth date is not known, of those whom one may change. */
  unknownBirthDates: z.optional(z.number()),
  /** Refunds, waivers and batches that wait for a second person. Missing if there are none. */
  approvals: z.optional(z.number()),
  /** Members of whom an import could not read everything. */
  toComplete: z.optional(z.number()),
  /** Refunds, disputes and unknown charges at the card provider that nobody has looked at yet. */
  reviewItems: z.optional(z.number()),
  /** Organizations whose connected account takes no card payments. */
  blockedAccounts: z.optional(
    z.object({
      count: z.number(),
      /** The only one, for a link. */
      organizationNumber: z.nullable(z.string()),
    }),
  ),
});
export type Attention = z.infer<typeof Attention>;

/** The figures of the user's organizations, each with all below it; amounts are null if the user may not see them. */
export const OrganizationFigures = z.object({
  organizationNumber: z.string(),
  organizationName: z.string(),
  members: z.number(),
  campaigns: z.optional(z.number()),
  /** Open dues of runs that are not paused. */
  openDues: z.nullable(WireMoney),
  /** What was received this month. */
  collected: z.nullable(WireMoney),
});
export type OrganizationFigures = z.infer<typeof OrganizationFigures>;

/** How many organizations the home shows. */
export const HOME_ORGANIZATIONS = 10;

/** How many months the home shows, including this one. */
export const HOME_MONTHS = 6;

/**
 * Answer of `GET /v2/staff/organizations`: the first of those at the top of the user's scope; `more` of them are not
 * shown. `months` is what they received in the last months (`2026-11`), oldest first; empty if the user may not see it.
 */
export const StaffOrganizations = z.object({
  organizations: z.array(OrganizationFigures),
  more: z.number(),
  months: z.array(z.object({ month: z.string(), collected: WireMoney })),
});
export type StaffOrganizations = z.infer<typeof StaffOrganizations>;
