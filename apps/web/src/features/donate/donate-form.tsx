import type { Donation } from '@kinfold/domain/donation';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import type { CardFormHandle } from '../../parts/card-form/new-card-form.tsx';
import { PaymentFigures } from '../../parts/payment-figures.tsx';
import { owedOn } from '../../parts/payment-lines.ts';
import { paymentOf, storePayload, type DonateTarget } from '../../parts/payment-payload.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { StickyAction } from '../../ui/sticky-action.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { GiftAmount, OwnDues } from './amount-section.tsx';
import { CardSection } from './card-section.tsx';
import { LinkedAccountChoice } from './linked-account-choice.tsx';
import { PaymentTotal } from './payment-total.tsx';
import { savedCardData, useDonation } from './use-donation.ts';

/** Amount and card of a payment (spec section 2, Donate); Continue stores it and opens Review. */
export function DonateForm({
  target,
  dues,
  otherDues,
}: {
  target: DonateTarget;
  /** What is due to the recipient of this payment. */
  dues: readonly Donation[];
  /** What is due to others, to be shown between amount and card. */
  otherDues: ReactNode;
}) {
  const navigate = useNavigate();
  const donation = useDonation(target, dues);
  const { draft, update, payment, method, chosen, isAdding, failedDues } = donation;
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const cardForm = useRef<CardFormHandle>(null);
  const isCardMissing = method === 'existing' && !chosen;

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAttempt((before) => before + 1);
    const amountProblem = payment.amountProblem ?? payment.problem;
    const notReady =
      chosen || cardForm.current ? undefined : 'The card form is not there yet. Please wait a moment.';
    setProblem(amountProblem ?? notReady);
    if (amountProblem ?? notReady) return;
    setBusy(true);
    const cardData = chosen ? savedCardData(chosen) : await cardForm.current?.tokenizeCard();
    setBusy(false);
    if (!cardData) return;
    storePayload(target.memberId, paymentOf(target, payment, cardData));
    await navigate(paths.donateReview.href());
  };

  const amount = {
    amountText: draft.amountText,
    onAmountText: (amountText: string | null) => update({ amountText }),
    problem: payment.amountProblem,
    wasSent: attempt > 0,
  };

  return (
    <form className="stack" noValidate onSubmit={(event) => void onSubmit(event)}>
      {problem && <FormProblem title={problem} attempt={attempt} />}
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
      <Card title="Card">
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
              method={method}
              draft={draft}
              onDraft={update}
              cardForm={cardForm}
            />
          </>
        )}
      </Card>
      <StickyAction>
        <div className="foot">
          <PaymentTotal {...payment.figures} />
          <SubmitButton
            busy={isBusy || isAdding}
            busyText={isAdding ? 'Adding' : 'Checking the card'}
            disabled={isCardMissing || donation.cards.isPending || failedDues !== undefined}
          >
            Continue
          </SubmitButton>
        </div>
        {isCardMissing && !donation.cards.isPending && <p className="row-note">Choose a card to continue.</p>}
      </StickyAction>
    </form>
  );
}
