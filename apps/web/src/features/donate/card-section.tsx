import type { SavedCard } from '@kinfold/domain/card';
import { useState, type Ref } from 'react';
import type { CardFormHandle } from '../../parts/card-form/new-card-form.tsx';
import { NewCard } from '../../parts/card-form/new-card.tsx';
import { NEW_CARD, type DonateDraft } from '../../parts/payment/donate-draft.ts';
import { CardChoice } from './card-choice.tsx';

/** The card to pay with: a saved or a new one. */
export function CardSection({
  cards,
  chosen,
  draft,
  onDraft,
  onFocus,
  cardForm,
}: {
  cards: readonly SavedCard[];
  /** The id of a saved card, or NEW_CARD. */
  chosen: string | undefined;
  draft: DonateDraft;
  onDraft: (change: Partial<DonateDraft>) => void;
  /** Called when a hosted field takes the focus. */
  onFocus: () => void;
  cardForm: Ref<CardFormHandle>;
}) {
  const isNew = chosen === NEW_CARD;
  // Once rendered, the form is only hidden: switching to a saved card keeps the typed values.
  const [wasNew, setWasNew] = useState(isNew);
  if (isNew && !wasNew) setWasNew(true);
  return (
    <>
      <CardChoice cards={cards} chosen={chosen} onChoose={(cardChoice) => onDraft({ cardChoice })} />
      {wasNew && (
        <div hidden={!isNew}>
          <NewCard
            typed={draft}
            onType={onDraft}
            onFocus={onFocus}
            cardForm={cardForm}
            kept={`Nothing you chose is lost.${cards.length > 0 ? ' You can also pay with a saved card.' : ''}`}
          />
        </div>
      )}
    </>
  );
}
