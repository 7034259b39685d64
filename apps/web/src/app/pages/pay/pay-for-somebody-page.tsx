import { referenceOf } from '@kinfold/domain/dues-by-reference';
import { paymentFigures } from '@kinfold/domain/payment';
import type { SavedCard } from '@kinfold/domain/card';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { chosenCard } from '../../../features/donate/card-choice.tsx';
import { CardSection } from '../../../features/donate/card-section.tsx';
import { savedCardData } from '../../../features/donate/use-donation.ts';
import { ReferenceForm, type FoundDues } from '../../../features/pay-for-somebody/reference-form.tsx';
import { payerIdOf, useSession } from '../../../lib/session.ts';
import { CardNotChecked, useContinue } from '../../../parts/card-form/use-continue.tsx';
import { BackToOverview } from '../../../parts/member/back-to-overview.tsx';
import { NEW_CARD, useDonateDraft } from '../../../parts/payment/donate-draft.ts';
import { PaymentFigures } from '../../../parts/payment/payment-figures.tsx';
import { savedCardsQuery } from '../../../queries/cards.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';

/** `/pay-for-somebody`: pays dues of others by the reference and last name on a letter. */
export function PayForSomebodyPage() {
  const session = useSession();
  return (
    <Page
      title="Pay for somebody with a letter"
      lead="You can pay the dues of a neighbor or a relative with the letter that they got. You see what is due, and nothing else about them."
    >
      {session && <Steps payerId={payerIdOf(session)} memberId={session.memberId} />}
      <BackToOverview />
    </Page>
  );
}

function Steps({ payerId, memberId }: { payerId: string; memberId: string | null }) {
  const [found, setFound] = useState<FoundDues>();
  const [typed, setTyped] = useState<FoundDues>();
  // A sign-in without a member has no saved cards.
  const cards = useQuery({ ...savedCardsQuery(memberId ?? ''), enabled: memberId !== null });
  if (!found)
    return (
      <Card title="The letter">
        <ReferenceForm
          initial={typed && { reference: typed.reference, lastName: typed.lastName }}
          onFound={(dues) => {
            setFound(dues);
            setTyped(dues);
          }}
        />
      </Card>
    );
  const again = () => setFound(undefined);
  if (found.amount === 0)
    return (
      <>
        <Callout tone="ok" title="Nothing is due on this letter" role="status">
          <p>It was paid meanwhile, or cannot be paid at the moment. Nothing was charged.</p>
        </Callout>
        <div className="button-row">
          <Button variant="outline-primary" onClick={again}>
            Type another reference
          </Button>
        </div>
      </>
    );
  const payFound = (saved: readonly SavedCard[]) => (
    <PayFound payerId={payerId} found={found} cards={saved} onAgain={again} />
  );
  if (memberId === null) return payFound([]);
  return (
    <Loaded query={cards} what="your cards" rows={2}>
      {payFound}
    </Loaded>
  );
}

function PayFound({
  payerId,
  found,
  cards,
  onAgain,
}: {
  payerId: string;
  found: FoundDues;
  cards: readonly SavedCard[];
  onAgain: () => void;
}) {
  const reference = referenceOf(found.reference);
  const paidFor = `${found.lastName.trim()}, ${reference}`;
  const [draft, onDraft] = useDonateDraft(payerId, 'reference');
  const card = chosenCard(draft.cardChoice, cards);
  const chosen = card === NEW_CARD ? NEW_CARD : card?.id;
  const figures = paymentFigures([found]);
  const { cardForm, bar, isBusy, failure, goOn } = useContinue({
    ...{ memberId: payerId, payeeId: payerId, membershipId: null, campaignId: null, isGift: false },
    campaignName: 'Dues of somebody else',
    byReference: { reference: found.reference, lastName: found.lastName },
  });
  const line = {
    ...{ donation_id: reference, amount: found.amount, extRef: null, isPrimary: false },
    ...{ description: 'Dues', paidFor, campaignName: 'Dues of somebody else' },
  };
  return (
    <form
      className="stack"
      noValidate
      aria-label="Pay for somebody"
      onSubmit={(event) => {
        // Not a `Form`: the hosted fields take the focus by themselves.
        event.preventDefault();
        if (card === undefined) return;
        void goOn({ lines: [line], figures }, card === NEW_CARD ? undefined : savedCardData(card));
      }}
    >
      <Card title={`Dues of ${paidFor}`}>
        <PaymentFigures {...figures} />
        <div className="button-row">
          <Button variant="outline-primary" onClick={onAgain}>
            Type another reference
          </Button>
        </div>
      </Card>
      <Card title="Card">
        <CardSection
          cards={cards}
          chosen={chosen}
          draft={draft}
          onDraft={onDraft}
          onFocus={() => undefined}
          cardForm={cardForm}
        />
      </Card>
      <div ref={bar} className="stack">
        <CardNotChecked failure={failure} />
        <div className="button-row">
          <SubmitButton busy={isBusy} busyText="Checking the card">
            Continue
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}
