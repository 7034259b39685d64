import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { FundraiserRow } from '../../parts/cover/fundraiser-rows.tsx';
import { inactiveCampaignsQuery } from '../../queries/campaigns.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';

/** 'Show inactive', and the inactive fundraisers of a member. */
export function InactiveFundraisers({ memberId }: { memberId: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Checkbox
        label="Show inactive"
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
      {isShown && <InactiveRows memberId={memberId} />}
    </>
  );
}

function InactiveRows({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(inactiveCampaignsQuery(memberId));
  if (error && !data)
    return (
      <ErrorPanel
        problem={asProblem(error)}
        title="We cannot show the inactive fundraisers at the moment."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows rows={1} label="Loading the inactive fundraisers" />;
  if (data.length === 0) return <p className="muted">There are no inactive fundraisers.</p>;
  return (
    <ul className="rows" aria-label="Inactive fundraisers">
      {data.map((campaign) => (
        <FundraiserRow
          key={campaign.campaignMembershipId}
          memberId={memberId}
          campaign={campaign}
          mayPay={false}
        />
      ))}
    </ul>
  );
}
