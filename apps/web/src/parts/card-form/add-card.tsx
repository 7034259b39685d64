import type { SavedCard } from '@kinfold/domain/card';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import Button from 'react-bootstrap/Button';
import { useClientConfig } from '../../lib/client-config.ts';
import { forgetDraft } from '../../lib/form-draft.ts';
import { asProblem, Problem } from '../../lib/problem.ts';
import type { CardFormHandle } from './new-card-form.tsx';
import { NewCard } from './new-card.tsx';
import { useCardDraft } from './use-card-draft.ts';
import { cardProviderQuery } from '../../queries/card-provider.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCall } from '../../ui/use-call.ts';

const NOT_KEPT = 'The card was not saved';
const TRY_AGAIN = 'Nothing was charged. Please try again, or use another card.';

/** Saves a card with hosted fields: nothing is charged, and card data goes only to the provider. */
export function AddCard({
  draft: draftKey,
  start,
  save: store,
  onCancel,
  onAdded,
}: {
  /** The name of the draft. */
  draft: string;
  /** Starts saving a card; returns the client secret for the provider's script. */
  start: () => Promise<string>;
  /** Saves the card of a confirmed setup; idempotent. */
  save: (setupToken: string) => Promise<SavedCard>;
  /** Without it there is no Cancel. */
  onCancel?: () => void;
  onAdded: (card: SavedCard) => void;
}) {
  const client = useQueryClient();
  const config = useClientConfig().data;
  const { typed, onType, note } = useCardDraft(draftKey);
  const { isBusy, failure, call } = useCall();
  const cardForm = useRef<CardFormHandle>(null);
  // The confirmed setup if our server did not answer: the next attempt continues with it.
  const taken = useRef<string>(undefined);

  /** Confirms a card setup at the provider and returns its id; undefined if the form shows an error. */
  const setUpCard = async (): Promise<string | undefined> => {
    const card = await cardForm.current?.tokenizeCard();
    if (!card?.token || !config) return undefined;
    const clientSecret = await start();
    const stripe = await client.fetchQuery(cardProviderQuery(config));
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, {
      payment_method: card.token,
    });
    if (setupIntent?.status === 'succeeded') return setupIntent.id;
    throw new Problem({ detail: error?.message ?? 'The card was not confirmed by its bank.' });
  };

  const save = async () => {
    taken.current ??= await setUpCard();
    if (!taken.current) return;
    try {
      const card = await store(taken.current);
      forgetDraft(draftKey);
      onAdded(card);
    } catch (error) {
      // The server refused it: the next attempt needs a new setup.
      if ([402, 422].includes(asProblem(error).status)) taken.current = undefined;
      throw error;
    }
  };

  return (
    <form
      className="stack"
      noValidate
      aria-label="Add a card"
      onSubmit={(event) => {
        // Not a `Form`: the hosted fields take the focus by themselves.
        event.preventDefault();
        void call(save);
      }}
    >
      {note}
      {failure && (
        <FormProblem title={NOT_KEPT} attempt={failure.attempt}>
          <p>
            {failure.problem.detail} {failure.problem.status !== 429 && TRY_AGAIN} What you typed is still
            here.
          </p>
        </FormProblem>
      )}
      <NewCard
        typed={typed}
        onType={onType}
        cardForm={cardForm}
        kept="Nothing is lost. You can add a card later."
        isToKeep
      />
      <div className="button-row">
        <SubmitButton busy={isBusy} busyText="Saving">
          Save card
        </SubmitButton>
        {onCancel && (
          <Button
            variant="outline-primary"
            onClick={() => {
              forgetDraft(draftKey);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
