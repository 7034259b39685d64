import { useQuery } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { useLocation, useSearchParams } from 'react-router-dom';
import { CoverAfterPayment } from '../../../features/payment-review/cover-after-payment.tsx';
import { KeepCardOffer } from '../../../features/payment-review/keep-card-offer.tsx';
import { ReceiptView } from '../../../features/payment-review/receipt-view.tsx';
import { StillDue } from '../../../features/payment-review/still-due.tsx';
import { readThankYouState, type ThankYouState } from '../../../features/payment-review/thank-you-state.ts';
import { asProblem } from '../../../lib/problem.ts';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../../paths.ts';
import { coverageQuery } from '../../../queries/coverage.ts';
import { receiptPath, receiptQuery } from '../../../queries/payments.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/states.tsx';

/** `/donate/thank-you?payment=<id>`: the payment with its receipt; the same after a reload. */
export function DonateThankYouPage() {
  const [query] = useSearchParams();
  const paymentId = query.get('payment');
  const state: unknown = useLocation().state;
  return paymentId ? (
    <ThankYou
      paymentId={paymentId}
      paid={readThankYouState(state)}
      paidTo={query.get('to')}
      coverOf={query.get('of')}
    />
  ) : (
    <NoReceipt>This address does not name a payment.</NoReceipt>
  );
}

function ThankYou({
  paymentId,
  paid,
  paidTo,
  coverOf,
}: {
  paymentId: string;
  paid: ThankYouState | undefined;
  /** The key of the recipient, if the payment names it. */
  paidTo: string | null;
  /** The member whose dues were paid; null for a gift. */
  coverOf: string | null;
}) {
  const memberId = useSession()?.memberId;
  const { data: receipt, error, refetch } = useQuery(receiptQuery(paymentId));
  // Queried again: the cached cover is from before the payment. Receipt and cover appear together, to avoid layout
  // shift.
  const cover = useQuery({
    ...coverageQuery(coverOf ?? ''),
    enabled: coverOf !== null,
    refetchOnMount: 'always',
  });
  const isCoverKnown = coverOf === null || cover.isFetchedAfterMount;
  const problem = error && !receipt ? asProblem(error) : undefined;
  if (problem && !paid)
    return problem.status === 404 ? (
      <NoReceipt>{problem.detail}</NoReceipt>
    ) : (
      <Page title="Receipt">
        <ErrorPanel
          problem={problem}
          title="We cannot show your receipt at the moment."
          kept="Your receipt is in your email as well."
          onRetry={() => void refetch()}
        />
      </Page>
    );
  const total = receipt?.total ?? paid?.amountPaid;
  return (
    <Page
      title="Thank you"
      heading={receipt || paid ? 'Thank you for your donation!' : 'Your receipt'}
      lead={
        receipt || paid ? <span className="d-print-none">A receipt was sent to you by email.</span> : '\u00a0'
      }
    >
      {total !== undefined && (
        <dl>
          <dt>Total Donation Amount</dt>
          <dd className="receipt-total">
            <Money amount={total} />
          </dd>
        </dl>
      )}
      {isCoverKnown && cover.data && <CoverAfterPayment coverage={cover.data} />}
      {receipt && isCoverKnown ? (
        <ReceiptView receipt={receipt} />
      ) : (
        <Card title="Receipt">
          {paid && <p>Receipt number {paid.receiptNumber}</p>}
          {problem ? (
            <ErrorPanel
              problem={problem}
              title="Your payment went through, but its details cannot be shown at the moment."
              onRetry={() => void refetch()}
            />
          ) : (
            <div className="pending">
              <SkeletonRows rows={3} label="Loading your receipt" />
            </div>
          )}
        </Card>
      )}
      {memberId && paidTo && <StillDue memberId={memberId} paidTo={paidTo} />}
      <div className="button-row receipt-actions">
        <ButtonLink to={paths.overview.href()}>Continue</ButtonLink>
        {receipt && (
          <Button variant="outline-primary" onClick={() => window.print()}>
            <Icon name="print" /> Print receipt
          </Button>
        )}
        {receipt && (
          <DownloadButton path={receiptPath(paymentId)} fileName={`receipt-${receipt.receipt_number}.pdf`}>
            Receipt as PDF
          </DownloadButton>
        )}
        {receipt && memberId && <KeepCardOffer memberId={memberId} />}
      </div>
    </Page>
  );
}

function NoReceipt({ children }: { children: string }) {
  return (
    <Page title="Receipt">
      <EmptyState
        title="No receipt here"
        action={<ButtonLink to={paths.overview.href()}>Back to overview</ButtonLink>}
      >
        {children}
      </EmptyState>
    </Page>
  );
}
