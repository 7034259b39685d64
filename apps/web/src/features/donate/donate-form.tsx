import type { Donation } from '@kinfold/domain/donation';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { CardNotChecked, useContinue, useContinueOnline } from '../../parts/card-form/use-continue.tsx';
import { NEW_CARD } from '../../parts/payment/donate-draft.ts';
import { PaymentFigures } from '../../parts/payment/payment-figures.tsx';
import { owedOn } from '../../parts/payment/payment-lines.ts';
import { readFailedPayment, type DonateTarget } from '../../parts/payment/payment-payload.ts';
import { CARD_PART, type PaymentStep } from '../../parts/payment/payment-steps.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { StickyAction } from '../../ui/sticky-action.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { GiftAmount, OwnDues } from './amount-section.tsx';
import { CardDeclined } from './card-declined.tsx';
import { CardSection } from './card-section.tsx';
import { LinkedAccountChoice } from './linked-account-choice.tsx';
import { PaymentTotal } from './payment-total.tsx';
import { savedCardData, useDonation } from './use-donation.ts';

/**
 * Amount and card of a payment (spec section 2, Donate); Continue stores it and opens Review, or first leads to the
 * card part, unless the user was there or has chosen a saved card.
 */
export function DonateForm({
  target,
  dues,
  otherDues,
  onStep,
}: {
  target: DonateTarget;
  /** The dues to the recipient of this payment. */
  dues: readonly Donation[];
  /** The dues to other recipients, shown between amount and card. */
  otherDues: ReactNode;
  /** Called with the current step. */
  onStep: (step: PaymentStep) => void;
}) {
  const donation = useDonation(target, dues);
  const { draft, update, payment, chosen, isAdding, failedDues } = donation;
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [failed] = useState(() => readFailedPayment(target.memberId));
  const { cardForm, bar, isBusy, failure, forget, goOn } = useContinue(target);
  const isCardMissing = chosen === undefined;
  const { wasAtCard, goToCard, atCard, cardHeading, declinedNote } = useCardPart(onStep);

  const submit = async () => {
    if (isBusy) return;
    setAttempt((before) => before + 1);
    forget();
    const amountProblem = payment.amountProblem ?? payment.problem;
    setProblem(amountProblem);
    if (amountProblem) onStep('Amount');
    if (amountProblem || chosen === undefined) return;
    if (chosen === NEW_CARD && !wasAtCard.current) {
      goToCard();
      return;
    }
    // Stored, so that the chosen card is known after a declined payment.
    update({ cardChoice: chosen === NEW_CARD ? NEW_CARD : chosen.id });
    await goOn(payment, chosen === NEW_CARD ? undefined : savedCardData(chosen));
  };

  useContinueOnline({ failure, bar, forget }, () => void submit());

  const amount = {
    amountText: draft.amountText,
    onAmountText: (amountText: string | null) => update({ amountText }),
    problem: payment.amountProblem,
    wasSent: attempt > 0,
  };

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem && <FormProblem title={problem} attempt={attempt} />}
      <div className="pay-columns">
        <div className="pay-what" onFocus={() => onStep('Amount')}>
          <Card title="Amount">
            {target.isGift ? (
              <GiftAmount {...amount} />
            ) : (
              <OwnDues
                {...amount}
                parts={payment.ownParts}
                payee={{ memberId: target.payeeId, membershipId: target.membershipId }}
                owed={owedOn(donation.own)}
                skip={
                  donation.maySkipOwn
                    ? {
                        label: donation.ownLabel,
                        paysOwn: donation.paysOwn,
                        onPaysOwn: (paysOwn) => update({ paysOwn }),
                      }
                    : undefined
                }
              />
            )}
            {donation.linked.isError && !donation.linked.data && (
              <ErrorPanel
                problem={asProblem(donation.linked.error)}
                title="We cannot show your linked accounts at the moment."
                onRetry={() => void donation.linked.refetch()}
              />
            )}
            {donation.linkedAccounts.length > 0 && (
              <LinkedAccountChoice
                accounts={donation.linkedAccounts}
                recipientKey={target.recipient?.key}
                ticked={donation.ticked}
                onTick={(ticked) => update({ ticked })}
              />
            )}
            {failedDues && (
              <ErrorPanel
                problem={asProblem(failedDues.error)}
                title="We cannot add this account at the moment."
                onRetry={() => void failedDues.refetch()}
              />
            )}
            <PaymentFigures {...payment.figures} />
          </Card>
          {otherDues}
        </div>
        <div className="pay-with">
          <div id={CARD_PART} onFocus={atCard}>
            <Card title="Card" headingRef={cardHeading}>
              {failed?.reason && <CardDeclined declined={failed} ref={declinedNote} />}
              {donation.cards.isPending ? (
                <SkeletonRows rows={2} label="Loading your cards" />
              ) : (
                <>
                  {donation.cards.isError && !donation.cards.data && (
                    <ErrorPanel
                      problem={asProblem(donation.cards.error)}
                      title="We cannot show your saved cards at the moment."
                      kept="You can use a new card."
                      onRetry={() => void donation.cards.refetch()}
                    />
                  )}
                  <CardSection
                    cards={donation.saved}
                    chosen={typeof chosen === 'object' ? chosen.id : chosen}
                    draft={draft}
                    onDraft={update}
                    onFocus={atCard}
                    cardForm={cardForm}
                  />
                </>
              )}
            </Card>
          </div>
          <StickyAction>
            <div ref={bar} className="d-grid gap-2">
              <CardNotChecked failure={failure} />
              <div className="foot">
                <PaymentTotal {...payment.figures} />
                <SubmitButton
                  busy={isBusy || isAdding}
                  busyText={isAdding ? 'Adding' : 'Checking the card'}
                  disabled={isCardMissing || donation.cards.isPending || failedDues !== undefined}
                >
                  {failure ? 'Try again' : 'Continue'}
                </SubmitButton>
              </div>
              {isCardMissing && !donation.cards.isPending && (
                <p className="row-note">Choose a card to continue.</p>
              )}
            </div>
          </StickyAction>
        </div>
      </div>
    </form>
  );
}

/**
 * The card part of the page: whether the user was there, and the function that leads to it, also on request of the
 * address.
 */
function useCardPart(onStep: (step: PaymentStep) => void) {
  const { hash } = useLocation();
  const wasAtCard = useRef(false);
  const cardHeading = useRef<HTMLHeadingElement>(null);
  const declinedNote = useRef<HTMLDivElement>(null);
  const atCard = () => {
    wasAtCard.current = true;
    onStep('Card');
  };
  const goToCard = () => {
    atCard();
    (declinedNote.current ?? cardHeading.current)?.focus({ preventScroll: true });
    cardHeading.current?.closest('section')?.scrollIntoView({ block: 'start' });
  };
  const goThere = useEffectEvent(goToCard);
  useEffect(() => {
    if (hash === `#${CARD_PART}`) goThere();
  }, [hash]);
  return { wasAtCard, goToCard, atCard, cardHeading, declinedNote };
}
