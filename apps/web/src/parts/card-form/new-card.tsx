import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useClientConfig } from '../../lib/client-config.ts';
import { asProblem } from '../../lib/problem.ts';
import { cardProviderQuery } from '../../queries/card-provider.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { NewCardForm, type CardFormHandle } from './new-card-form.tsx';
import type { BillingDetails } from './use-card-fields.ts';

/** Loads the provider's script, then shows the card form. */
export function NewCard({
  typed,
  onType,
  cardForm,
  kept,
  isToKeep,
}: {
  typed: BillingDetails;
  onType: (typed: Partial<BillingDetails>) => void;
  cardForm: Ref<CardFormHandle>;
  /** Shown when the form cannot be loaded: what is kept, and an alternative. */
  kept: string;
  isToKeep?: boolean;
}) {
  const config = useClientConfig();
  const provider = useQuery({
    ...cardProviderQuery(config.data ?? { stripeScriptUrl: '', stripePublishableKey: '' }),
    enabled: config.data !== undefined,
  });
  if (provider.data)
    return (
      <NewCardForm
        ref={cardForm}
        stripe={provider.data}
        typed={typed}
        onType={onType}
        testPayments={config.data?.testPayments ?? false}
        isToKeep={isToKeep ?? false}
      />
    );
  const failed = config.isError ? config : provider;
  if (failed.isError && !failed.isFetching)
    return (
      <ErrorPanel
        problem={asProblem(failed.error)}
        title="The card form cannot be shown at the moment."
        kept={kept}
        onRetry={() => void failed.refetch()}
      />
    );
  return <SkeletonRows rows={3} label="Loading the secure card form" />;
}
