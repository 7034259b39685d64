import { CampaignList } from '../../../features/campaign/campaign-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/campaigns`: the campaigns that members of the user's organizations may join, filtered by the address. */
export function CampaignsPage() {
  return (
    <StaffPage isList title="Campaigns">
      <InOrganization permissions={['organization.campaigns.get']}>
        {({ choices }) => <CampaignList choices={choices} />}
      </InOrganization>
    </StaffPage>
  );
}
