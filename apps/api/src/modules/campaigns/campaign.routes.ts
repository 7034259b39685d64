import { Campaign } from '@kinfold/domain/campaign';
import { endpoint } from '../../platform/endpoint.ts';
import { presentCampaign, requireCampaign } from './campaign.service.ts';

export const getCampaign = endpoint({
  summary: 'A campaign',
  reply: Campaign,
  handle: async ({ params }) => presentCampaign(await requireCampaign(params['campaignId'])),
});
