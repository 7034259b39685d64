import { cents, ZERO, type Cents } from './money.ts';

/**
 * The processing fee, in cents: 1.25 % of the amount plus 48 cents, rounded half up to the cent (spec section 9). No
 * fee is charged on 0. Throws RangeError for a negative amount.
 */
export function processingFee(amount: Cents): Cents {
  if (amount < 0) throw new RangeError('no fee on a negative amount');
  if (amount === 0) return ZERO;
  return cents(Math.floor((amount * 125 + 5000) / 10_000) + 48);
}
