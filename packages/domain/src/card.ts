import * as z from 'zod/mini';
import { noCardNumber } from './card-number.ts';
import { NO_FIELDS } from './problem.ts';

/** A saved card on the wire. `expirationDate` is the month's digits, then the year's: `0429`. */
export const SavedCard = z.object({
  id: z.string(),
  token: z.string(),
  cardType: z.string(),
  last4: z.string(),
  first6: z.nullable(z.string()),
  expirationDate: z.string(),
  isExpired: z.boolean(),
});
export type SavedCard = z.infer<typeof SavedCard>;

const SETUP_TOKEN = 'setup_token is what the card provider’s fields gave';

/** `POST /api/v1/member/{id}/cards`: the setup intent that succeeded, or the payment method that it made. */
export const CardSetup = z.object(
  {
    setup_token: z
      .string(SETUP_TOKEN)
      .check(z.maxLength(255, SETUP_TOKEN), z.regex(/^(seti|pm)_\w+$/, SETUP_TOKEN), noCardNumber),
  },
  NO_FIELDS,
);

/** What the browser needs to hand a new card to the provider. */
export const CardSetupAnswer = z.object({ client_secret: z.string() });

/** Month and year of a card as `expirationDate`: two digits each. */
export function cardExpirationDate(month: number, year: number): string {
  return `${String(month).padStart(2, '0')}${String(year % 100).padStart(2, '0')}`;
}

/** `0429` as `04/29`. */
export function showExpirationDate(expirationDate: string): string {
  return `${expirationDate.slice(0, 2)}/${expirationDate.slice(-2)}`;
}

/** A card is good through the last day of its month, everywhere on Earth. */
export function isCardExpired(month: number, year: number, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1) + 12 * 3_600_000;
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The provider's brand word as people know it. */
export function cardTypeOf(brand: string): string {
  const name = brand.toLowerCase();
  return (Object.hasOwn(brands, name) ? brands[name] : undefined) ?? 'Card';
}
