import { CampaignRun, RunPreview, type CampaignRunPost } from '@kinfold/domain/campaign-run';
import { MAX_PAGE_SIZE } from '@kinfold/domain/constants';
import { isJobOpen, Job } from '@kinfold/domain/job';
import { OrganizationChoice } from '@kinfold/domain/organization';
import { pageReply, type Page } from '@kinfold/domain/pagination';
import {
  OrganizationRun,
  RunDonationPage,
  RunFigures,
  type RunDonation,
} from '@kinfold/domain/run-donations';
import { RunBoard } from '@kinfold/domain/run-board';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change, PREVIEW } from './change.ts';
import { changedMeanwhileOf, type ChangedMeanwhile } from '../lib/changed-meanwhile.ts';

/** The polling interval while work is in progress, in ms. */
const POLL_MS = 2_000;
/** How often a board in a hall is fetched again, in ms. */
const BOARD_MS = 15_000;
const RUNS = 'campaign-runs';
const RunPage = pageReply('campaignRuns', CampaignRun);
const OrganizationRuns = z.array(OrganizationRun);
const RunOrganizations = z.array(OrganizationChoice);

/** The ids of a run and its campaign. */
export type RunIds = { campaignId: string; campaignRunId: string };

const runPath = ({ campaignId, campaignRunId }: RunIds, rest = '') =>
  `${urlPath`/v2/campaigns/${campaignId}/runs/${campaignRunId}`}${rest}`;

/** A page of the runs of a campaign, newest first: `GET /v2/campaigns/{id}/runs`. */
export const runPageQuery = (campaignId: string, { page_number, page_size }: Page) =>
  queryOptions({
    queryKey: [RUNS, campaignId, 'page', page_number, page_size],
    queryFn: ({ signal }) =>
      http.get(withQuery(urlPath`/v2/campaigns/${campaignId}/runs`, { page_number, page_size }), RunPage, {
        signal,
      }),
  });

/** A run, polled until the work on its dues is done: `GET /v2/campaigns/{id}/runs/{runId}`. */
export const runQuery = (ids: RunIds) =>
  queryOptions({
    queryKey: [RUNS, ids.campaignId, ids.campaignRunId],
    queryFn: ({ signal }) => http.get(runPath(ids), CampaignRun, { signal }),
    refetchInterval: ({ state }) => {
      const job = state.data?.job;
      return job && (isJobOpen(job) || job.status === 'failed') ? POLL_MS : false;
    },
  });

/** What a run would charge, or the job that counts it in a large fund. */
export const CountedPreview = z.union([RunPreview, Job]);

/** A job counts once: asking again would start another. */
export const COUNTED_ONCE = {
  staleTime: ({ state }: { state: { data: z.infer<typeof CountedPreview> | undefined } }) =>
    state.data && 'status' in state.data ? Infinity : 0,
};

/** The effect of activating a run now: `GET /v2/campaigns/{id}/runs/{runId}/preview`. */
export const runPreviewQuery = (ids: RunIds) =>
  queryOptions({
    queryKey: [RUNS, ids.campaignId, ids.campaignRunId, 'preview'],
    queryFn: ({ signal }) => http.get(runPath(ids, '/preview'), CountedPreview, { signal }),
    // A preview is only valid now: an older one would be wrong.
    gcTime: 0,
    ...COUNTED_ONCE,
    meta: PREVIEW,
  });

