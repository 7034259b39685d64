/**
 * The card provider's script, from the configured address (payments.md). It is loaded first, because
 * `loadStripe` on its own loads from Stripe's address only; it uses an existing `window.Stripe`.
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
      script.remove(); // so that the next attempt loads it again
      reject(unavailable());
    };
    document.head.append(script);
  });
}

/**
 * The Stripe object of a publishable key. Throws a Problem when the script fails to load; the next call tries again.
 */
async function loadCardProvider(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  if (!window.Stripe) await loadScript(scriptUrl);
  if (!window.Stripe) throw unavailable();
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw unavailable();
  return stripe;
}

/** The Stripe object, loaded once for the first card form or bank confirmation (3-D Secure). */
export function cardProviderQuery(config: { stripeScriptUrl: string; stripePublishableKey: string }) {
  return queryOptions({
    queryKey: ['card-provider', config.stripeScriptUrl, config.stripePublishableKey],
    queryFn: () => loadCardProvider(config.stripeScriptUrl, config.stripePublishableKey),
    staleTime: 'static',
    gcTime: Infinity,
    retry: 1,
    structuralSharing: false,
  });
}
