import { money } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useUnfinishedPayment } from './use-unfinished-payment.ts';

/** A payment that was sent without an answer, whose outcome must be looked up before another payment. */
export function UnfinishedPayment({ memberId }: { memberId: string }) {
  const payment = useUnfinishedPayment(memberId);
  if (!payment) return null;
  return (
    <Callout tone="warn" title={`Your payment of ${money(payment.totalAmount)} is not confirmed yet`}>
      <p>Please check what happened to it before you pay again.</p>
      <div className="button-row">
        <ButtonLink variant="outline-primary" to={paths.donateReview.href()}>
          Check this payment
        </ButtonLink>
      </div>
    </Callout>
  );
}
