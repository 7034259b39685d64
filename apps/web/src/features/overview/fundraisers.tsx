import { isPaid, type MemberCampaign } from '@kinfold/domain/campaign';
import { useQuery } from '@tanstack/react-query';
import { donateLink } from '../../app/paths.ts';
import { memberCampaignsQuery } from '../../lib/account-queries.ts';
import { asProblem } from '../../lib/problem.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

/** The fundraisers that a member belongs to: what is open in each, or PAID (spec section 4). */
export function Fundraisers({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(memberCampaignsQuery(memberId));
  return (
    <Card title="Fundraisers">
      {data ? (
        <FundraiserRows memberId={memberId} campaigns={data} />
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show your fundraisers at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={2} label="Loading your fundraisers" />
      )}
    </Card>
  );
}

function FundraiserRows({ memberId, campaigns }: { memberId: string; campaigns: MemberCampaign[] }) {
  if (campaigns.length === 0)
    return (
      <EmptyState title="No active fundraisers found">
        The funds and fundraisers that you belong to stand here. Ask your organization's office how to join
        one.
      </EmptyState>
    );
  return (
    <ul className="rows">
      {campaigns.map((campaign) => (
        <li className="row-item" key={campaign.campaignMembershipId}>
          <div className="row-text">
            <p className="row-name">{campaign.campaignName}</p>
            <p className="row-note">{campaign.shortDescription}</p>
          </div>
          <div className="row-amount">
            {isPaid(campaign) ? (
              <StatusDot tone="ok">PAID</StatusDot>
            ) : (
              <strong className="text-due">
                <Money amount={campaign.currentCampaignRunsBalance} />
              </strong>
            )}
          </div>
          {!isPaid(campaign) && (
            <div className="row-action">
              <ButtonLink variant="outline-primary" {...donateLink(memberId, campaign)}>
                Donate Now <span className="visually-hidden">for {campaign.campaignName}</span>
              </ButtonLink>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
