import type { StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** The theme colours as values: CSS variables do not reach the iframes of the provider. */
function readStyle(): StripeElementStyle {
  const theme = getComputedStyle(document.documentElement);
  const colour = (name: string) => theme.getPropertyValue(name).trim();
  // The text size of the page, limited so that a card number fits on a small phone.
  const size = Math.min(parseFloat(getComputedStyle(document.body).fontSize) || 18, 24);
  return {
    base: {
      color: colour('--kf-ink'),
      iconColor: colour('--kf-muted'),
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSize: `${size}px`,
      lineHeight: '1.3',
      '::placeholder': { color: colour('--kf-muted') },
    },
    invalid: { color: colour('--kf-danger'), iconColor: colour('--kf-danger') },
  };
}

/** The style of the hosted fields; follows the colour scheme. */
export function useHostedFieldStyle(): StripeElementStyle {
  const [style, setStyle] = useState(readStyle);
  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setStyle(readStyle());
    scheme.addEventListener('change', follow);
    return () => scheme.removeEventListener('change', follow);
  }, []);
  return style;
}
