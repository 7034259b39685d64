import { NAME_MAX } from '@kinfold/domain/constants';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useClientConfig } from '../../lib/client-config.ts';
import { asProblem } from '../../lib/problem.ts';
import { useSession } from '../../lib/session.ts';
import { cardProviderQuery } from '../../queries/card-provider.ts';
import { memberQuery } from '../../queries/members.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { NewCardForm, type CardFormHandle } from './new-card-form.tsx';
import type { TypedDetails } from './use-card-fields.ts';

/** Loads the provider's script, then shows the card form; name and postal code are the member's until typed. */
export function NewCard({
  typed,
  onType,
  onFocus,
  cardForm,
  kept,
  isToKeep,
}: {
  typed: TypedDetails;
  onType: (typed: TypedDetails) => void;
  /** A hosted field has taken the focus. */
  onFocus?: () => void;
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
  const memberId = useSession()?.memberId ?? '';
  const { data: member } = useQuery({ ...memberQuery(memberId), enabled: memberId !== '' });
  const memberName = member ? `${member.firstNm} ${member.lastNm}`.slice(0, NAME_MAX) : '';
  if (provider.data)
    return (
      <NewCardForm
        ref={cardForm}
        stripe={provider.data}
        typed={{
          cardholderName: typed.cardholderName ?? memberName,
          postalCode: typed.postalCode ?? member?.address?.postalCd ?? '',
        }}
        onType={onType}
        onFocus={onFocus}
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
