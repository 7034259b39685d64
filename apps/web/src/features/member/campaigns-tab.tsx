import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FundraiserRows } from '../../parts/cover/fundraiser-rows.tsx';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { officeLetterPath } from '../../queries/coverage.ts';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CoverageOnDay } from './coverage-on-day.tsx';
import { WaitingMemberships } from './waiting-memberships.tsx';

/**
 * The campaign memberships of a member as staff see them, without buttons to pay; users with the permission confirm
 * them.
 */
export function CampaignsTab({
  member,
  mayChange,
  mayPrint,
  children,
}: {
  member: Member;
  mayChange: boolean;
  /** Whether the user may print the letter of cover. */
  mayPrint: boolean;
  /** What could be joined. */
  children: ReactNode;
}) {
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
                  {member.deceasedDt
                    ? `What ${member.firstNm} belonged to ended with the death.`
                    : `The fundraisers that ${member.firstNm} belongs to are listed here.`}
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </Card>
      <CoverageOnDay member={member} />
      {mayPrint && !member.deceasedDt && (
        <div className="button-row">
          <DownloadButton path={officeLetterPath(member._id)} fileName="coverage-letter.pdf">
            Letter of cover (PDF)
          </DownloadButton>
        </div>
      )}
      {children}
    </>
  );
}
