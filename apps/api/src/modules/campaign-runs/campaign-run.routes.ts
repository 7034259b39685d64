import * as z from 'zod/mini';
import { CampaignRun } from '@kinfold/domain/campaign-run';
import { OLDER_LIST_PAGE } from '@kinfold/domain/constants';
import { pageQuery } from '@kinfold/domain/pagination';
import { endpointFor } from '../../platform/endpoint.ts';
import type { CampaignGrant } from '../campaigns/campaign.service.ts';
import { presentRun, presentRunPage, type CampaignRunGrant } from './campaign-run.service.ts';

export const getRun = endpointFor<CampaignRunGrant>()({
  summary: 'A campaign run',
  reply: CampaignRun,
  handle: async ({ granted, now }) => presentRun(granted.run, now),
});

export const getRuns = endpointFor<CampaignGrant>()({
  summary: 'The runs of a campaign, newest first',
  query: pageQuery(OLDER_LIST_PAGE),
  reply: z.object({ results: z.number(), pages: z.number(), campaignRuns: z.array(CampaignRun) }),
  handle: ({ granted, query, now }) => presentRunPage(granted.campaign._id, query, now),
});
