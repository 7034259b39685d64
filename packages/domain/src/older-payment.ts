/**
 * The older payment screen, `POST /api/v1/donation/pay/` (spec sections 5, 7 and 8; rules.md "Payments"): a card number
 * is typed, and only published test numbers are accepted. Amounts are integer cents.
 */
import * as z from 'zod/mini';
import { CARD_EXPIRY_YEARS, MAX_PAYMENT_LINES } from './constants.ts';
import type { CalendarDate } from './dates.ts';
import { freeText, optionalText, requestText } from './free-text.ts';
import { IntegerCents, sumCents, WireCents, type Cents } from './money.ts';
import { NO_FIELDS } from './problem.ts';

/** Messages of the older screen (spec section 8). */
export const OLDER_PAYMENT_TEXTS = {
  declined: 'Your card was declined. Please verify that you entered it correctly or try a different card.',
  first6: 'First 6 card numbers are invalid.',
  last4: 'Last 4 card numbers are invalid.',
  unreachable: 'Error connecting to Payment Gateway',
} as const;

const NAME = 'cardholderName name is required';
const NUMBER = 'Invalid card number';
const MONTH = 'Select the month';
const YEAR = 'Select the year';
const CVV = 'Invalid CVV';

/** The maximum number of digits of a card number (spec section 5). */
const CARD_NUMBER_MAX = 16;
/** The maximum number of digits of a CVV (spec section 5). */
export const OLDER_CVV_MAX = 5;
/** The maximum length of a typed card number. */
export const TYPED_CARD_NUMBER_MAX = '#### #### #### ####'.length;

/** Groups the digits of a card number by four while it is typed (spec section 5). */
export function formatTypedCardNumber(text: string): string {
  return text
    .replace(/\D/g, '')
    .slice(0, CARD_NUMBER_MAX)
    .replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Digits as a text, with spaces or hyphens between them, or as a number. */
const digits = (pattern: RegExp, message: string) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], message),
      z.transform((value) => String(value).replace(/[\s-]/g, '')),
    ),
    z.string(message).check(z.regex(pattern, message)),
  );

const cardholderName = freeText(NAME).check(z.regex(/[\p{L}\p{N}_]{2,}$/u, NAME));
const cardNumber = digits(new RegExp(`^\\d{10,${CARD_NUMBER_MAX}}$`), NUMBER);
const month = digits(/^(0?[1-9]|1[0-2])$/, MONTH);
const year = digits(/^(20)?\d\d$/, YEAR);
const cvv = digits(new RegExp(`^\\d{3,${OLDER_CVV_MAX}}$`), CVV);

/** The card form of the older screen. */
export const OlderCardForm = z.object(
  { cardholderName, cardNumber, expMM: month, expYY: year, CCV: cvv },
  NO_FIELDS,
);
export type OlderCardForm = z.infer<typeof OlderCardForm>;

/** `POST /api/v1/donation/pay/`. */
export const OlderPayRequest = z.object(
  {
    memberName: optionalText('memberName'),
    memberId: z.string('memberId is required').check(z.minLength(1, 'memberId is required')),
    externalRef: optionalText('externalRef'),
    testMode: z.optional(z.nullable(z.boolean('testMode is true or false'))),
    orderTotal: WireCents,
    processingFee: WireCents,
    lineItems: z._default(
      z
        .array(z.object({ name: requestText('name'), price: WireCents }, NO_FIELDS), 'lineItems is a list')
        .check(z.maxLength(MAX_PAYMENT_LINES, `At most ${MAX_PAYMENT_LINES} line items`)),
      [],
    ),
    cardholderName,
    card: z.object({ cardNumber, expMonth: month, expYear: year, CVV: cvv }, NUMBER),
  },
  NO_FIELDS,
);
export type OlderPayRequest = z.infer<typeof OlderPayRequest>;

/** The answer of the older payment; payment_id and receipt_number only if it was approved. */
export const OlderPayAnswer = z.object({
  result: z.enum(['APPROVED', 'DECLINED', 'ERROR']),
  message: z.string(),
  amount_paid: IntegerCents,
  payment_id: z.nullable(z.string()),
  receipt_number: z.nullable(z.string()),
});
export type OlderPayAnswer = z.infer<typeof OlderPayAnswer>;

/** The years in a card's expiry list: this one and the eleven after it (spec section 5). */
export function cardExpiryYears(today: CalendarDate): number[] {
  return Array.from({ length: CARD_EXPIRY_YEARS }, (_, index) => Number(today.slice(0, 4)) + index);
}

/** Returns the expiry year of a card, given with two or four digits, as a four-digit number: `29` is 2029. */
export function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** The `externalRef` of a request that pays several dues (spec section 7). */
const SEVERAL = 'Multiple';

/**
 * Returns which dues a request pays, in cents. If each line item is named after the `externalRef` of a different due:
 * these dues, with the items' prices; else those of the request's own `externalRef`, with what its items add up to (none:
 * their balance); else all dues of one recipient (`unnamed`), with their whole balances. Undefined if its `externalRef`
 * is that of no dues.
 */
export function olderPaymentLines(
  { lineItems: items, externalRef }: Pick<OlderPayRequest, 'lineItems' | 'externalRef'>,
  dues: readonly { _id: string; externalRef: string | null; balance: Cents }[],
  unnamed: readonly { _id: string; balance: Cents }[] = dues,
): { donation_id: string; amount: Cents }[] | undefined {
  const named = items.flatMap(({ name, price }) => {
    const due = dues.find(({ externalRef }) => externalRef !== null && externalRef === name.trim());
    return due ? { donation_id: due._id, amount: price } : [];
  });
  const isEachOnce = new Set(named.map(({ donation_id }) => donation_id)).size === items.length;
  if (items.length && isEachOnce) return named;
  if (externalRef && externalRef !== SEVERAL) {
    const due = dues.find((one) => one.externalRef === externalRef);
    const amount = items.length ? sumCents(items.map(({ price }) => price)) : due?.balance;
    return due && amount !== undefined ? [{ donation_id: due._id, amount }] : undefined;
  }
  return unnamed.map(({ _id, balance }) => ({ donation_id: _id, amount: balance }));
}

/**
 * Returns null for a published test number; else `last4` if one of them has the same first six digits, or `first6` if
 * none has (spec section 8 has a message for each).
 */
export function testNumberProblem(number: string, published: Iterable<string>): 'first6' | 'last4' | null {
  let isStartKnown = false;
  for (const known of published) {
    if (known === number) return null;
    isStartKnown ||= known.slice(0, 6) === number.slice(0, 6);
  }
  return isStartKnown ? 'last4' : 'first6';
}
