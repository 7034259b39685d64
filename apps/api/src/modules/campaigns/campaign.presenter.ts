import type * as z from 'zod/mini';
import type { Campaign, OtherCampaign } from '@kinfold/domain/campaign';
import type { CampaignRecord } from './campaign.model.ts';

/** A campaign on the wire. */
export function presentCampaign(campaign: CampaignRecord): z.input<typeof Campaign> {
  const { organizationNumber, participatingOrganizations, managedBy } = campaign;
  return { ...presentOtherCampaign(campaign), organizationNumber, participatingOrganizations, managedBy };
}

/** A campaign on the wire to who may join it. */
export function presentOtherCampaign(campaign: CampaignRecord): z.input<typeof OtherCampaign> {
  const { _id, campaignName, shortDescription, requiresMembership } = campaign;
  return { _id, campaignName, shortDescription, requiresMembership };
}
