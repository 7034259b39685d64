import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import { FundraiserRows } from '../../parts/cover/fundraiser-rows.tsx';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CoverageOnDay } from './coverage-on-day.tsx';
import { JoinOnBehalf } from './join-on-behalf.tsx';
import { WaitingMemberships } from './waiting-memberships.tsx';

/** The campaign memberships of a member as staff see them: without buttons to pay; who may, confirms and joins for them. */
export function CampaignsTab({ member, mayChange }: { member: Member; mayChange: boolean }) {
  const query = useQuery(memberCampaignsQuery(member._id));
  const waiting = query.data?.filter((one) => one.isActive === null && one.requiresMembership) ?? [];
  return (
    <>
      {mayChange && <WaitingMemberships waiting={waiting} />}
      <Card title="Campaign memberships">
        <Loaded query={query} what="the memberships" rows={2}>
          {(data) => (
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
          )}
        </Loaded>
      </Card>
      <CoverageOnDay member={member} />
      {mayChange && <JoinOnBehalf member={member} waiting={waiting} />}
    </>
  );
}
