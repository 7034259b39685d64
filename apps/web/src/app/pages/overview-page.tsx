import { isAddressStale } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { DueAnswer } from '../../features/overview/due-answer.tsx';
import { Fundraisers } from '../../features/overview/fundraisers.tsx';
import { LinkedAccounts } from '../../features/overview/linked-accounts.tsx';
import { RecentDonations } from '../../features/overview/recent-donations.tsx';
import { memberQuery } from '../../lib/account-queries.ts';
import { asProblem } from '../../lib/problem.ts';
import { useNow } from '../../lib/now.ts';
import { session, useSession } from '../../lib/session.ts';
import { Callout } from '../../ui/callout.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../paths.ts';

/** `/my/overview`: the member dashboard. */
export function OverviewPage() {
  const memberId = useSession()?.memberId;
  return memberId ? <MemberOverview memberId={memberId} /> : <UnlinkedOverview />;
}

function MemberOverview({ memberId }: { memberId: string }) {
  const firstNm = useSession()?.firstNm;
  const member = useQuery(memberQuery(memberId));
  const now = useNow();
  useEffect(() => {
    if (member.data) session.rememberMember(member.data);
  }, [member.data]);

  if (member.error && !member.data) {
    const { status, detail } = asProblem(member.error);
    // Spec section 8; what may pass by itself is shown in place instead.
    if (status >= 400 && status < 500)
      return <Navigate to={paths.badRequest.href()} state={{ code: status, message: detail }} replace />;
  }
  const name = member.data?.firstNm ?? firstNm;
  return (
    <Page
      title="Overview"
      heading={name ? `Welcome, ${name}` : 'Welcome'}
      lead={
        member.data ? (
          <>
            {member.data.organizationName} · Member <span className="tabular">{member.data.memberId}</span>
          </>
        ) : (
          '\u00a0'
        )
      }
    >
      <DueAnswer memberId={memberId} />
      {member.data && isAddressStale(member.data.address?.modifiedDt, now) && (
        <Callout tone="info" title="Is your address still right?">
          <p>
            {member.data.address
              ? `We have ${member.data.address.streetAddress}, ${member.data.address.cityNm}, ${member.data.address.stateCd} ${member.data.address.postalCd}. If you have moved, tell your organization's office.`
              : "We have no address for you. Please give it to your organization's office, so that letters reach you."}
          </p>
        </Callout>
      )}
      <Fundraisers memberId={memberId} />
      <RecentDonations />
      <LinkedAccounts memberId={memberId} />
    </Page>
  );
}

function UnlinkedOverview() {
  return (
    <Page
      title="Overview"
      heading="Welcome"
      lead="You are signed in, but your sign-in is not connected with a member of an organization."
    >
      <Callout tone="info" title="How to see your dues and payments here">
        <p>
          Ask the office of your church or organization to connect your sign-in with your member record. They
          need your name and the email address that you sign in with.
        </p>
      </Callout>
    </Page>
  );
}
