import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { May } from '../../parts/access/may.tsx';
import { FundraiserRow } from '../../parts/cover/fundraiser-rows.tsx';
import { inactiveCampaignsQuery } from '../../queries/campaigns.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** 'Show inactive' and the inactive fundraisers of a member, for users who may see them. */
export function InactiveFundraisers({
  memberId,
  organizationNumber,
}: {
  memberId: string;
  organizationNumber: string;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <May at={organizationNumber} permission="member.campaigns.inactive.get">
      <Checkbox
        label="Show inactive"
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
      {isShown && <InactiveRows memberId={memberId} />}
    </May>
  );
}

function InactiveRows({ memberId }: { memberId: string }) {
  const query = useQuery(inactiveCampaignsQuery(memberId));
  return (
    <Loaded query={query} what="the inactive fundraisers" rows={1}>
      {(data) => {
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
      }}
    </Loaded>
  );
}
