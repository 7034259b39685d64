import type { SavedCard } from '@kinfold/domain/card';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { hasDraft } from '../../lib/form-draft.ts';
import { asProblem } from '../../lib/problem.ts';
import { CardExpiry, CardName } from '../../parts/card-name.tsx';
import { savedCardsQuery } from '../../queries/cards.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import { AddCard, addCardDraft } from './add-card.tsx';
import { RemoveCardDialog } from './remove-card-dialog.tsx';

/** `Visa ending 4242`, as plain text. */
const nameOf = ({ cardType, last4 }: SavedCard) => `${cardType} ending ${last4}`;

/** The saved cards of a member (decisions.md "Oddities"). */
export function PaymentCards({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(savedCardsQuery(memberId));
  // A draft opens the form again after a reload or a new sign-in.
  const [isAdding, setAdding] = useState(() => hasDraft(addCardDraft(memberId)));
  const [removing, setRemoving] = useState<SavedCard>();
  const [said, setSaid] = useState('');
  const news = useRef<HTMLOutputElement>(null);
  // The pressed button is gone: the message takes the focus, after the dialog is closed.
  useEffect(() => {
    if (said) news.current?.focus();
  }, [said]);
  return (
    <Card title="Payment Cards">
      <output ref={news} tabIndex={-1} className={said ? 'text-ok' : 'visually-hidden'}>
        {said}
      </output>
      {data ? (
        data.length === 0 ? (
          !isAdding && (
            <EmptyState title="No Cards on File">
              A card that you keep here pays your dues in a few taps. The card company keeps its number; we
              never see it.
            </EmptyState>
          )
        ) : (
          <ul className="rows">
            {data.map((card) => (
              <CardRow
                key={card.id}
                card={card}
                onRemove={() => {
                  setSaid('');
                  setRemoving(card);
                }}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show your saved cards at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={1} label="Loading your cards" />
      )}
      {isAdding ? (
        <AddCard
          memberId={memberId}
          onCancel={() => setAdding(false)}
          onAdded={(card) => {
            setAdding(false);
            setSaid(`${nameOf(card)} is kept.`);
          }}
        />
      ) : (
        <div className="button-row">
          <Button
            variant="outline-primary"
            onClick={() => {
              setSaid('');
              setAdding(true);
            }}
          >
            <Icon name="plus" /> Add a card
          </Button>
        </div>
      )}
      {removing && (
        <RemoveCardDialog
          memberId={memberId}
          card={removing}
          name={nameOf(removing)}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => {
            setRemoving(undefined);
            setSaid(`${nameOf(removing)} was removed.`);
          }}
        />
      )}
    </Card>
  );
}

function CardRow({ card, onRemove }: { card: SavedCard; onRemove: () => void }) {
  return (
    <li className="row-item">
      <div className="row-text">
        <p className="row-name">
          <CardName cardType={card.cardType} last4={card.last4} />
        </p>
        <p className="row-note">
          <CardExpiry {...card} />
        </p>
      </div>
      <Button variant="outline-primary" onClick={onRemove}>
        Remove <span className="visually-hidden">{nameOf(card)}</span>
      </Button>
    </li>
  );
}
