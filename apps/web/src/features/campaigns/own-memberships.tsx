import { isPaid, type MemberCampaign } from '@kinfold/domain/campaign';
import { useQuery } from '@tanstack/react-query';
import { donateLink } from '../../app/paths.ts';
import { memberCampaignsQuery } from '../../lib/account-queries.ts';
import { useMayPay } from '../../lib/may-pay.ts';
import { asProblem } from '../../lib/problem.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { FundraiserRow } from '../../ui/fundraiser-row.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

/** The campaigns that a member is in, and how to pay or give to each. */
export function OwnMemberships({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(memberCampaignsQuery(memberId));
  return (
    <Card title="Campaign memberships">
      {data ? (
        <Rows memberId={memberId} campaigns={data} />
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show the memberships at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={2} label="Loading the memberships" />
      )}
    </Card>
  );
}

function Rows({ memberId, campaigns }: { memberId: string; campaigns: MemberCampaign[] }) {
  const mayPay = useMayPay(memberId);
  if (campaigns.length === 0)
    return (
      <EmptyState title="No Campaign Memberships Found">
        What you join below stands here. A funeral fund covers you once your organization's office has
        confirmed it.
      </EmptyState>
    );
  return (
    <ul className="rows">
      {campaigns.map((campaign) => (
        <FundraiserRow
          key={campaign.campaignMembershipId}
          campaign={campaign}
          status={
            isPaid(campaign) &&
            (campaign.isActive === null ? (
              <StatusDot tone="warn">Not confirmed yet</StatusDot>
            ) : (
              <StatusDot tone="ok">Nothing due</StatusDot>
            ))
          }
          action={
            mayPay &&
            (!isPaid(campaign) || !campaign.requiresMembership) && (
              <ButtonLink variant="outline-primary" {...donateLink(memberId, campaign)}>
                {isPaid(campaign) ? 'Give any amount' : 'Donate Now'}{' '}
                <span className="visually-hidden">for {campaign.campaignName}</span>
              </ButtonLink>
            )
          }
        />
      ))}
    </ul>
  );
}
