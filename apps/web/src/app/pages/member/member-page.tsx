import type { Member } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { OtherCampaigns } from '../../../features/my-campaigns/other-campaigns.tsx';
import { OwnMemberships } from '../../../features/my-campaigns/own-memberships.tsx';
import { DonationList } from '../../../features/donations/donation-list.tsx';
import { PaymentList } from '../../../features/donations/payment-list.tsx';
import { LinkedAccountsCard } from '../../../features/overview/linked-accounts-card.tsx';
import { asProblem, type Problem } from '../../../lib/problem.ts';
import { useSession } from '../../../lib/session.ts';
import { useIsStaffOf } from '../../../parts/access/use-is-staff-of.ts';
import { paths } from '../../../paths.ts';
import { memberQuery } from '../../../queries/members.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TabLink, TabLinks } from '../../../ui/tab-links.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';
import { MemberDashboard } from '../../member-dashboard.tsx';

// Loaded only for users who see the member as staff.
const StaffMemberPage = lazy(() =>
  import('../staff/staff-member-page.tsx').then((m) => ({ default: m.StaffMemberPage })),
);

const HouseholdTab = lazy(() =>
  import('../../../features/households/household-tab.tsx').then((m) => ({ default: m.HouseholdTab })),
);

const TABS = {
  campaigns: 'Campaigns',
  donations: 'Donations',
  payments: 'Payments',
  household: 'Household',
  linkedAccounts: 'Linked accounts',
} as const;
type Tab = keyof typeof TABS;

/** The tabs shown for a linked account; the others are for the member only. */
const SHARED: readonly Tab[] = ['campaigns', 'donations'];
const tabsOf = (isOwn: boolean) => (isOwn ? (Object.keys(TABS) as Tab[]) : SHARED);

/** Returns the requested tab; by default campaigns, or for a linked account null, which is its dashboard. */
function tabOf(asked: string | null, isOwn: boolean): Tab | null {
  return tabsOf(isOwn).find((tab) => tab === asked) ?? (isOwn ? 'campaigns' : null);
}

/**
 * `/member/:memberId?activeTab=`: a member's campaigns (default), donations, payments, household and linked accounts; a
 * linked account opens with its dashboard; staff see their own page about the member. `waiting` is shown until it is
 * known which of them it is.
 */
export function MemberPage({
  waiting = (
    <Page title="Member">
      <SkeletonRows rows={3} label="Loading the member" />
    </Page>
  ),
}: {
  waiting?: ReactElement;
}) {
  const { memberId = '' } = useParams();
  return <MemberOf key={memberId} memberId={memberId} waiting={waiting} />;
}

function MemberOf({ memberId, waiting }: { memberId: string; waiting: ReactElement }) {
  const [query] = useSearchParams();
  const isOwn = useSession()?.memberId === memberId;
  const member = useQuery(memberQuery(memberId));
  const { data } = member;
  const isStaff = useIsStaffOf(memberId);
  const problem = member.error && !data ? asProblem(member.error) : undefined;
  // Spec section 8; errors that may be temporary are shown in place.
  if (problem && problem.status >= 400 && problem.status < 500 && problem.status !== 403)
    return (
      <Navigate
        to={paths.badRequest.href()}
        state={{ code: problem.status, message: problem.detail }}
        replace
      />
    );
  // A page of another member is that of a linked account, or of a member of the user's organizations.
  if (!isOwn && !problem && (isStaff === undefined || (isStaff && !data))) return waiting;
  if (data && isStaff)
    return (
      <Suspense fallback={waiting}>
        <StaffMemberPage member={data} />
      </Suspense>
    );
  const tab = tabOf(query.get('activeTab'), isOwn);
  return (
    <MemberAccount
      key={tab}
      memberId={memberId}
      isOwn={isOwn}
      tab={tab}
      data={data}
      problem={problem}
      onRetry={() => void member.refetch()}
    />
  );
}

function MemberAccount({
  memberId,
  isOwn,
  tab,
  data,
  problem,
  onRetry,
}: {
  memberId: string;
  isOwn: boolean;
  tab: Tab | null;
  data: Member | undefined;
  problem: Problem | undefined;
  onRetry: () => void;
}) {
  const name = data && fullName(data);
  const title = tab ? TABS[tab] : 'Linked account';
  return (
    <Page
      title={title}
      heading={tab ? title : (name ?? title)}
      lead={
        data ? (
          <>
            {tab ? name : data.organizationName} · Member <span className="tabular">{data.memberId}</span>
          </>
        ) : (
          '\u00a0'
        )
      }
    >
      <div className="button-row">
        {isOwn ? (
          <ButtonLink variant="link" to={paths.overview.href()}>
            <Icon name="back" /> Back to your overview
          </ButtonLink>
        ) : (
          <ButtonLink variant="outline-primary" to={paths.overview.href()}>
            <Icon name="back" /> Go Back <span className="visually-hidden">to your own overview</span>
          </ButtonLink>
        )}
      </div>
      {problem ? (
        <ErrorPanel problem={problem} title="We cannot show this account at the moment." onRetry={onRetry} />
      ) : (
        <>
          {tab && <Tabs memberId={memberId} isOwn={isOwn} current={tab} />}
          {tab === null && (
            <MemberDashboard
              memberId={memberId}
              isOwn={false}
              organizationNumber={data?.organizationNumber}
            />
          )}
          {tab === 'campaigns' && <OwnMemberships memberId={memberId} />}
          {tab === 'campaigns' && isOwn && <OtherCampaigns memberId={memberId} />}
          {tab === 'donations' && <DonationList memberId={memberId} />}
          {tab === 'payments' && <PaymentList memberId={memberId} />}
          {tab === 'household' && data && (
            <Suspense fallback={<SkeletonRows rows={3} label="Loading the household" />}>
              <HouseholdTab member={data} mayOpen={false} />
            </Suspense>
          )}
          {tab === 'linkedAccounts' && <LinkedAccountsCard memberId={memberId} />}
        </>
      )}
    </Page>
  );
}

function Tabs({ memberId, isOwn, current }: { memberId: string; isOwn: boolean; current: Tab }) {
  return (
    <TabLinks label="Parts of this account">
      {!isOwn && <TabLink to={paths.member.href(memberId)}>Overview</TabLink>}
      {tabsOf(isOwn).map((tab) => (
        <TabLink
          key={tab}
          to={paths.member.href(memberId, tab)}
          isCurrent={tab === current}
          preventScrollReset={false}
        >
          {TABS[tab]}
        </TabLink>
      ))}
    </TabLinks>
  );
}
