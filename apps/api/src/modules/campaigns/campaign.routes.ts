import * as z from 'zod/mini';
import { Campaign } from '@kinfold/domain/campaign';
import { endpointFor, Reply } from '../../platform/endpoint.ts';
import { presentCampaign } from './campaign.presenter.ts';
import { CampaignPost, NewCampaignForm } from '@kinfold/domain/campaign-form';
import { parse } from '../../platform/parse.ts';
import { authorOf } from '../access/member-access.service.ts';
import { changedMeanwhile } from '../audit/audit.service.ts';
import { hasMemberships } from '../memberships/membership.service.ts';
import type { OrganizationGrant } from '../organizations/organization.service.ts';
import { enterCampaign, updateCampaign } from './campaign-changes.service.ts';
import { findCampaignsOf, type CampaignGrant, type CampaignPostGrant } from './campaign.service.ts';

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

export const postCampaign = endpointFor<CampaignPostGrant>()({
  summary: 'Change a campaign; without `_id` make one at `organizationNumber`, with its first run',
  body: CampaignPost,
  reply: Campaign,
  answers: {
    201: { description: 'The campaign was made', reply: Campaign },
    409: { description: 'Somebody changed it meanwhile: `current` is how it is now' },
  },
  async handle(context) {
    const { granted, body, now } = context;
    const author = await authorOf(context);
    if (!granted.campaign) {
      const { organizationNumber } = granted.organization;
      const form = parse(NewCampaignForm, context.request.body);
      return new Reply(
        201,
        presentCampaign(await enterCampaign({ ...form, organizationNumber }, author, now)),
      );
    }
    const { campaign, isChanged } = await updateCampaign(
      granted.campaign._id,
      body,
      hasMemberships,
      author,
      now,
    );
    if (!isChanged) throw await changedMeanwhile('campaign', campaign._id, presentCampaign(campaign));
    return presentCampaign(campaign);
  },
});
