import type { MemberCampaign } from '@kinfold/domain/campaign';
import { coveredByOthers, pastCovers, type MemberCoverage } from '@kinfold/domain/coverage';
import { fundNotes } from '@kinfold/domain/nothing-due';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { LinkAccountOffer } from '../../../features/account-linking/link-account-offer.tsx';
import { CoverageCard } from '../../../features/account-summary/coverage-card.tsx';
import { CoveredByCard } from '../../../features/account-summary/covered-by-card.tsx';
import { PastCoverCard } from '../../../features/account-summary/past-cover-card.tsx';
import { useSession } from '../../../lib/session.ts';
import { BackToOverview } from '../../../parts/member/back-to-overview.tsx';
import { CoverProblem } from '../../../parts/cover/cover-problem.tsx';
import { HowFundWorks } from '../../../parts/cover/how-fund-works.tsx';
import { paths } from '../../../paths.ts';
import { memberCampaignsQuery } from '../../../queries/campaigns.ts';
import { coverageQuery } from '../../../queries/coverage.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';

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
      <BackToOverview />
    </Page>
  );
}

type OfMembership = { campaignMembershipId: string };
const isSame = (one: OfMembership, other: OfMembership) =>
  one.campaignMembershipId === other.campaignMembershipId;

function Accounts({ memberId }: { memberId: string }) {
  const campaigns = useQuery(memberCampaignsQuery(memberId));
  const coverage = useQuery(coverageQuery(memberId));
  const funds = campaigns.data?.filter((campaign) => campaign.requiresMembership);
  // An empty list of funds is final only once the coverage has loaded; a list with funds works without it.
  const isEnough = funds?.length !== 0 && coverage.errorUpdateCount > 0;
  return (
    <Loaded
      query={isEnough ? [campaigns] : [campaigns, coverage]}
      what="your account"
      rows={4}
      frame={(state) => <Card title="Funeral Fund Coverage">{state}</Card>}
    >
      {([all]) => <Funds campaigns={all} coverage={coverage} />}
    </Loaded>
  );
}

function Funds({
  campaigns,
  coverage,
}: {
  campaigns: readonly MemberCampaign[];
  coverage: UseQueryResult<MemberCoverage>;
}) {
  const funds = campaigns.filter((campaign) => campaign.requiresMembership);
  const coveredBy = coverage.data ? coveredByOthers(coverage.data) : [];
  const past = coverage.data
    ? pastCovers(coverage.data).filter((cover) => !funds.some((fund) => isSame(fund, cover)))
    : [];
  const isOnlyOne = funds.length + coveredBy.length + past.length === 1;
  const owing = campaigns.filter((campaign) => campaign.currentCampaignRunsBalance > 0);
  if (funds.length === 0 && coverage.data?.people.length === 0) return <NoFund />;
  return (
    <>
      {funds.map((fund) => (
        <CoverageCard
          key={fund.campaignMembershipId}
          fund={fund}
          payLink={{ to: paths.accountProcessPayment.href({ membership: fund.campaignMembershipId }) }}
          isOnlyOne={isOnlyOne}
        >
          {fundNotes(fund).map((note) => (
            <p key={note}>{note}</p>
          ))}
        </CoverageCard>
      ))}
      {coveredBy.map((cover) => (
        <CoveredByCard key={cover.campaignMembershipId} cover={cover} isOnlyOne={isOnlyOne} />
      ))}
      {past.map((cover) => (
        <PastCoverCard key={cover.campaignMembershipId} cover={cover} isOnlyOne={isOnlyOne} />
      ))}
      <HowFundWorks funds={coverage.data?.funds} />
      <CoverProblem coverage={coverage} />
      <div className="button-row">
        {owing.length > 1 && (
          <ButtonLink variant="link" to={paths.accountProcessPayment.href()}>
            Pay everything that is due
          </ButtonLink>
        )}
        {funds.length > 0 && (
          <ButtonLink variant="link" to={paths.autopay.href()}>
            Let dues be paid by themselves
          </ButtonLink>
        )}
        <ButtonLink variant="link" to={paths.payForSomebody.href()}>
          Pay for somebody with a letter
        </ButtonLink>
      </div>
    </>
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
