import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useMayAnywhere } from '../../parts/access/use-may-anywhere.ts';
import { FundraiserRows } from '../../parts/cover/fundraiser-rows.tsx';
import { paths } from '../../paths.ts';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';

// Loaded only for users who may see them.
const InactiveFundraisers = lazy(() =>
  import('./inactive-fundraisers.tsx').then((module) => ({ default: module.InactiveFundraisers })),
);

/** The fundraisers of a member. Users with the permission can show inactive ones (rules.md "Oddities of the spec"). */
export function Fundraisers({
  memberId,
  isOwn,
  organizationNumber,
  mayPay,
}: {
  memberId: string;
  isOwn: boolean;
  organizationNumber: string | undefined;
  mayPay: boolean;
}) {
  const query = useQuery(memberCampaignsQuery(memberId));
  // The part that is then loaded checks the permission at the organization.
  const maySeeInactive = useMayAnywhere('member.campaigns.inactive.get');
  return (
    <Card title="Fundraisers">
      <Loaded query={query} what="your fundraisers" rows={2}>
        {(data) => (
          <FundraiserRows
            memberId={memberId}
            campaigns={data}
            mayPay={mayPay}
            empty={
              <EmptyState title="No active fundraisers found">
                The funds and fundraisers that you belong to are listed here. Ask your organization's office
                how to join one.
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {maySeeInactive && organizationNumber !== undefined && (
        <Suspense fallback={null}>
          <InactiveFundraisers memberId={memberId} organizationNumber={organizationNumber} />
        </Suspense>
      )}
      <div className="button-row">
        <ButtonLink variant="link" to={paths.member.href(memberId, 'campaigns')}>
          All fundraisers
        </ButtonLink>
        {isOwn ? (
          <ButtonLink variant="link" to={paths.accountSummary.href()}>
            Account summary
          </ButtonLink>
        ) : (
          <ButtonLink variant="link" to={paths.member.href(memberId, 'donations')}>
            See what it is for
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
