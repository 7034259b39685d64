import type { Ref } from 'react';
import type { FailedPayment } from '../../parts/payment-payload.ts';
import { Callout } from '../../ui/callout.tsx';

/** After Try Again: which card was declined, why, and that nothing was charged. */
export function CardDeclined({
  declined: { card, reason },
  ref,
}: {
  declined: FailedPayment;
  ref: Ref<HTMLDivElement>;
}) {
  const name = card?.last4 ? `${card.cardType ?? 'Card'} ending ${card.last4}` : 'Your card';
  return (
    <Callout tone="danger" title={`${name} was declined. Nothing was charged.`} tabIndex={-1} ref={ref}>
      <p>{reason}</p>
    </Callout>
  );
}
