/** Campaigns as staff see, create and change them. */
import { Campaign } from '@kinfold/domain/campaign';
import type { CampaignPost } from '@kinfold/domain/campaign-form';
import { CampaignPage } from '@kinfold/domain/campaign-list';
import { OrganizationChoice } from '@kinfold/domain/organization';
import type { Page } from '@kinfold/domain/pagination';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';
import { changedMeanwhileOf, type ChangedMeanwhile } from '../lib/changed-meanwhile.ts';

const OrganizationChoices = z.array(OrganizationChoice);

/** The filters of the list of campaigns, as in an address. */
export type CampaignFilters = Partial<Record<'organization_number' | 'searchTerm', string>>;

/** A page of the campaigns of the user's organizations, by name: `GET /v2/campaigns`. */
export const campaignPageQuery = (filters: CampaignFilters, page: Page) =>
  queryOptions({
    queryKey: ['campaigns', filters, page],
    queryFn: ({ signal }) =>
      http.get(withQuery('/v2/campaigns', { ...filters, ...page }), CampaignPage, { signal }),
  });

/** A campaign with its prices and rules: `GET /api/v1/campaign/{id}`. */
export const campaignQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['campaign', campaignId],
    queryFn: ({ signal }) => http.get(urlPath`/api/v1/campaign/${campaignId}`, Campaign, { signal }),
  });

/** The organizations that participate in a campaign, by name: `GET /v2/campaigns/{id}/organizations`. */
export const participantsQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['campaign', campaignId, 'organizations'],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/campaigns/${campaignId}/organizations`, OrganizationChoices, { signal }),
  });

/** Parses a 409 `changed_meanwhile` of a campaign; undefined for any other error. */
const campaignConflict = (error: unknown): ChangedMeanwhile<Campaign> | undefined =>
  changedMeanwhileOf(Campaign, error);

/**
 * Creates a campaign, or changes the one with `_id`: `POST /api/v1/campaign`. Throws the Problem `changed_meanwhile` if
 * it was changed since `version`.
 */
export async function saveCampaign(
  client: QueryClient,
  body: z.input<typeof CampaignPost>,
): Promise<Campaign> {
  const keep = (campaign: Campaign) => client.setQueryData(campaignQuery(campaign._id).queryKey, campaign);
  try {
    return await change(client, () => http.post('/api/v1/campaign', body, Campaign), { keep });
  } catch (error) {
    const current = campaignConflict(error)?.current;
    if (current) keep(current);
    throw error;
  }
}

/** Adds an organization to the participants of a campaign, or removes it, whatever else was changed meanwhile. */
export async function changeParticipants(
  client: QueryClient,
  campaign: Campaign,
  changed: (organizationNumbers: readonly string[]) => string[],
): Promise<Campaign> {
  const { _id, version } = campaign;
  const participatingOrganizations = changed(campaign.participatingOrganizations);
  try {
    return await saveCampaign(client, { _id, version, participatingOrganizations });
  } catch (error) {
    const conflict = campaignConflict(error);
    if (!conflict) throw error;
    return changeParticipants(client, conflict.current, changed);
  }
}
