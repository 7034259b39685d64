import { CampaignRun } from '@kinfold/domain/campaign-run';
import { OLDER_LIST_PAGE } from '@kinfold/domain/constants';
import { pageQuery, pageReply } from '@kinfold/domain/pagination';
import { endpointFor } from '../../platform/endpoint.ts';
import { presentPage } from '../../platform/lists.ts';
import type { CampaignGrant } from '../campaigns/campaign.service.ts';
import { presentRun } from './campaign-run.presenter.ts';
import { findRunPage, type CampaignRunGrant } from './campaign-run.service.ts';

export const getRun = endpointFor<CampaignRunGrant>()({
  summary: 'A campaign run',
  reply: CampaignRun,
  handle: async ({ granted, now }) => presentRun(granted.run, now),
});

export const getRuns = endpointFor<CampaignGrant>()({
  summary: 'The runs of a campaign, newest first',
  query: pageQuery(OLDER_LIST_PAGE),
  reply: pageReply('campaignRuns', CampaignRun),
  handle: async ({ granted, query, now }) =>
    presentPage('campaignRuns', await findRunPage(granted.campaign._id, query), (run) =>
      presentRun(run, now),
    ),
});
