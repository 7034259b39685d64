import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { FundraiserRow, FundraiserRows } from '../../parts/fundraiser-rows.tsx';
import { paths } from '../../paths.ts';
import { inactiveCampaignsQuery, memberCampaignsQuery } from '../../queries/campaigns.ts';
import { permissionQuery } from '../../queries/permissions.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';

/** The fundraisers of a member. Who has the permission can show inactive ones (decisions.md "Oddities"). */
export function Fundraisers({
  memberId,
  organizationNumber,
  mayPay,
}: {
  memberId: string;
  organizationNumber: string | undefined;
  mayPay: boolean;
}) {
  const { data, error, refetch } = useQuery(memberCampaignsQuery(memberId));
  const [showsInactive, setShowsInactive] = useState(false);
  const permission = useQuery({
    ...permissionQuery(organizationNumber ?? '', 'member.campaigns.inactive.get'),
    enabled: organizationNumber !== undefined,
  });
  return (
    <Card title="Fundraisers">
      {data ? (
        <FundraiserRows
          memberId={memberId}
          campaigns={data}
          mayPay={mayPay}
          empty={
            <EmptyState title="No active fundraisers found">
              The funds and fundraisers that you belong to stand here. Ask your organization's office how to
              join one.
            </EmptyState>
          }
        />
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show your fundraisers at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={2} label="Loading your fundraisers" />
      )}
      {permission.data === true && (
        <label className="form-check">
          <input
            className="form-check-input"
            type="checkbox"
            checked={showsInactive}
            onChange={(event) => setShowsInactive(event.target.checked)}
          />
          Show inactive
        </label>
      )}
      {showsInactive && <InactiveRows memberId={memberId} />}
      <div className="button-row">
        <ButtonLink variant="link" to={paths.member.href(memberId, 'campaigns')}>
          All campaigns
        </ButtonLink>
      </div>
    </Card>
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
