import type { SavedCard } from '@kinfold/domain/card';
import { useId } from 'react';
import { CardExpiry, CardName } from '../../parts/card-name.tsx';
import { Choice } from './choice.tsx';

export type PaymentMethod = 'existing' | 'new';

/** The selected method; by default a saved card if one is valid (spec section 2, Donate). */
export function methodOf(chosen: PaymentMethod | null, cards: readonly SavedCard[]): PaymentMethod {
  if (cards.length === 0) return 'new';
  return chosen ?? (cards.some((card) => !card.isExpired) ? 'existing' : 'new');
}

/** Saved or new card (spec section 2, Donate); without saved cards only a new one. */
export function MethodChoice({
  method,
  hasSavedCards,
  onChoose,
}: {
  method: PaymentMethod;
  hasSavedCards: boolean;
  onChoose: (method: PaymentMethod) => void;
}) {
  const group = useId();
  const option = (value: PaymentMethod, name: string, note?: string) => (
    <Choice
      type="radio"
      group={group}
      name={name}
      note={note}
      checked={method === value}
      disabled={value === 'existing' && !hasSavedCards}
      onChange={() => onChoose(value)}
    />
  );
  return (
    <fieldset className="choices">
      <legend>Payment method</legend>
      <div className="choice-pair">
        {option('existing', 'Existing Credit Card', hasSavedCards ? undefined : 'No Cards on File')}
        {option('new', 'Use New Credit Card')}
      </div>
    </fieldset>
  );
}

/** The saved cards as radio buttons; expired ones are disabled. */
export function SavedCards({
  cards,
  chosenId,
  onChoose,
}: {
  cards: readonly SavedCard[];
  chosenId: string | null;
  onChoose: (cardId: string) => void;
}) {
  const group = useId();
  return (
    <fieldset className="choices">
      <legend>Select Payment Card</legend>
      {cards.map((card) => (
        <Choice
          key={card.id}
          type="radio"
          group={group}
          name={<CardName cardType={card.cardType} last4={card.last4} />}
          note={<CardExpiry {...card} />}
          disabled={card.isExpired}
          checked={card.id === chosenId}
          onChange={() => onChoose(card.id)}
        />
      ))}
    </fieldset>
  );
}
