import * as z from 'zod/mini';
import { noCardNumber } from './card-number.ts';
import { NAME_MAX } from './constants.ts';

/**
 * A field for what people type: trimmed, from `min` to `max` characters, without card numbers. Whatever is stored,
 * mailed or sent on is one of these, or has a pattern that lets no card number through.
 */
export function freeText(message: string, { min = 0, max = NAME_MAX, tooLong = message } = {}) {
  return z
    .string(message)
    .check(
      z.trim(),
      z.minLength(min, message),
      z.maxLength(max, { error: tooLong, abort: true }),
      noCardNumber,
    );
}
