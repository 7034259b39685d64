import { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { invalidateMemberData, MEMBER_DATA } from './member-data.ts';

/** A campaign membership with whom it covers: `GET /v2/membership/{id}`. */
export const membershipQuery = (membershipId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'membership', membershipId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/membership/${membershipId}`, CampaignMembership, { signal }),
  });

/** Confirms, activates or deactivates a membership as it was read: `POST /v2/membership`. */
export async function setMembershipState(
  client: QueryClient,
  { _id, version }: Pick<CampaignMembership, '_id' | 'version'>,
  isActive: boolean,
): Promise<CampaignMembership> {
  try {
    return await http.post('/v2/membership', { _id, version, isActive }, CampaignMembership);
  } finally {
    await invalidateMemberData(client);
  }
}
