import type { CardData } from '@kinfold/domain/payment';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { clientConfig } from '../../lib/client-config.ts';
import { useRetryOnline } from '../../lib/use-retry-online.ts';
import { forgetDrafts, unchooseCard } from '../../parts/payment/donate-draft.ts';
import {
  forgetPayload,
  markSent,
  payRequest,
  readFailedPayment,
  readPayload,
  storeFailedPayment,
  storePayload,
  type PaymentPayload,
} from '../../parts/payment/payment-payload.ts';
import { CARD_PART } from '../../parts/payment/payment-steps.tsx';
import { paths } from '../../paths.ts';
import { cardProviderQuery } from '../../queries/card-provider.ts';
import { refreshAll } from '../../queries/change.ts';
import { receiptQuery, sendPayment, sendReferencePayment } from '../../queries/payments.ts';
import { paymentFlow, waitsForConnection, type PaidOutcome, type PaymentPorts } from './payment-flow.ts';
import type { PayOutcome } from './poll-payment.ts';
import type { ThankYouState } from './thank-you-state.ts';

/** The payment of Review: its flow with this browser's storage and our server. */
export function usePayment(memberId: string, stored: PaymentPayload) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const ports: PaymentPorts = {
    isOnline: () => navigator.onLine,
    findReceipt: (paymentId) => client.fetchQuery({ ...receiptQuery(paymentId), retry: false }),
    send: (payment) => {
      const request = payRequest(payment);
      return payment.byReference
        ? sendReferencePayment(payment.payment_id, { ...payment.byReference, ...request })
        : sendPayment(payment.payment_id, request);
    },
    confirm: async (clientSecret) => {
      const stripe = await client.fetchQuery(cardProviderQuery(clientConfig()));
      await stripe.handleNextAction({ clientSecret });
    },
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    isUnsent: (payment) => isUnsent(memberId, payment),
    store: (payment) => storePayload(memberId, payment),
    markSent: (payment) => markSent(memberId, payment),
    onPaid: (payment, isShown, outcome) => {
      forgetPayload(memberId, payment.payment_id);
      forgetDrafts(memberId);
      void refreshAll(client);
      // `replace`: Back must not lead to a paid payment. No navigation if the user has left the page.
      if (isShown)
        void navigate(thanksHref(payment), { replace: true, state: outcome && thankYouState(outcome) });
    },
    onFailed: (payment, outcome) => {
      forgetPayload(memberId, payment.payment_id);
      const isDeclined = outcome.kind === 'declined';
      const { id, cardType, last4 } = payment.cardData;
      storeFailedPayment(memberId, {
        reason: isOfCard(outcome) ? outcome.text : null,
        card: isDeclined ? { cardType, last4 } : undefined,
        href: tryAgainHref(payment, outcome),
      });
      if (isDeclined && id) unchooseCard(memberId, id);
      void refreshAll(client);
    },
  };
  const [flow] = useState(() => paymentFlow(stored, ports));
  const view = useSyncExternalStore(flow.subscribe, flow.view);
  useEffect(() => void flow.start(), [flow]);
  useRetryOnline(waitsForConnection(view), { retry: () => void flow.retry(), giveUp: flow.giveUp });
  return { ...view, pay: () => void flow.pay(), payWith: (card: CardData) => void flow.payWith(card) };
}

const isUnsent = (memberId: string, { payment_id }: PaymentPayload): boolean => {
  const stored = readPayload(memberId);
  return stored?.payment_id === payment_id && !stored.wasSent;
};

const thanksHref = ({ payment_id, recipient, donations, payee_member_id }: PaymentPayload): string =>
  paths.donateThankYou.href({
    payment: payment_id,
    to: recipient?.key,
    of: donations.some(({ isPrimary }) => isPrimary) ? payee_member_id : undefined,
  });

const thankYouState = ({ amountPaid, receiptNumber }: PaidOutcome): ThankYouState => ({
  amountPaid,
  receiptNumber,
});

/** The stored payment when the page opened, and the last failed one. */
export function useStoredPayment(memberId: string) {
  return useState(() => ({ payload: readPayload(memberId), failedPayment: readFailedPayment(memberId) }))[0];
}

/** The donate page of a payment; its draft is still stored. */
export function donateHref({
  membershipId,
  payee_member_id,
  recipient,
  byReference,
}: PaymentPayload): string {
  if (byReference) return paths.payForSomebody.href();
  return membershipId
    ? paths.membershipDonate.href(payee_member_id, membershipId)
    : paths.donate.href({ payee: payee_member_id, to: recipient?.key });
}

/** Returns whether a payment failed because of its card, so that the card must be changed. */
function isOfCard(
  outcome: PayOutcome,
): outcome is Extract<PayOutcome, { kind: 'declined' | 'too_many_declines' }> {
  return outcome.kind === 'declined' || outcome.kind === 'too_many_declines';
}

/**
 * Returns the page for another attempt of a failed payment: at the card if that was the cause, otherwise at the amount.
 */
export function tryAgainHref(payload: PaymentPayload, outcome: PayOutcome): string {
  return isOfCard(outcome) ? `${donateHref(payload)}#${CARD_PART}` : donateHref(payload);
}
