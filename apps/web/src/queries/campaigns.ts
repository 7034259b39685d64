import { MemberCampaign, OtherCampaign } from '@kinfold/domain/campaign';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { prefetchedPaths } from '../lib/prefetch.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';
import { MEMBER_DATA } from './member-data.ts';

const MemberCampaigns = z.array(MemberCampaign);
const OtherCampaigns = z.array(OtherCampaign);

/** The active fundraisers of a member: `GET /v2/members/{id}/campaigns?active=true`. */
export const memberCampaignsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'campaigns', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.campaigns(memberId), MemberCampaigns, { signal }),
  });

/** The inactive fundraisers of a member; 403 without `member.campaigns.inactive.get`. */
export const inactiveCampaignsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'inactive-campaigns', memberId],
    queryFn: ({ signal }) =>
      http.get(withQuery(urlPath`/v2/members/${memberId}/campaigns`, { active: 'false' }), MemberCampaigns, {
        signal,
      }),
  });

/** The campaigns that a member may join: `GET /v2/members/{id}/campaigns/other`. */
export const otherCampaignsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'other-campaigns', memberId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/members/${memberId}/campaigns/other`, OtherCampaigns, { signal }),
  });

/** Joins a campaign; idempotent (`POST /v2/members/{id}/campaigns/{campaignId}/join`). */
export function joinCampaign(
  client: QueryClient,
  memberId: string,
  campaignId: string,
): Promise<MemberCampaign> {
  const path = urlPath`/v2/members/${memberId}/campaigns/${campaignId}/join`;
  return change(client, () => http.post(path, {}, MemberCampaign));
}
