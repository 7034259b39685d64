import * as z from 'zod/mini';
import { Campaign } from '@kinfold/domain/campaign';
import { CampaignListQuery, CampaignPage } from '@kinfold/domain/campaign-list';
import { OrganizationChoice } from '@kinfold/domain/organization';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { presentPage } from '../../platform/lists.ts';
import { presentCampaign, presentCampaignRow } from '../../modules/funds/campaigns/campaign.presenter.ts';
import { CampaignPost, NewCampaignForm } from '@kinfold/domain/campaign-form';
import { parse } from '../parse.ts';
import { authorOf } from '../author.ts';
import { changedMeanwhile } from '../../modules/operations/audit/audit.service.ts';
import { hasMemberships } from '../../modules/funds/memberships/membership.service.ts';
import type {
  OrganizationGrant,
  ScopeGrant,
} from '../../modules/organizations/organizations/organization.service.ts';
import { permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import { enterCampaign, updateCampaign } from '../../modules/funds/campaigns/campaign-changes.service.ts';
import {
  findParticipants,
  listCampaigns,
  withVisibleParticipants,
} from '../../modules/funds/campaigns/campaign-list.service.ts';
import {
  findCampaignsOf,
  type CampaignGrant,
  type CampaignPostGrant,
} from '../../modules/funds/campaigns/campaign.service.ts';

const scopeOf = (context: Pick<Context, 'actor'>) =>
  permittedOrganizations(actorOf(context), 'organization.campaigns.get');

export const getCampaign = endpointFor<CampaignGrant>()({
  summary: 'A campaign',
  reply: Campaign,
  async handle(context) {
    const { campaign } = context.granted;
    const [seen] = await withVisibleParticipants([campaign], await scopeOf(context));
    return presentCampaign(seen ?? campaign);
  },
});

export const getCampaigns = endpointFor<ScopeGrant>()({
  summary:
    'The campaigns that members of the user’s organizations, or of one and all below it, may join, by name',
  query: CampaignListQuery,
  reply: CampaignPage,
  async handle({ granted, query, now }) {
    const page = await listCampaigns(granted.organizationNumbers, query, now);
    return presentPage('campaigns', page, ({ campaign, activeRuns }) =>
      presentCampaignRow(campaign, activeRuns),
    );
  },
});

export const getParticipants = endpointFor<CampaignGrant>()({
  summary:
    'The organizations that participate in a campaign, by name; only the user’s own where they do not manage it',
  reply: z.array(OrganizationChoice),
  async handle(context) {
    const found = await findParticipants(context.granted.campaign, await scopeOf(context));
    return found.map(({ organizationNumber, organizationName }) => ({
      organizationNumber,
      organizationName,
    }));
  },
});

export const getOrganizationCampaigns = endpointFor<OrganizationGrant>()({
  summary: 'The campaigns that an organization manages, and those in which it participates, by name',
  reply: z.array(Campaign),
  async handle(context) {
    const campaigns = await findCampaignsOf(context.granted.organization.organizationNumber);
    return (await withVisibleParticipants(campaigns, await scopeOf(context))).map(presentCampaign);
  },
});

export const postCampaign = endpointFor<CampaignPostGrant>()({
  summary: 'Change a campaign; without `_id` make one at `organizationNumber`, with its first run',
  body: CampaignPost,
  reply: Campaign,
  answers: {
    201: { description: 'The campaign was made', reply: Campaign },
    409: { description: 'Another user changed it meanwhile: `current` is its present state' },
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
