import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';

/** Links to the claims for which a run collects. */
export function RunClaims({ run: { claimIds = [] } }: { run: CampaignRun }) {
  return claimIds.map((claimId, index) => (
    <Link key={claimId} to={paths.claim.href(claimId)}>
      {claimIds.length === 1 ? 'See the claim' : `See claim ${index + 1} of ${claimIds.length}`}
    </Link>
  ));
}
