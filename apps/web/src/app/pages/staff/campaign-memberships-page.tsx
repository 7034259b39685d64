import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { Memberships } from '../../../features/memberships/membership-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { useMayAnywhere } from '../../../parts/access/use-may-anywhere.ts';
import { paths } from '../../../paths.ts';
import { campaignQuery } from '../../../queries/staff-campaigns.ts';
import '../../../theme/memberships.scss';
import { Said } from '../../../ui/said.tsx';

/** Navigation state after a membership was removed: the name of its primary member. */
const State = z.object({ removed: z.string() });

/** `/campaigns/:campaignId/memberships`: the memberships of a campaign (spec section 2, "Campaign memberships"). */
export function CampaignMembershipsPage() {
  const { campaignId = '' } = useParams();
  const state = z.safeParse(State, useLocation().state);
  const { data: campaign } = useQuery(campaignQuery(campaignId));
  const mayChange = useMayAnywhere('memberships.update') === true;
  return (
    <StaffPage
      isList
      title="Memberships"
      lead={
        campaign && (
          <Link className="row-link" to={paths.campaign.href(campaignId)}>
            {campaign.campaignName}
          </Link>
        )
      }
      permission="campaign.memberships.get"
    >
      {state.success && <Said>{`The membership of ${state.data.removed} is removed.`}</Said>}
      <InOrganization permissions={['campaign.memberships.get']}>
        {({ choices }) => (
          <Memberships key={campaignId} campaignId={campaignId} choices={choices} mayChange={mayChange} />
        )}
      </InOrganization>
    </StaffPage>
  );
}