/** Who is charged in a run, and what came in, by organization, asked for again and again: `GET /v2/runs/{id}/board`. */
export const runBoardQuery = (campaignRunId: string) =>
  queryOptions({
    queryKey: [RUNS, 'board', campaignRunId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/runs/${campaignRunId}/board`, RunBoard, { signal }),
    refetchInterval: BOARD_MS,
  });

/**
 * The amounts asked for and paid in a run, polled while they are counted: `GET
 * /v2/campaigns/{id}/runs/{runId}/figures`.
 */
export const runFiguresQuery = (ids: RunIds, organizationNumber = '') =>
  queryOptions({
    queryKey: [RUNS, ids.campaignId, ids.campaignRunId, 'figures', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(withQuery(runPath(ids, '/figures'), { organization_number: organizationNumber }), RunFigures, {
        signal,
      }),
    refetchInterval: ({ state }) => (state.data?.isCounting ? POLL_MS : false),
  });

/**
 * Every organization with dues in a run that the user may see, by name: `GET
 * /v2/campaigns/{id}/runs/{runId}/organizations`.
 */
export const runOrganizationsQuery = (ids: RunIds) =>
  queryOptions({
    queryKey: [RUNS, ids.campaignId, ids.campaignRunId, 'organizations'],
    queryFn: ({ signal }) => http.get(runPath(ids, '/organizations'), RunOrganizations, { signal }),
  });

/** The filters of the donations of a run, as in an address. */
export type RunFilters = { organization_number?: string; open_balance?: string };

/** A page of the donations of a run, by name: `GET /v2/campaigns/{id}/runs/{runId}/donations`. */
export const runDonationsQuery = (ids: RunIds, filters: RunFilters, page: Page) =>
  queryOptions({
    queryKey: [RUNS, ids.campaignId, ids.campaignRunId, 'donations', filters, page],
    queryFn: ({ signal }) =>
      http.get(withQuery(runPath(ids, '/donations'), { ...filters, ...page }), RunDonationPage, { signal }),
  });

/** The path of the same donations as a file. */
export const runDonationsCsvPath = (ids: RunIds, filters: RunFilters) =>
  withQuery(runPath(ids, '/donations.csv'), filters);

/** The maximum number of donations on one page for printing. */
export const PRINT_MAX = 2_000;

/** All open donations of a run for printing, page by page; only the first page if there are more than `PRINT_MAX`. */
export const openDonationsQuery = (ids: RunIds, organizationNumber: string) =>
  queryOptions({
    queryKey: [RUNS, ids.campaignId, ids.campaignRunId, 'donations', 'print', organizationNumber],
    queryFn: async ({ signal }) => {
      const filters = { organization_number: organizationNumber, open_balance: 'true' };
      const donations: RunDonation[] = [];
      for (let page_number = 1; ; page_number += 1) {
        const asked = { ...filters, page_number, page_size: MAX_PAGE_SIZE };
        const page = await http.get(withQuery(runPath(ids, '/donations'), asked), RunDonationPage, {
          signal,
        });
        donations.push(...page.donations);
        if (page_number >= page.pages || page.results > PRINT_MAX)
          return { results: page.results, donations };
      }
    },
  });

/** The runs in which members of an organization have dues, newest first: `GET /v2/organizations/{n}/runs`. */
export const organizationRunsQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: [RUNS, 'of-organization', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/runs`, OrganizationRuns, { signal }),
  });

/** Parses a 409 `changed_meanwhile` of a run; undefined for any other error. */
const runConflict = (error: unknown): ChangedMeanwhile<CampaignRun> | undefined =>
  changedMeanwhileOf(CampaignRun, error);

const idsOf = ({ campaignId, _id }: CampaignRun): RunIds => ({ campaignId, campaignRunId: _id });

/** Creates, changes, activates or pauses a run: `POST /v2/campaign-run`. Throws the Problem `changed_meanwhile`. */
export async function saveRun(
  client: QueryClient,
  body: z.input<typeof CampaignRunPost>,
): Promise<CampaignRun> {
  const keep = (run: CampaignRun) => client.setQueryData(runQuery(idsOf(run)).queryKey, run);
  try {
    return await change(client, () => http.post('/v2/campaign-run', body, CampaignRun), { keep });
  } catch (error) {
    const conflict = runConflict(error);
    if (conflict) keep(conflict.current);
    throw error;
  }
}
