import { Campaign } from '@kinfold/domain/campaign';
import { endpointFor } from '../../platform/endpoint.ts';
import { presentCampaign } from './campaign.presenter.ts';
import type { CampaignGrant } from './campaign.service.ts';

export const getCampaign = endpointFor<CampaignGrant>()({
  summary: 'A campaign',
  reply: Campaign,
  handle: async ({ granted }) => presentCampaign(granted.campaign),
});
