/** Lists of campaigns over the reader's organizations, and their filters. */
import * as z from 'zod/mini';
import { Campaign } from './campaign.ts';
import { CAMPAIGNS_PAGE, TYPEAHEAD_MIN_CHARS } from './constants.ts';
import { requestText } from './free-text.ts';
import { filterField, pageQuery, pageReply } from './pagination.ts';
import { searchTermField } from './search.ts';

const SEARCH_TOO_SHORT = `Type at least ${TYPEAHEAD_MIN_CHARS} letters of the name`;

/** A campaign in a list. */
export const CampaignRow = z.extend(
  z.pick(Campaign, {
    _id: true,
    campaignName: true,
    shortDescription: true,
    requiresMembership: true,
    organizationNumber: true,
    managedBy: true,
  }),
  { activeRuns: z.number() },
);
export type CampaignRow = z.infer<typeof CampaignRow>;

/** `GET /v2/campaigns`: an organization includes everything below it; an empty or missing filter does not apply. */
export const CampaignListQuery = z.extend(pageQuery(CAMPAIGNS_PAGE), {
  organization_number: filterField(requestText('organization_number'), 'organization_number is a text'),
  searchTerm: searchTermField(SEARCH_TOO_SHORT, TYPEAHEAD_MIN_CHARS),
});
export type CampaignListQuery = z.infer<typeof CampaignListQuery>;

/** A page of campaigns by name. */
export const CampaignPage = pageReply('campaigns', CampaignRow);
export type CampaignPage = z.infer<typeof CampaignPage>;
