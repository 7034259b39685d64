import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { DoubleCovers } from '../../../features/campaign/double-cover-list.tsx';
import '../../../features/campaign/campaign.scss';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { campaignQuery } from '../../../queries/staff-campaigns.ts';

const TITLE = 'People who are covered twice';

/**
 * `/campaigns/:campaignId/double-covers`: people who are covered by this fund and another membership, although both
 * cover a person only once.
 */
export function DoubleCoversPage() {
  const { campaignId = '' } = useParams();
  const { data } = useQuery(campaignQuery(campaignId));
  return (
    <StaffPage
      isList
      key={campaignId}
      permission="campaign.memberships.get"
      title={TITLE}
      breadcrumb={
        <Breadcrumb
          steps={[
            { name: 'Campaigns', to: paths.campaigns.href() },
            { name: data?.campaignName ?? 'Campaign', to: paths.campaign.href(campaignId) },
          ]}
          current={TITLE}
        />
      }
      lead="These funds cover each person once. End one of the two: open the membership, and remove the person there."
    >
      <DoubleCovers campaignId={campaignId} />
    </StaffPage>
  );
}
