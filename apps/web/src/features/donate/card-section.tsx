import type { SavedCard } from '@kinfold/domain/card';
import { useState, type Ref } from 'react';
import type { CardFormHandle } from '../../parts/card-form/new-card-form.tsx';
import { NewCard } from '../../parts/card-form/new-card.tsx';
import type { DonateDraft } from '../../parts/donate-draft.ts';
import { MethodChoice, SavedCards, type PaymentMethod } from './card-choice.tsx';

/** The card to pay with: a saved or a new one. */
export function CardSection({
  cards,
  method,
  draft,
  onDraft,
  cardForm,
}: {
  cards: readonly SavedCard[];
  method: PaymentMethod;
  draft: DonateDraft;
  onDraft: (change: Partial<DonateDraft>) => void;
  cardForm: Ref<CardFormHandle>;
}) {
  // Once rendered the form is only hidden: switching to a saved card keeps what was typed.
  const [wasNew, setWasNew] = useState(method === 'new');
  if (method === 'new' && !wasNew) setWasNew(true);
  return (
    <>
      <MethodChoice
        method={method}
        hasSavedCards={cards.length > 0}
        onChoose={(chosen) => onDraft({ method: chosen })}
      />
      {method === 'existing' && (
        <SavedCards cards={cards} chosenId={draft.cardId} onChoose={(cardId) => onDraft({ cardId })} />
      )}
      {wasNew && (
        <div hidden={method !== 'new'}>
          <NewCard
            typed={draft}
            onType={onDraft}
            cardForm={cardForm}
            kept={`Nothing you chose is lost.${cards.length > 0 ? ' You can also pay with a saved card.' : ''}`}
          />
        </div>
      )}
    </>
  );
}
