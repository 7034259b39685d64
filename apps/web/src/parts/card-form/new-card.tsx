import { NAME_MAX } from '@kinfold/domain/constants';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useClientConfig } from '../../lib/client-config.ts';
import { useSession } from '../../lib/session.ts';
import { cardProviderQuery } from '../../queries/card-provider.ts';
import { memberQuery } from '../../queries/members.ts';
import { NewCardForm, type CardFormHandle } from './new-card-form.tsx';
import type { TypedDetails } from './use-card-fields.ts';
import { Loaded } from '../../ui/loaded.tsx';

/** Loads the provider's script, then shows the card form; name and postal code default to the member's. */
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
  /** Called when a hosted field takes the focus. */
  onFocus?: () => void;
  cardForm: Ref<CardFormHandle>;
  /** Shown when the form cannot be loaded: what is not lost, and an alternative. */
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
  return (
    <Loaded
      query={[config, provider]}
      what="the secure card form"
      title="The card form cannot be shown at the moment."
      kept={kept}
    >
      {([{ testPayments }, stripe]) => (
        <NewCardForm
          ref={cardForm}
          stripe={stripe}
          typed={{
            cardholderName: typed.cardholderName ?? memberName,
            postalCode: typed.postalCode ?? member?.address?.postalCd ?? '',
          }}
          onType={onType}
          onFocus={onFocus}
          testPayments={testPayments}
          isToKeep={isToKeep ?? false}
        />
      )}
    </Loaded>
  );
}
