import * as z from 'zod/mini';
import { Campaign } from '@kinfold/domain/campaign';
import { endpointFor } from '../../platform/endpoint.ts';
import { presentCampaign } from './campaign.presenter.ts';
import type { OrganizationGrant } from '../organizations/organization.service.ts';
import { findCampaignsOf, type CampaignGrant } from './campaign.service.ts';

export const getCampaign = endpointFor<CampaignGrant>()({
  summary: 'A campaign',
  reply: Campaign,
  handle: async ({ granted }) => presentCampaign(granted.campaign),
});

export const getOrganizationCampaigns = endpointFor<OrganizationGrant>()({
  summary: 'The campaigns that an organization manages, and those in which it participates, by name',
  reply: z.array(Campaign),
  handle: async ({ granted }) =>
    (await findCampaignsOf(granted.organization.organizationNumber)).map(presentCampaign),
});
