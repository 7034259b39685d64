import type { CardData } from '@kinfold/domain/payment';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClientConfig } from '../../lib/client-config.ts';
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
import { receiptQuery, sendPayment } from '../../queries/payments.ts';
import { pollPayment, type PayOutcome, type PayStage } from './poll-payment.ts';
import type { ThankYouState } from './thank-you-state.ts';

/**
 * The state of Review. `looking`: looks up a payment sent in an earlier visit; `resumable`: it was not charged;
 * `offline`: nothing was sent.
 */
export type ReviewState =
  | { kind: 'ready' | 'looking' | 'resumable' | 'offline' }
  | { kind: 'busy'; stage: PayStage }
  | { kind: 'done'; outcome: Exclude<PayOutcome, { kind: 'paid' }> };

const UNKNOWN = { kind: 'unknown' } as const;

/**
 * Pays the stored payment, always under its stored id; a double click starts one poll. `payWith` takes another card,
 * for a payment that was never sent: it is stored as another payment before it is sent.
 */
export function usePayment(memberId: string, stored: PaymentPayload) {
  const [payload, setPayload] = useState(stored);
  const withWallet = useRef(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: config } = useClientConfig();
  const [state, setState] = useState<ReviewState>({ kind: payload.wasSent ? 'looking' : 'ready' });
  const isRunning = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const finish = useCallback(
    async (paid?: ThankYouState) => {
      forgetPayload(memberId, payload.payment_id);
      forgetDrafts(memberId);
      void refreshAll(client);
      // `replace`: Back must not lead to a paid payment. No navigation when the user has left the page.
      if (isHere.current)
        await navigate(
          paths.donateThankYou.href({
            payment: payload.payment_id,
            to: payload.recipient?.key,
            of: payload.donations.some(({ isPrimary }) => isPrimary) ? payload.payee_member_id : undefined,
          }),
          {
            replace: true,
            state: paid,
          },
        );
    },
    [client, memberId, navigate, payload],
  );

  // Sent in an earlier visit: the receipt exists if it was charged.
  const lookup = useQuery({ ...receiptQuery(payload.payment_id), enabled: payload.wasSent, retry: false });
  const isPaid = lookup.isSuccess;
  useEffect(() => {
    if (isPaid) void finish();
  }, [isPaid, finish]);

  const pay = async () => {
    // A ref, because the state is not updated before the second click of a double click.
    if (isRunning.current) return;
    if (!navigator.onLine) {
      // Sent before, here or in another tab, it may have been charged.
      setState(wasNeverSent(memberId, payload) ? { kind: 'offline' } : { kind: 'done', outcome: UNKNOWN });
      return;
    }
    isRunning.current = true;
    markSent(memberId, payload);
    const outcome = await pollPayment({
      send: () => sendPayment(payload.payment_id, payRequest(payload)),
      confirm: async (clientSecret) => {
        if (!config) throw new Error('the card provider is not known');
        const stripe = await client.fetchQuery(cardProviderQuery(config));
        await stripe.handleNextAction({ clientSecret });
      },
      wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
      onStage: (stage) => setState({ kind: 'busy', stage }),
    });
    isRunning.current = false;
    if (outcome.kind === 'paid') {
      await finish({ amountPaid: outcome.amountPaid, receiptNumber: outcome.receiptNumber });
      return;
    }
    // Not charged: the next attempt is a new payment. With an unknown outcome the payment and its id are kept.
    if (outcome.kind !== 'unknown' && outcome.kind !== 'unconfirmed') {
      forgetPayload(memberId, payload.payment_id);
      const isDeclined = outcome.kind === 'declined';
      const { id, cardType, last4 } = payload.cardData;
      storeFailedPayment(memberId, {
        reason: isOfCard(outcome) ? outcome.text : null,
        card: isDeclined ? { cardType, last4 } : undefined,
        href: tryAgainHref(payload, outcome),
      });
      if (isDeclined && id) unchooseCard(memberId, id);
      void refreshAll(client);
    }
    setState({ kind: 'done', outcome });
  };

  const isOffline = state.kind === 'offline';
  useRetryOnline(isOffline || (state.kind === 'done' && state.outcome.kind === 'unknown'), {
    // Another tab may have begun another payment, or paid this one.
    retry: () => {
      if (isOffline && !wasNeverSent(memberId, payload)) setState({ kind: 'ready' });
      else void pay();
    },
    giveUp: () => {
      if (isOffline) setState({ kind: 'ready' });
    },
  });

  const payWith = (cardData: CardData) => {
    if (isRunning.current) return;
    // Another tab has sent it, or more: its outcome comes first.
    if (!wasNeverSent(memberId, payload)) {
      setState({ kind: 'resumable' });
      return;
    }
    withWallet.current = true;
    setPayload(storePayload(memberId, { ...payload, cardData }));
  };
  // With the payment that is rendered by now, so that asking again later is about the same one.
  useEffect(() => {
    if (!withWallet.current) return;
    withWallet.current = false;
    void pay();
  });

  const isUnpaid = state.kind === 'looking' && lookup.isError;
  return { state: isUnpaid ? ({ kind: 'resumable' } as const) : state, payload, pay, payWith };
}

/** Whether the stored payment is still this one, and no tab has sent it. */
function wasNeverSent(memberId: string, { payment_id }: PaymentPayload): boolean {
  const stored = readPayload(memberId);
  return stored?.payment_id === payment_id && !stored.wasSent;
}

/** The stored payment when the page opened, and the last failed one. */
export function useStoredPayment(memberId: string) {
  return useState(() => ({ payload: readPayload(memberId), failedPayment: readFailedPayment(memberId) }))[0];
}

/** The donate page of a payment; its draft is still stored. */
export function donateHref({ membershipId, payee_member_id, recipient }: PaymentPayload): string {
  return membershipId
    ? paths.membershipDonate.href(payee_member_id, membershipId)
    : paths.donate.href({ payee: payee_member_id, to: recipient?.key });
}

/** It was not made for its card: that is what has to be changed. */
function isOfCard(
  outcome: PayOutcome,
): outcome is Extract<PayOutcome, { kind: 'declined' | 'too_many_declines' }> {
  return outcome.kind === 'declined' || outcome.kind === 'too_many_declines';
}

/** Where a payment that was not made is tried again: at the card when it was for the card, else at the amount. */
export function tryAgainHref(payload: PaymentPayload, outcome: PayOutcome): string {
  return isOfCard(outcome) ? `${donateHref(payload)}#${CARD_PART}` : donateHref(payload);
}
