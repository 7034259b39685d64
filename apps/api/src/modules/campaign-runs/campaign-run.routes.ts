import * as z from 'zod/mini';
import { CampaignRun } from '@kinfold/domain/campaign-run';
import { OLDER_LIST_PAGE } from '@kinfold/domain/constants';
import { pageQuery } from '@kinfold/domain/pagination';
import { endpoint } from '../../platform/endpoint.ts';
import { presentRun, presentRunPage, requireRun } from './campaign-run.service.ts';

export const getRun = endpoint({
  summary: 'A campaign run',
  reply: CampaignRun,
  handle: async ({ params, now }) => presentRun(await requireRun(params['campaignRunId']), now),
});

export const getRuns = endpoint({
  summary: 'The runs of a campaign, newest first',
  query: pageQuery(OLDER_LIST_PAGE),
  reply: z.object({ results: z.number(), pages: z.number(), campaignRuns: z.array(CampaignRun) }),
  handle: ({ params, query, now }) => presentRunPage(params['campaignId'] ?? '', query, now),
});
