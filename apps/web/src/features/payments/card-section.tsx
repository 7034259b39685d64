import type { SavedCard } from '@kinfold/domain/card';
import { useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { useClientConfig } from '../../lib/client-config.ts';
import { asProblem } from '../../lib/problem.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { MethodChoice, SavedCards, type PaymentMethod } from './card-choice.tsx';
import type { DonateDraft } from './donate-draft.ts';
import { NewCardForm, type CardTaker } from './new-card-form.tsx';
import { cardProviderQuery } from './stripe-script.ts';

/** Which card pays: a saved one, or a new one typed into the provider's fields. */
export function CardSection({
  cards,
  method,
  draft,
  onDraft,
  cardTaker,
}: {
  cards: readonly SavedCard[];
  method: PaymentMethod;
  draft: DonateDraft;
  onDraft: (change: Partial<DonateDraft>) => void;
  cardTaker: Ref<CardTaker>;
}) {
  // Once shown the form stays, out of sight if need be: choosing a saved card loses nothing that was typed.
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
          <NewCard draft={draft} onDraft={onDraft} cardTaker={cardTaker} hasSavedCards={cards.length > 0} />
        </div>
      )}
    </>
  );
}

function NewCard({
  draft,
  onDraft,
  cardTaker,
  hasSavedCards,
}: {
  draft: DonateDraft;
  onDraft: (change: Partial<DonateDraft>) => void;
  cardTaker: Ref<CardTaker>;
  hasSavedCards: boolean;
}) {
  const config = useClientConfig();
  const provider = useQuery({
    ...cardProviderQuery(config.data ?? { stripeScriptUrl: '', stripePublishableKey: '' }),
    enabled: config.data !== undefined,
  });
  if (provider.data)
    return (
      <NewCardForm
        ref={cardTaker}
        stripe={provider.data}
        typed={draft}
        onType={onDraft}
        testPayments={config.data?.testPayments ?? false}
      />
    );
  const failed = config.isError ? config : provider;
  if (failed.isError && !failed.isFetching)
    return (
      <ErrorPanel
        problem={asProblem(failed.error)}
        title="The card form cannot be shown at the moment."
        kept={`Nothing you chose is lost.${hasSavedCards ? ' You can also pay with a saved card.' : ''}`}
        onRetry={() => void failed.refetch()}
      />
    );
  return <SkeletonRows rows={3} label="Loading the secure card form" />;
}
