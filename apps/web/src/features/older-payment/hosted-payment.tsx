import type { Recipient } from '@kinfold/domain/recipient';
import type { Donation } from '@kinfold/domain/donation';
import Button from 'react-bootstrap/Button';
import { useNavigate } from 'react-router-dom';
import { forgetDraft } from '../../lib/form-draft.ts';
import { NewCard } from '../../parts/card-form/new-card.tsx';
import { useCardDraft } from '../../parts/card-form/use-card-draft.ts';
import { CardNotChecked, useContinue, useContinueOnline } from '../../parts/card-form/use-continue.tsx';
import type { Figures } from '../../parts/payment/payment-figures.tsx';
import { linesFor } from '../../parts/payment/payment-lines.ts';
import { Card } from '../../ui/card.tsx';
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
  /** The membership whose dues these are; null for everything due. */
  membershipId: string | null;
  recipient: Recipient;
  dues: readonly Donation[];
  figures: Figures;
}) {
  const navigate = useNavigate();
  const draftKey = `older-payment.${memberId}`;
  const { typed, onType, note } = useCardDraft(draftKey);
  const target = {
    memberId,
    payeeId: memberId,
    membershipId,
    campaignId: null,
    campaignName: null,
    isGift: false,
    recipient,
  };
  const { cardForm, bar, isBusy, failure, forget, goOn } = useContinue(target);
  const submit = () => void goOn({ lines: linesFor(dues, true), figures });
  useContinueOnline({ failure, bar, forget }, submit);
  return (
    <Card title="Payment Information">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {note}
        <NewCard typed={typed} onType={onType} cardForm={cardForm} kept="Nothing was charged." />
        <CardNotChecked failure={failure} />
        <div className="button-row" ref={bar}>
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
