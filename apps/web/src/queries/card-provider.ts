/**
 * The card provider's script, from the configured address (design payments.md: load it first, then `loadStripe`,
 * which fetches from Stripe's own address only, but takes a `window.Stripe` that is there).
 */
import { queryOptions } from '@tanstack/react-query';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { Problem } from '../lib/problem.ts';

const unavailable = () =>
  new Problem({ code: 'card_form_unavailable', detail: 'The secure card form could not be loaded.' });

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove(); // so that another try fetches it again
      reject(unavailable());
    };
    document.head.append(script);
  });
}

/** The provider's object for a publishable key. Throws a Problem when the script cannot be had; another call tries again. */
async function loadCardProvider(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  if (!window.Stripe) await loadScript(scriptUrl);
  if (!window.Stripe) throw unavailable();
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw unavailable();
  return stripe;
}

/** The provider's object as a query: one for the whole visit, loaded when a card form or a bank's question needs it. */
export function cardProviderQuery(config: { stripeScriptUrl: string; stripePublishableKey: string }) {
  return queryOptions({
    queryKey: ['card-provider', config.stripeScriptUrl, config.stripePublishableKey],
    queryFn: () => loadCardProvider(config.stripeScriptUrl, config.stripePublishableKey),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: 1,
    structuralSharing: false,
  });
}
