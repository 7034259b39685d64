import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import { asProblem } from '../../lib/problem.ts';
import { FundraiserRows } from '../../parts/cover/fundraiser-rows.tsx';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import { CoverageOnDay } from './coverage-on-day.tsx';
import { JoinOnBehalf } from './join-on-behalf.tsx';
import { WaitingMemberships } from './waiting-memberships.tsx';

/** The campaign memberships of a member as staff see them: without buttons to pay; who may, confirms and joins for them. */
export function CampaignsTab({ member, mayChange }: { member: Member; mayChange: boolean }) {
  const { data, error, refetch } = useQuery(memberCampaignsQuery(member._id));
  const waiting = data?.filter((one) => one.isActive === null && one.requiresMembership) ?? [];
  return (
    <>
      {mayChange && <WaitingMemberships waiting={waiting} />}
      <Card title="Campaign memberships">
        {data ? (
          <FundraiserRows
            memberId={member._id}
            campaigns={data}
            mayPay={false}
            opensMemberships
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
      <CoverageOnDay member={member} />
      {mayChange && <JoinOnBehalf member={member} />}
    </>
  );
}
