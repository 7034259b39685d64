import type { SavedCard } from '@kinfold/domain/card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useLocation } from 'react-router-dom';
import { hasDraft } from '../../lib/form-draft.ts';
import { ADD_CARD } from '../../parts/payment/add-card-link.ts';
import { AddCard } from '../../parts/card-form/add-card.tsx';
import { CardExpiry, CardName } from '../../parts/payment/card-name.tsx';
import { saveCard, savedCardsQuery, startCardSetup } from '../../queries/cards.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Said } from '../../ui/said.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RemoveCardDialog } from './remove-card-dialog.tsx';

/** `Visa ending 4242`, as plain text. */
const nameOf = ({ cardType, last4 }: SavedCard) => `${cardType} ending ${last4}`;

const addCardDraft = (memberId: string) => `card.${memberId}`;

/** The saved cards of a member (rules.md "Oddities of the spec"). */
export function PaymentCards({ memberId }: { memberId: string }) {
  const client = useQueryClient();
  const query = useQuery(savedCardsQuery(memberId));
  const isAsked = useLocation().hash === `#${ADD_CARD}`;
  // A draft reopens the form after a reload or a new sign-in.
  const [isAdding, setAdding] = useState(() => isAsked || hasDraft(addCardDraft(memberId)));
  const [removing, setRemoving] = useState<SavedCard>();
  const [message, setMessage] = useState('');
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAsked) headingRef.current?.focus();
  }, [isAsked]);
  return (
    <Card title="Payment Cards" headingRef={headingRef}>
      <Said>{message}</Said>
      <Loaded query={query} what="your cards" title="We cannot show your saved cards at the moment." rows={1}>
        {(data) =>
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
                    setMessage('');
                    setRemoving(card);
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding ? (
        <AddCard
          draft={addCardDraft(memberId)}
          start={() => startCardSetup(memberId)}
          save={(setupToken) => saveCard(client, memberId, setupToken)}
          onCancel={() => setAdding(false)}
          onAdded={(card) => {
            setAdding(false);
            setMessage(`${nameOf(card)} is saved.`);
          }}
        />
      ) : (
        <div className="button-row">
          <Button
            variant="outline-primary"
            onClick={() => {
              setMessage('');
              setAdding(true);
            }}
          >
            <Icon name="plus" /> Add a card
          </Button>
          <ButtonLink variant="link" to={paths.autopay.href()}>
            Let dues be paid by themselves
          </ButtonLink>
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
            setMessage(`${nameOf(removing)} was removed.`);
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
