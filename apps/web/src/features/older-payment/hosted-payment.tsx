import type { Recipient } from '@kinfold/domain/recipient';
import type { Donation } from '@kinfold/domain/donation';
import { useRef, useState, type FormEvent } from 'react';
import Button from 'react-bootstrap/Button';
import { useNavigate } from 'react-router-dom';
import { forgetDraft } from '../../lib/form-draft.ts';
import { asProblem } from '../../lib/problem.ts';
import type { CardFormHandle } from '../../parts/card-form/new-card-form.tsx';
import { NewCard } from '../../parts/card-form/new-card.tsx';
import { useCardDraft } from '../../parts/card-form/use-card-draft.ts';
import type { Figures } from '../../parts/payment/payment-figures.tsx';
import { linesFor } from '../../parts/payment/payment-lines.ts';
import { paymentOf, storePayload } from '../../parts/payment/payment-payload.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';

/** The older screen with hosted fields, in production: continues to Review. */
export function HostedPayment({
  memberId,
  membershipId,
  recipient,
  dues,
  figures,
}: {
  memberId: string;
  /** The membership whose dues these are; null for everything that is due. */
  membershipId: string | null;
  recipient: Recipient;
  dues: readonly Donation[];
  figures: Figures;
}) {
  const navigate = useNavigate();
  const draftKey = `older-payment.${memberId}`;
  const { typed, onType, note } = useCardDraft(draftKey);
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();
  const cardForm = useRef<CardFormHandle>(null);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAttempt((before) => before + 1);
    setProblem(cardForm.current ? undefined : 'The card form is not there yet. Please wait a moment.');
    setBusy(true);
    const cardData = await cardForm.current?.tokenizeCard().catch((thrown: unknown) => {
      setProblem(`${asProblem(thrown).detail} Nothing was charged.`);
    });
    setBusy(false);
    if (!cardData) return;
    const target = {
      memberId,
      payeeId: memberId,
      membershipId,
      campaignId: null,
      campaignName: null,
      isGift: false,
      recipient,
    };
    storePayload(memberId, paymentOf(target, { lines: linesFor(dues, true), figures }, cardData));
    await navigate(paths.donateReview.href());
  };
  return (
    <Card title="Payment Information">
      <form className="stack" noValidate onSubmit={(event) => void onSubmit(event)}>
        {note}
        {problem && <FormProblem title={problem} attempt={attempt} />}
        <NewCard typed={typed} onType={onType} cardForm={cardForm} kept="Nothing was charged." />
        <div className="button-row">
          <SubmitButton busy={isBusy} busyText="Checking the card">
            Continue
          </SubmitButton>
          <Button
            variant="outline-primary"
            onClick={() => {
              forgetDraft(draftKey);
              void navigate(-1);
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
