import { paymentFigures } from '@kinfold/domain/payment';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { HostedPayment } from '../../features/older-payment/hosted-payment.tsx';
import { OlderCardPayment } from '../../features/older-payment/older-card-form.tsx';
import { unansweredPayment } from '../../features/older-payment/older-payment.ts';
import { OlderSummary } from '../../features/older-payment/older-summary.tsx';
import { useClientConfig } from '../../lib/client-config.ts';
import { asProblem } from '../../lib/problem.ts';
import { useSession } from '../../lib/session.ts';
import { NothingToPay } from '../../parts/nothing-to-pay.tsx';
import { linesFor, openDues } from '../../parts/payment-lines.ts';
import { paths } from '../../paths.ts';
import { memberDonationsQuery } from '../../queries/donations.ts';
import { memberQuery } from '../../queries/members.ts';
import { receiptQuery } from '../../queries/payments.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';

/**
 * `/account-process-payment`: the older payment screen. It pays everything that is due, or with `membership` the dues
 * of one membership; they come from the server, so a reload shows and pays the same.
 */
export function AccountProcessPaymentPage() {
  const memberId = useSession()?.memberId;
  const membershipId = useSearchParams()[0].get('membership');
  if (!memberId) return <Navigate to={paths.overview.href()} replace />;
  return (
    <Page title="Payment Information">
      <OlderPayment memberId={memberId} membershipId={membershipId} />
    </Page>
  );
}

function OlderPayment({ memberId, membershipId }: { memberId: string; membershipId: string | null }) {
  const member = useQuery(memberQuery(memberId));
  const donations = useQuery(memberDonationsQuery(memberId));
  const testPayments = useClientConfig().data?.testPayments ?? false;
  // A payment that was sent before a reload and not answered: its receipt exists if it was charged.
  const [unanswered] = useState(() => unansweredPayment.read(memberId));
  const receipt = useQuery({
    ...receiptQuery(unanswered ?? ''),
    enabled: unanswered !== null,
    retry: false,
  });
  if (unanswered && receipt.isSuccess) {
    unansweredPayment.forget(memberId);
    return <Navigate to={paths.donateThankYou.href({ payment: unanswered })} replace />;
  }
  const failed = donations.isError && !donations.data ? donations : member;
  if (failed.isError && !failed.data)
    return (
      <ErrorPanel
        problem={asProblem(failed.error)}
        title="We cannot show what is due at the moment."
        onRetry={() => void failed.refetch()}
      />
    );
  if (!donations.data || !member.data || (unanswered && receipt.isPending))
    return <SkeletonRows rows={4} label="Loading what is due" />;
  const dues = openDues(donations.data).filter(
    ({ campaignMembershipId }) => membershipId === null || campaignMembershipId === membershipId,
  );
  if (dues.length === 0)
    return (
      <>
        <NothingToPay memberId={memberId} membershipId={membershipId} />
        <div className="button-row">
          <ButtonLink to={paths.overview.href()}>Back to overview</ButtonLink>
        </div>
      </>
    );
  const memberName = `${member.data.firstNm} ${member.data.lastNm}`;
  const figures = paymentFigures(linesFor(dues, true));
  return (
    <>
      <OlderSummary payeeName={memberName} dues={dues} figures={figures} />
      {testPayments ? (
        <OlderCardPayment payer={{ memberId, memberName }} dues={dues} figures={figures} />
      ) : (
        <HostedPayment memberId={memberId} membershipId={membershipId} dues={dues} figures={figures} />
      )}
      <p>
        To use a saved card, to pay a part, or to pay for a relative too,{' '}
        <Link to={membershipId ? paths.membershipDonate.href(memberId, membershipId) : paths.donate.href()}>
          go to Donate
        </Link>
        .
      </p>
    </>
  );
}
