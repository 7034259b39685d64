import { Review } from '../../../features/payment-review/review.tsx';
import { usePayment, useStoredPayment } from '../../../features/payment-review/use-payment.ts';
import { payerIdOf, useSession } from '../../../lib/session.ts';
import type { FailedPayment, PaymentPayload } from '../../../parts/payment/payment-payload.ts';
import { PaymentSteps } from '../../../parts/payment/payment-steps.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/donate/review`: the stored payment, to check and to pay. */
export function DonateReviewPage() {
  const session = useSession();
  const payerId = session && payerIdOf(session);
  return payerId ? <StoredReview key={payerId} memberId={payerId} /> : <NoData />;
}

function StoredReview({ memberId }: { memberId: string }) {
  const { payload, failedPayment } = useStoredPayment(memberId);
  return payload ? (
    <ReviewOf memberId={memberId} payload={payload} />
  ) : (
    <NoData failedPayment={failedPayment} />
  );
}

function ReviewOf({ memberId, payload: stored }: { memberId: string; payload: PaymentPayload }) {
  const { state, payment, pay, payWith } = usePayment(memberId, stored);
  return (
    <Page title="Review" lead={state.kind !== 'done' && 'Your card is charged when you press Donate Now.'}>
      <PaymentSteps current="Review" />
      <Review payload={payment} state={state} onPay={pay} onPayWith={payWith} />
    </Page>
  );
}

/** Shown without a stored payment; after a failed payment its reason comes first. */
function NoData({ failedPayment }: { failedPayment?: FailedPayment | undefined }) {
  return (
    <Page title="Review">
      {failedPayment && (
        <Callout tone="warn" title="Your last payment did not go through. Nothing was charged.">
          {failedPayment.reason && <p>{failedPayment.reason}</p>}
        </Callout>
      )}
      <EmptyState
        title="No Data"
        action={
          <div className="button-row">
            {failedPayment ? (
              <ButtonLink to={failedPayment.href}>Try Again</ButtonLink>
            ) : (
              <ButtonLink to={paths.donate.href()}>Choose what to pay</ButtonLink>
            )}
            <ButtonLink variant="outline-primary" to={paths.overview.href()}>
              Back to overview
            </ButtonLink>
          </div>
        }
      >
        {failedPayment
          ? 'There is no payment to review here. Try again to go back to Donate: your choices are still there.'
          : 'There is no payment to review here. If you have just paid, your receipt is in your email.'}
      </EmptyState>
    </Page>
  );
}
