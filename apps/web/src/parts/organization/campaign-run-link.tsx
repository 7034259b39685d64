import type { Donation } from '@kinfold/domain/donation';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/session.ts';
import { paths } from '../../paths.ts';
import { usePermissions } from '../access/use-permissions.ts';

/**
 * The campaign of a donation: a link to the donations of its run for users who may read those of their own organization
 * (spec section 6), otherwise text.
 */
export function CampaignRunLink({ donation }: { donation: Donation }) {
  const oid = useSession()?.organizationNumber ?? undefined;
  const may = usePermissions(oid);
  const { campaignId, campaignRunId, campaignName } = donation;
  if (!may?.('organization.donations.get')) return campaignName;
  return (
    <Link className="row-link" to={paths.campaignRun.href(campaignId, campaignRunId)}>
      {campaignName}
    </Link>
  );
}
