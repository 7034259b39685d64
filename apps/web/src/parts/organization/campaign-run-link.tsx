import type { Donation } from '@kinfold/domain/donation';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/session.ts';
import { paths } from '../../paths.ts';
import { usePermissions } from '../access/use-permissions.ts';

/**
 * The campaign of a donation: for who may read the donations of their own organization a link to those of its run (spec
 * section 6), for everybody else text.
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
