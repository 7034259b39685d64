import type { Ref } from 'react';
import { KNOWN_CARD, type FailedPayment } from '../../parts/payment/payment-payload.ts';
import { Callout } from '../../ui/callout.tsx';

/**
 * Shown after Try Again: which card was declined, why, and that nothing was charged; or until when no new card is
 * accepted.
 */
export function CardDeclined({
  declined: { card, reason },
  ref,
}: {
  declined: FailedPayment;
  ref: Ref<HTMLDivElement>;
}) {
  const name = card?.last4 ? `${card.cardType ?? 'Card'} ending ${card.last4}` : 'Your card';
  const title = card ? `${name} was declined. Nothing was charged.` : reason;
  return (
    <Callout tone="danger" title={title} tabIndex={-1} ref={ref}>
      <p>{card ? reason : `Nothing was charged. ${KNOWN_CARD}`}</p>
    </Callout>
  );
}
