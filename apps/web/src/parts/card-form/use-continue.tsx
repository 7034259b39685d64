import type { CardData } from '@kinfold/domain/payment';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { Problem } from '../../lib/problem.ts';
import { useRetryOnline } from '../../lib/use-retry-online.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import type { Failure } from '../../ui/problem-note.tsx';
import { useCall } from '../../ui/use-call.ts';
import { paymentOf, storePayload, type DonateTarget } from '../payment/payment-payload.ts';
import type { CardFormHandle } from './new-card-form.tsx';

/**
 * Continue of Donate and of the older screen: checks the card of the hosted fields, stores the payment and opens
 * Review. `bar` is the part with the button.
 */
export function useContinue(target: DonateTarget) {
  const navigate = useNavigate();
  const cardForm = useRef<CardFormHandle>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { isBusy, failure, call, forget } = useCall();
  /** Continues with a saved card, or with the one in the form, whose fields show any errors. */
  const goOn = (payment: Parameters<typeof paymentOf>[1], saved?: CardData) =>
    call(async () => {
      const card = saved ?? (await newCard(cardForm.current));
      if (!card) return;
      storePayload(target.memberId, paymentOf(target, payment, card));
      await navigate(paths.donateReview.href());
    });
  return { cardForm, bar, isBusy, failure, forget, goOn };
}

/**
 * Continues again after a failure once the device is online; this charges nothing. Users who have moved on to something
 * else on the page stay there.
 */
export function useContinueOnline(
  { failure, bar, forget }: Pick<ReturnType<typeof useContinue>, 'failure' | 'bar' | 'forget'>,
  again: () => void,
) {
  useRetryOnline(failure !== undefined, {
    retry: () => {
      const focused = document.activeElement;
      if (focused === document.body || bar.current?.contains(focused)) again();
      else forget();
    },
    giveUp: forget,
  });
}

/** Creates the token of the card in the form; throws a Problem when the form is not loaded. */
async function newCard(form: CardFormHandle | null) {
  if (form) return form.tokenizeCard();
  throw new Problem({ code: 'card_form_unavailable', detail: 'The card form has not loaded yet.' });
}

/** A note that the card could not be checked, and why. */
export function CardNotChecked({ failure }: { failure: Failure | undefined }) {
  return (
    failure && (
      <Callout tone="danger" role="alert" title={`${failure.problem.detail} Nothing was charged.`}>
        {failure.problem.code === 'offline' && <p>We will try again as soon as you are online.</p>}
      </Callout>
    )
  );
}
