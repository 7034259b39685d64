import { paymentFigures } from '@kinfold/domain/payment';
import { fullName } from '@kinfold/domain/person-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { HostedPayment } from '../../../features/older-payment/hosted-payment.tsx';
import { OlderCardPayment } from '../../../features/older-payment/older-card-form.tsx';
import { unansweredPayment } from '../../../features/older-payment/older-payment.ts';
import { OlderSummary } from '../../../features/older-payment/older-summary.tsx';
import { useClientConfig } from '../../../lib/client-config.ts';
import { asProblem } from '../../../lib/problem.ts';
import { useSession } from '../../../lib/session.ts';
import { chosenOf, dueTo } from '../../../parts/payment/due-to.ts';
import { DueToOthers } from '../../../parts/payment/due-to-others.tsx';
import { NoCards } from '../../../parts/payment/no-cards.tsx';
import { NothingToPay } from '../../../parts/payment/nothing-to-pay.tsx';
import { linesFor, openDues } from '../../../parts/payment/payment-lines.ts';
import { paths } from '../../../paths.ts';
import { payableDonationsQuery } from '../../../queries/donations.ts';
import { memberQuery } from '../../../queries/members.ts';
import { receiptQuery } from '../../../queries/payments.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';

/**
 * `/account-process-payment`: the older payment screen. It pays everything due, or with `membership` the dues of one
 * membership; these come from the server, so a reload shows and pays the same.
 */
export function AccountProcessPaymentPage() {
  const memberId = useSession()?.memberId;
  const [query] = useSearchParams();
  if (!memberId) return <Navigate to={paths.overview.href()} replace />;
  return (
    <Page title="Payment Information">
      <OlderPayment memberId={memberId} membershipId={query.get('membership')} to={query.get('to')} />
    </Page>
  );
}

function OlderPayment({
  memberId,
  membershipId,
  to,
}: {
  memberId: string;
  membershipId: string | null;
  /** The key of the recipient of this payment; null for the first. */
  to: string | null;
}) {
  const member = useQuery(memberQuery(memberId));
  const donations = useQuery(payableDonationsQuery(memberId));
  const testPayments = useClientConfig().data?.testPayments ?? false;
  // A payment that was sent before a reload without an answer: its receipt exists if it was charged.
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
  const owed = openDues(donations.data).filter(
    ({ campaignMembershipId }) => membershipId === null || campaignMembershipId === membershipId,
  );
  const all = dueTo(owed, []);
  const chosen = chosenOf(all, to);
  if (!chosen)
    return (
      <>
        <NothingToPay memberId={memberId} membershipId={membershipId} />
        <div className="button-row">
          <ButtonLink to={paths.overview.href()}>Back to overview</ButtonLink>
        </div>
      </>
    );
  const { recipient } = chosen;
  const dues = owed.filter((due) => (due.recipient?.key ?? '') === recipient.key);
  const otherDues = (
    <DueToOthers
      dues={all.filter((due) => due !== chosen)}
      hrefOf={(due) =>
        paths.accountProcessPayment.href({ membership: membershipId ?? undefined, to: due.recipient.key })
      }
    />
  );
  const memberName = fullName(member.data);
  const figures = paymentFigures(linesFor(dues, true));
  return (
    <>
      <OlderSummary payeeName={memberName} dues={dues} figures={figures} />
      {!recipient.takesCards ? (
        <NoCards name={recipient.name} />
      ) : testPayments ? (
        <OlderCardPayment
          key={recipient.key}
          payer={{ memberId, memberName }}
          recipientKey={recipient.key}
          dues={dues}
          figures={figures}
        />
      ) : (
        <HostedPayment
          key={recipient.key}
          memberId={memberId}
          membershipId={membershipId}
          recipient={recipient}
          dues={dues}
          figures={figures}
        />
      )}
      {otherDues}
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
