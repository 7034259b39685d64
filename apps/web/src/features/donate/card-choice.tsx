import type { SavedCard } from '@kinfold/domain/card';
import { useId } from 'react';
import { CardExpiry, CardName } from '../../parts/payment/card-name.tsx';
import { NEW_CARD } from '../../parts/payment/donate-draft.ts';
import { Choice } from './choice.tsx';

/**
 * Returns the card to pay with: the chosen one, otherwise the valid saved card that was used last (the server lists it
 * first), otherwise a new one. Undefined if the chosen card cannot be used.
 */
export function chosenCard(
  choice: string | null,
  cards: readonly SavedCard[],
): SavedCard | typeof NEW_CARD | undefined {
  const valid = cards.filter((card) => !card.isExpired);
  if (choice === NEW_CARD || valid.length === 0) return NEW_CARD;
  return choice === null ? valid[0] : valid.find(({ id }) => id === choice);
}

/** The saved cards and a new one as rows of one radio group, with the labels of the spec (section 2, Donate). */
export function CardChoice({
  cards,
  chosen,
  onChoose,
}: {
  cards: readonly SavedCard[];
  chosen: string | undefined;
  onChoose: (choice: string) => void;
}) {
  const group = useId();
  const existing = `${group}-existing`;
  return (
    <fieldset className="pay-choices">
      <legend>Payment method</legend>
      {cards.length > 0 && (
        <div className="pay-choices" role="group" aria-labelledby={existing}>
          <p id={existing}>
            Existing Credit Card: <span className="muted">Select Payment Card</span>
          </p>
          {cards.map((card) => (
            <Choice
              key={card.id}
              type="radio"
              group={group}
              name={<CardName cardType={card.cardType} last4={card.last4} />}
              note={<CardExpiry {...card} />}
              disabled={card.isExpired}
              checked={card.id === chosen}
              onChange={() => onChoose(card.id)}
            />
          ))}
        </div>
      )}
      <Choice
        type="radio"
        group={group}
        name="Use New Credit Card"
        checked={chosen === NEW_CARD}
        onChange={() => onChoose(NEW_CARD)}
      />
      {cards.length === 0 && (
        <Choice type="radio" group={group} name="Existing Credit Card" note="No Cards on File" disabled />
      )}
    </fieldset>
  );
}
