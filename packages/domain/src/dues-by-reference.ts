/** Dues that anybody who signs in may pay, by the reference and last name on a letter (rules.md "Paying for a neighbor"). */
import * as z from 'zod/mini';
import { requiredText } from './free-text.ts';
import { WireCents, WireMoney } from './money.ts';
import { CardData } from './payment.ts';
import { NO_FIELDS } from './problem.ts';

const fields = {
  reference: requiredText('Enter the reference on the letter', { min: 3, max: 40 }),
  lastName: requiredText('Enter the last name on the letter', { min: 1, max: 100 }),
};

/** `POST /v2/dues-by-reference` */
export const DuesReference = z.object(fields, NO_FIELDS);
export type DuesReference = z.infer<typeof DuesReference>;

/** The answer: what is due, in dollars, and nothing else; 0 when it is paid, or cannot be paid now. */
export const DuesOfReference = z.object({ amount: WireMoney });
export type DuesOfReference = z.infer<typeof DuesOfReference>;

/** `POST /v2/dues-by-reference/pay`: amounts in cents, as in every payment by card. */
export const ReferencePayRequest = z.object(
  { ...fields, cardData: CardData, donationAmount: WireCents, processingFee: WireCents },
  NO_FIELDS,
);
export type ReferencePayRequest = z.infer<typeof ReferencePayRequest>;

/** A reference as it is stored: in capitals, without spaces. */
export const referenceOf = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase();
