import { MemberCampaign, OtherCampaign } from '@kinfold/domain/campaign';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { invalidateAccount } from '../../lib/account-queries.ts';
import { http } from '../../lib/http.ts';

const OtherCampaigns = z.array(OtherCampaign);

/** The campaigns that a member may join: `GET /v2/members/{id}/campaigns/other`. */
export const otherCampaignsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['account', 'other-campaigns', memberId],
    queryFn: ({ signal }) => http.get(`/v2/members/${memberId}/campaigns/other`, OtherCampaigns, { signal }),
  });

/** Joins a campaign; joining again changes nothing (`POST /v2/members/{id}/campaigns/{campaignId}/join`). */
export async function joinCampaign(
  client: QueryClient,
  memberId: string,
  campaignId: string,
): Promise<MemberCampaign> {
  const path = `/v2/members/${memberId}/campaigns/${campaignId}/join`;
  const joined = await http.post(path, {}, MemberCampaign);
  await invalidateAccount(client);
  return joined;
}
