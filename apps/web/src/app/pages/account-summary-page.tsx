import { isPaid } from '@kinfold/domain/campaign';
import { useQuery } from '@tanstack/react-query';
import { CoverageCard } from '../../features/account-summary/coverage-card.tsx';
import { memberCampaignsQuery } from '../../lib/account-queries.ts';
import { asProblem } from '../../lib/problem.ts';
import { useSession } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import { LinkAccountOffer } from '../link-account-offer.tsx';
import { paths } from '../paths.ts';

/** `/account-summary`: the funeral-fund accounts of the signed-in member. */
export function AccountSummaryPage() {
  const session = useSession();
  return (
    <Page
      title="Account summary"
      heading={session?.firstNm ? `Hello, ${session.firstNm}` : 'Hello'}
      lead="This is your account with the funeral fund: what was collected, what you have paid, and what is open."
    >
      {session?.memberId ? <Accounts memberId={session.memberId} /> : <LinkAccountOffer />}
      <div className="button-row">
        <ButtonLink variant="link" to={paths.overview.href()}>
          Back to your overview
        </ButtonLink>
      </div>
    </Page>
  );
}

function Accounts({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(memberCampaignsQuery(memberId));
  if (data) {
    const funds = data.filter((campaign) => campaign.requiresMembership);
    if (funds.length === 0) return <NoFund />;
    return (
      <>
        {funds.map((campaign) => (
          <CoverageCard
            key={campaign.campaignMembershipId}
            memberId={memberId}
            campaign={campaign}
            isOnlyOne={funds.length === 1}
          />
        ))}
        {data.some((campaign) => !isPaid(campaign)) && (
          <div className="button-row">
            <ButtonLink variant="link" to={paths.accountProcessPayment.href()}>
              Pay everything on the older payment screen
            </ButtonLink>
          </div>
        )}
      </>
    );
  }
  return (
    <Card title="Funeral Fund Coverage">
      {error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show your account at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={4} label="Loading your account" />
      )}
    </Card>
  );
}

function NoFund() {
  return (
    <Card title="Funeral Fund Coverage">
      <EmptyState title="You are not in a funeral fund.">
        To be covered, ask the office of your church or organization how to join its funeral fund.
      </EmptyState>
    </Card>
  );
}
