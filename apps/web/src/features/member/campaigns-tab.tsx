import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import { asProblem } from '../../lib/problem.ts';
import { FundraiserRows } from '../../parts/fundraiser-rows.tsx';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';

/** The campaign memberships of a member, as staff see them: without buttons to pay. */
export function CampaignsTab({ member }: { member: Member }) {
  const { data, error, refetch } = useQuery(memberCampaignsQuery(member._id));
  return (
    <Card title="Campaign memberships">
      {data ? (
        <FundraiserRows
          memberId={member._id}
          campaigns={data}
          mayPay={false}
          empty={
            <EmptyState title="No Campaign Memberships Found">
              The fundraisers that {member.firstNm} belongs to stand here.
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
