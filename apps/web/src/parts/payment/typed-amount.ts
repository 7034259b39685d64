import { cents, centsFromText, ZERO, type Cents } from '@kinfold/domain/money';
import { OFFICE_METHODS } from '@kinfold/domain/office-payment';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';

/** The most that one payment at the office may be: $980,000.00, as for cards. */
const MOST = cents(98_000_000);

/** An amount as it is typed, above zero and at most `most`. */
export const typedAmount = (most: Cents = MOST) =>
  z.string().check(
    z.trim(),
    z.refine((text) => centsFromText(text) !== undefined, 'Enter an amount like 12.25'),
    z.refine((text) => (centsFromText(text) ?? most) > 0, 'Enter an amount above zero'),
    z.refine((text) => (centsFromText(text) ?? most) <= most, `This is too much: at most ${money(most)}`),
  );

/** The amount of a field that `typedAmount` accepts, in cents. */
export const amountOf = (text: string): Cents => centsFromText(text) ?? ZERO;

/** A method as it is chosen. */
export const chosenMethod = z.enum(OFFICE_METHODS);

/** A reason, which is kept in the history. */
export const typedReason = z.string().check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(300, 'Say why'));
