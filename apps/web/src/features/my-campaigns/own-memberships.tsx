import { useQuery } from '@tanstack/react-query';
import { asProblem } from '../../lib/problem.ts';
import { FundraiserRows } from '../../parts/cover/fundraiser-rows.tsx';
import { useMayPay } from '../../parts/payment/use-may-pay.ts';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';

/** The campaign memberships of a member, with the button to pay or give. */
export function OwnMemberships({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(memberCampaignsQuery(memberId));
  const mayPay = useMayPay(memberId);
  return (
    <Card title="Campaign memberships">
      {data ? (
        <FundraiserRows
          memberId={memberId}
          campaigns={data}
          mayPay={mayPay === true}
          empty={
            <EmptyState title="No Campaign Memberships Found">
              What you join below stands here. A funeral fund covers you once your organization's office has
              confirmed it.
            </EmptyState>
          }
        />
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
