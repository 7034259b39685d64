/**
 * Money is an integer number of cents, in every layer (rules.md "Money"). Only the wire has dollars, as JSON numbers
 * with at most two decimals.
 */
import * as z from 'zod/mini';

declare const centsBrand: unique symbol;
/** An integer number of cents; may be negative in a ledger posting. */
export type Cents = number & { readonly [centsBrand]: true };

/** Marks an integer as cents. Throws RangeError for anything but a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer number of cents: ${value}`);
  return (Object.is(value, -0) ? 0 : value) as Cents;
}

/** 0 cents. */
export const ZERO = cents(0);

/** Sum of amounts, in cents. Throws RangeError beyond the safe integers. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

const moneyPattern = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/**
 * Parses text such as `12`, `12.5`, `$1,234.56` to cents, by splitting at the point and never through a float.
 * Undefined if the text is not an amount with at most two decimals.
 */
export function centsFromText(text: string): Cents | undefined {
  const match = moneyPattern.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const digits = `${whole.replaceAll(',', '')}${fraction.padEnd(2, '0')}`;
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) return undefined;
  return cents(sign ? -value : value);
}

/** Converts dollars on the wire to cents. Throws RangeError if they have more than two decimals. */
export function centsFromDollars(dollars: number): Cents {
  const value = centsFromText(String(dollars));
  if (value === undefined) throw new RangeError(`not an amount in dollars: ${dollars}`);
  return value;
}

/** Converts cents to dollars for the wire: a number with at most two decimals. */
export function dollarsFromCents(amount: Cents): number {
  return Number(plainMoney(amount));
}

/** Cents as `1234.56`, without a currency sign: for inputs and exports. */
export function plainMoney(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const signs: Readonly<Record<string, string>> = { usd: '$', eur: '€', gbp: '£', cad: 'CA$', aud: 'A$' };

/** Cents as `$1,234.56`: always two decimals and the currency sign (spec section 9). */
export function showMoney(amount: Cents, currency = 'usd'): string {
  const [whole = '0', fraction = '00'] = plainMoney(cents(Math.abs(amount))).split('.');
  const sign = signs[currency.toLowerCase()] ?? `${currency.toUpperCase()} `;
  return `${amount < 0 ? '-' : ''}${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** An amount in dollars on the wire, parsed to cents: a number with at most two decimals. */
export const WireMoney = z.pipe(
  z
    .number('An amount is a number')
    .check(
      z.refine((value) => centsFromText(String(value)) !== undefined, 'An amount has at most two decimals'),
    ),
  z.transform(centsFromDollars),
);

/** Refuses what is no integer, or below zero where that is not asked for. */
export const NOT_CENTS = 'Amounts are integer cents';

/** An integer number of cents in JSON, in replies and in the browser's storage. */
export const IntegerCents = z.pipe(
  z.number(NOT_CENTS).check(z.refine(Number.isSafeInteger, NOT_CENTS)),
  z.transform(cents),
);

/** An amount in integer cents in a pay request: positive or zero, and small enough for a card. */
export const WireCents = z.pipe(
  z.number(NOT_CENTS).check(
    z.refine((value) => Number.isSafeInteger(value) && value >= 0, NOT_CENTS),
    // With its fee an amount must stay within the eight digits that Stripe accepts: 99,999,999.
    z.maximum(98_000_000, 'The amount is too large'),
  ),
  z.transform(cents),
);

/** Divides an amount over parts in proportion to their own amounts, to the cent: the last one takes what is left. */
export function inProportion<T extends { amount: Cents }>(amount: Cents, parts: readonly T[]): T[] {
  const total = sumCents(parts.map((one) => one.amount));
  let left: number = amount;
  return parts.map((one, index) => {
    const isLast = index === parts.length - 1;
    const part = isLast || total === 0 ? left : Math.round((amount * one.amount) / total);
    left -= part;
    return { ...one, amount: cents(part) };
  });
}
