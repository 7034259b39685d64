/** The donations of a run as staff list them: of their own organizations, by name. */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import type { Page } from '@kinfold/domain/pagination';
import { ROOT } from '@kinfold/domain/permission';
import type { RunDonationFilters } from '@kinfold/domain/run-donations';
import { findJob } from '../../../work/jobs.ts';
import { readPage, type ListPage } from '../../../platform/lists.ts';
import { findCampaigns, type CampaignGrant } from '../campaigns/campaign.service.ts';
import {
  findRuns,
  type CampaignRunGrant,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import { numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { countOfRun, readRunPage, type RunDonationFilter, type StoredDonation } from './donation.model.ts';
import { withRunAndMemberships, type DonationRecord } from './donation.service.ts';
import { findRunIdsOf, keptCount } from './run-figures.service.ts';

export { eachRunDonation, findListedOf } from './donation.model.ts';

export type { RunDonationFilter, StoredDonation };

/** The grant for the money of a run; without organizations, all of the run is visible. */
export type RunMoneyGrant = CampaignRunGrant & CampaignGrant & { organizationNumbers: string[] | undefined };

/** The requested organizations that the actor may see; undefined for all of the run. */
export async function organizationsSeen(
  { organizationNumbers }: Pick<RunMoneyGrant, 'organizationNumbers'>,
  asked: string | undefined,
): Promise<string[] | undefined> {
  if (!asked || asked === ROOT) return organizationNumbers;
  const within = (await numbersWithin([asked])) ?? [];
  if (!organizationNumbers) return within;
  const seen = new Set(organizationNumbers);
  return within.filter((number) => seen.has(number));
}

/** The filter of a list of a run's donations. */
export async function runDonationFilter(
  grant: RunMoneyGrant,
  { organization_number: asked, open_balance: isOpen }: RunDonationFilters,
): Promise<RunDonationFilter> {
  const organizationNumbers = await organizationsSeen(grant, asked);
  return {
    campaignRunId: grant.run._id,
    organizationNumbers,
    ...(typeof isOpen === 'boolean' && { isOpen }),
  };
}

/** A page of donations of a run. The total is that of the stored figures, unless these are about to change or lack it. */
export async function listRunDonations(
  run: CampaignRunRecord,
  filter: RunDonationFilter,
  page: Page,
): Promise<ListPage<DonationRecord>> {
  const { campaignRunId, organizationNumbers, isOpen, asksForCall } = filter;
  const count = async () =>
    asksForCall || (await isChanging(run))
      ? countOfRun(filter)
      : keptCount(campaignRunId, organizationNumbers, isOpen);
  return readPage(page, count, async (range) => withRunAndMemberships(await readRunPage(filter, range), run));
}

/** Returns whether donations of a run were made or paid since its figures were counted. */
async function isChanging({ isTotalStale, duesJobId }: CampaignRunRecord): Promise<boolean> {
  return isTotalStale || (duesJobId !== undefined && (await findJob(duesJobId))?.isOpen === true);
}

const RUNS_MAX = 100;

/**
 * The runs in which members of an organization, or of one below it, have dues, newest first, with the campaign; joining fees
 * after all others.
 */
export async function runsOfOrganization(organizationNumber: string, now: Date) {
  const within = (await numbersWithin([organizationNumber])) ?? [];
  const runs = await findRuns(await findRunIdsOf(within));
  const isFees = ({ source }: (typeof runs)[number]) => Number(source === 'joining');
  const newest = runs
    .toSorted((a, b) => isFees(a) - isFees(b) || b.startDt.getTime() - a.startDt.getTime())
    .slice(0, RUNS_MAX);
  const campaigns = await findCampaigns([...new Set(newest.map(({ campaignId }) => campaignId))]);
  const names = new Map(campaigns.map(({ _id, campaignName }) => [_id, campaignName]));
  return newest.map((run) => ({
    ...run,
    status: campaignRunStatus(run, now),
    campaignName: names.get(run.campaignId) ?? '',
  }));
}
