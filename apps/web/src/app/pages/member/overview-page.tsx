import type { Member } from '@kinfold/domain/member';
import { isAddressStale } from '@kinfold/domain/signed-in-member';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { LinkAccountOffer } from '../../../features/account-linking/link-account-offer.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { session, useSession } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { paths } from '../../../paths.ts';
import { memberQuery } from '../../../queries/members.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Page } from '../../../ui/page.tsx';
import { loadFirst } from '../../load-first.ts';
import { answerQueries, MemberDashboard } from '../../member-dashboard.tsx';
import { homePath, isStaffOnly } from '../../sign-in-redirect.ts';

/** Loads the first answers of the overview. */
export const loadOverview = () =>
  loadFirst((client, memberId) => {
    const [member, coverage, campaigns] = answerQueries(memberId);
    return [client.prefetchQuery(member), client.prefetchQuery(coverage), client.prefetchQuery(campaigns)];
  });

/** `/my/overview`: the member dashboard. */
export function OverviewPage() {
  const current = useSession();
  if (current?.memberId) return <MemberOverview memberId={current.memberId} />;
  if (current && isStaffOnly(current)) return <Navigate to={homePath(current)} replace />;
  return <UnlinkedOverview />;
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
    // Spec section 8; errors that may be temporary are shown in place.
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
            <Link to={paths.myOrganization.href()}>{member.data.organizationName}</Link> ·{' '}
            <span className="visually-hidden">Member</span>{' '}
            <span className="tabular">{member.data.memberId}</span>
          </>
        ) : (
          '\u00a0'
        )
      }
    >
      <MemberDashboard
        memberId={memberId}
        isOwn
        organizationNumber={member.data?.organizationNumber}
        note={
          member.data &&
          isAddressStale(member.data.address?.modifiedDt, now) && (
            <AddressNote address={member.data.address} />
          )
        }
      />
    </Page>
  );
}

function AddressNote({ address }: { address: Member['address'] }) {
  return (
    <Callout tone="info" title={address ? 'Is your address still right?' : 'Where do you live?'}>
      <p>
        {address
          ? `We have ${[address.streetAddress, address.streetAddress2, `${address.cityNm}, ${address.stateCd} ${address.postalCd}`].filter(Boolean).join(', ')}.`
          : 'We have no address for you. With one, letters reach you.'}
      </p>
      <div className="button-row">
        <ButtonLink
          variant="outline-primary"
          to={address ? paths.addressConfirm.href() : paths.addressUpdate.href()}
        >
          {address ? 'Verify your address' : 'Add your address'}
        </ButtonLink>
      </div>
    </Callout>
  );
}

function UnlinkedOverview() {
  return (
    <Page title="Overview" heading="Welcome">
      <LinkAccountOffer />
    </Page>
  );
}
