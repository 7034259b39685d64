import { LOSING_COVER_DAYS } from '@kinfold/domain/staff-home';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { CoverChanges } from '../../../features/campaign/cover-change-list.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { campaignQuery } from '../../../queries/staff-campaigns.ts';

const TITLE = 'People who lose or reach cover soon';

/**
 * `/cover-changes?campaign_id=`: people who lose or reach cover within 30 days; without a campaign, in all of the
 * user's campaigns.
 */
export function CoverChangesPage() {
  const campaignId = useSearchParams()[0].get('campaign_id') || undefined;
  const campaign = useQuery({ ...campaignQuery(campaignId ?? ''), enabled: campaignId !== undefined });
  const name = campaign.data?.campaignName;
  return (
    <StaffPage
      isList
      key={campaignId}
      permission="organization.donations.get"
      title={TITLE}
      breadcrumb={
        <Breadcrumb
          steps={[
            { name: 'Campaigns', to: paths.campaigns.href() },
            ...(campaignId ? [{ name: name ?? 'Campaign', to: paths.campaign.href(campaignId) }] : []),
          ]}
          current={TITLE}
        />
      }
      lead={`Within ${LOSING_COVER_DAYS} days, if nothing changes.`}
    >
      <CoverChanges campaignId={campaignId} />
    </StaffPage>
  );
}
