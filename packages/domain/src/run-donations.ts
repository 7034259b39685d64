/** The donations of a campaign run as shown to staff, and its figures (http.md "v2"). */
import * as z from 'zod/mini';
import { CampaignRun } from './campaign-run.ts';
import { RUN_DONATIONS_PAGE } from './constants.ts';
import { Donation } from './donation.ts';
import { requestText } from './free-text.ts';
import { WireMoney } from './money.ts';
import { filterField, pageQuery, pageReply, trueOrFalse } from './pagination.ts';

/** An organization and everything below it; default: all that the reader may see. */
const organizationField = filterField(
  requestText('organization_number'),
  'organization_number is a text of at most 200',
);

const filters = {
  organization_number: organizationField,
  /** True for donations with an open balance, false for those without. */
  open_balance: filterField(trueOrFalse('open_balance'), 'open_balance is true or false'),
};

/** `GET /v2/campaigns/{id}/runs/{runId}/donations.csv`. */
export const RunDonationFilters = z.object(filters);
export type RunDonationFilters = z.infer<typeof RunDonationFilters>;

/** `GET /v2/campaigns/{id}/runs/{runId}/donations`. */
export const RunDonationsQuery = z.extend(pageQuery(RUN_DONATIONS_PAGE), filters);
export type RunDonationsQuery = z.infer<typeof RunDonationsQuery>;

/** A donation of a run, with the organization of its primary member. */
export const RunDonation = z.extend(Donation, {
  organizationNumber: z.string(),
  organizationName: z.string(),
});
export type RunDonation = z.infer<typeof RunDonation>;

/** A page of the donations of a run, by name. */
export const RunDonationPage = pageReply('donations', RunDonation);
export type RunDonationPage = z.infer<typeof RunDonationPage>;

/** `GET /v2/campaigns/{id}/runs/{runId}/figures`. */
export const RunFiguresQuery = z.object({ organization_number: organizationField });

const sums = {
  /** How many donations there are, and how many have an open balance. */
  dues: z.number(),
  open: z.number(),
  /** The amounts due, paid and still open. */
  expected: WireMoney,
  collected: WireMoney,
  openBalance: WireMoney,
};

/** The figures of one organization in a run. */
const OrganizationRunFigures = z.object({
  organizationNumber: z.string(),
  organizationName: z.string(),
  ...sums,
});

/** The figures of a run, as far as the reader may see it. */
export const RunFigures = z.object({
  ...sums,
  /** The amount paid on each day with payments, in the time zone of the deployment. */
  days: z.array(z.object({ day: z.string(), amount: WireMoney })),
  /** The organizations with the largest open balance, and how many more there are. */
  organizations: z.array(OrganizationRunFigures),
  more: z.number(),
  /** The figures are out of date: they are counted again within seconds. */
  isCounting: z.boolean(),
});
export type RunFigures = z.infer<typeof RunFigures>;

/** `GET /v2/organizations/{n}/runs`: the runs in which members of an organization, or of those below it, have dues. */
export const OrganizationRun = z.extend(
  z.pick(CampaignRun, { _id: true, campaignId: true, name: true, startDt: true, endDt: true, status: true }),
  { campaignName: z.string() },
);
export type OrganizationRun = z.infer<typeof OrganizationRun>;
