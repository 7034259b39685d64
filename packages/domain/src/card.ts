import * as z from 'zod/mini';
import { noCardNumber } from './card-number.ts';
import type { CalendarDate } from './dates.ts';
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

/** The message to a member whose card could not be saved. */
export const CARD_NOT_SAVED = 'This card was not saved. Please enter it again.';

/** `POST /api/v1/member/{id}/cards`: the Stripe setup intent of the new card. */
export const CardSetup = z.object(
  {
    setup_token: z
      .string(CARD_NOT_SAVED)
      .check(
        z.maxLength(255, { error: CARD_NOT_SAVED, abort: true }),
        z.regex(/^seti_\w+$/, CARD_NOT_SAVED),
        noCardNumber,
      ),
  },
  NO_FIELDS,
);

/** What Stripe's script needs to save a new card. */
export const CardSetupAnswer = z.object({ client_secret: z.string() });

/** Month (1 to 12) and year of a card as `expirationDate`, two digits each: `0429`. */
export function cardExpirationDate(month: number, year: number): string {
  return `${String(month).padStart(2, '0')}${String(year % 100).padStart(2, '0')}`;
}

/** `0429` as `04/29`. */
export function showExpirationDate(expirationDate: string): string {
  return `${expirationDate.slice(0, 2)}/${expirationDate.slice(-2)}`;
}

/** Returns whether a card has expired on a day: it is valid through the last day of its month (1 to 12). */
export function isCardExpired(month: number, year: number, today: CalendarDate): boolean {
  return today.slice(0, 7) > `${year}-${String(month).padStart(2, '0')}`;
}

/** The minimum and maximum length of a billing postal code, of any country. */
export const BILLING_POSTAL_CODE = { min: 3, max: 12 } as const;

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The name of a card network for Stripe's `brand`; `Card` for one that is not known. */
export function cardTypeOf(brand: string): string {
  const name = brand.toLowerCase();
  return (Object.hasOwn(brands, name) ? brands[name] : undefined) ?? 'Card';
}
