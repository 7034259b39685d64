import type { Cents } from '@kinfold/domain/money';
import type { CardData } from '@kinfold/domain/payment';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useClientConfig } from '../../lib/client-config.ts';
import { cardProviderQuery } from '../../queries/card-provider.ts';
import './wallet.scss';

const WalletButtons = lazy(() =>
  import('./wallet-buttons.tsx').then((module) => ({ default: module.WalletButtons })),
);

const NONE = 'kinfold.no-wallet';

/**
 * The wallets that this browser and the deployment's keys offer, above the card. Its space is reserved from the start,
 * to avoid layout shift, unless the browser offered none the last time. A failure to load the provider's script is not
 * shown, because the card below works as well.
 */
export function WalletPart({ total, onPayWith }: { total: Cents; onPayWith: (card: CardData) => void }) {
  const { data: config } = useClientConfig();
  const [offers, setOffers] = useState<boolean>();
  const [hadNone] = useState(() => localStorage.getItem(NONE) !== null);
  const { data: stripe } = useQuery({
    ...cardProviderQuery(config ?? { stripeScriptUrl: '', stripePublishableKey: '' }),
    enabled: config !== undefined,
  });
  const onOffer = (isOffered: boolean) => {
    setOffers(isOffered);
    if (isOffered) localStorage.removeItem(NONE);
    else localStorage.setItem(NONE, 'true');
  };
  return (
    // Inert while empty: otherwise the focus could enter it and get lost if the provider offers nothing.
    <div className={hadNone && !offers ? 'wallets is-empty' : 'wallets'} inert={!offers}>
      {stripe && config && offers !== false && (
        <Suspense fallback={null}>
          <WalletButtons
            stripe={stripe}
            currency={config.currency}
            total={total}
            onOffer={onOffer}
            onPayWith={onPayWith}
          />
        </Suspense>
      )}
      {offers && <p className="muted">Or pay with the card below.</p>}
    </div>
  );
}
