import { useQuery } from '@tanstack/react-query';
import { FundraiserRows } from '../../parts/cover/fundraiser-rows.tsx';
import { useMayPay } from '../../parts/payment/use-may-pay.ts';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** The campaign memberships of a member, with the button to pay or give. */
export function OwnMemberships({ memberId }: { memberId: string }) {
  const query = useQuery(memberCampaignsQuery(memberId));
  const mayPay = useMayPay(memberId);
  return (
    <Card title="Campaign memberships">
      <Loaded query={query} what="the memberships" rows={2}>
        {(data) => (
          <FundraiserRows
            memberId={memberId}
            campaigns={data}
            mayPay={mayPay === true}
            empty={
              <EmptyState title="No Campaign Memberships Found">
                What you join below is listed here. A funeral fund covers you once your organization's office
                has confirmed it.
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </Card>
  );
}
