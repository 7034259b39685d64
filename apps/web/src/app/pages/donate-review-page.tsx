import { PaymentSteps } from '../../features/payments/payment-steps.tsx';
import { Review } from '../../features/payments/review.tsx';
import { useStoredPayload } from '../../features/payments/use-payment.ts';
import { useSession } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { paths } from '../paths.ts';

/** `/donate/review`: the stored payment, to look over and to make. */
export function DonateReviewPage() {
  const memberId = useSession()?.memberId;
  return memberId ? <StoredReview key={memberId} memberId={memberId} /> : <NoData />;
}

function StoredReview({ memberId }: { memberId: string }) {
  const payload = useStoredPayload(memberId);
  if (!payload) return <NoData />;
  return (
    <Page title="Review" lead="Your card is charged when you press Donate Now.">
      <PaymentSteps current="Review" />
      <Review memberId={memberId} payload={payload} />
    </Page>
  );
}

function NoData() {
  return (
    <Page title="Review">
      <EmptyState
        title="No Data"
        action={
          <div className="button-row">
            <ButtonLink to={paths.donate.href()}>Choose what to pay</ButtonLink>
            <ButtonLink variant="outline-primary" to={paths.overview.href()}>
              Back to overview
            </ButtonLink>
          </div>
        }
      >
        There is no payment to review here. If you have just paid, your receipt is in your email.
      </EmptyState>
    </Page>
  );
}
