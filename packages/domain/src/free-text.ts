import * as z from 'zod/mini';
import { noCardNumber } from './card-number.ts';
import { NAME_MAX } from './constants.ts';

// They are not seen, and turn around or break up what stands beside them.
const CONTROL_CHARACTER = /[\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/u;

/** How many blanks at its ends a text may have beyond its length: what is longer is refused before anything that costs. */
export const BLANKS_MAX = 1_000;

/**
 * A field for text that people type: trimmed, `min` to `max` characters, no card numbers, no control characters. `message`
 * is shown for a wrong type or length, `tooLong` where it is another for what is too long. Every text that is stored or
 * mailed is such a field, or has a pattern that no card number fits.
 */
export function freeText(message: string, { min = 0, max = NAME_MAX, tooLong = message } = {}) {
  return z.string(message).check(
    z.maxLength(max + BLANKS_MAX, { error: tooLong, abort: true }),
    z.trim(),
    z.minLength(min, message),
    z.maxLength(max, { error: tooLong, abort: true }),
    z.refine((text) => !CONTROL_CHARACTER.test(text), 'There is a character in it that cannot be used'),
    noCardNumber,
  );
}

/** A text of a request that no person types, of at most `max` characters; the message names the field. */
export function requestText(field: string, max = 200) {
  return freeText(`${field} is a text of at most ${max}`, { max });
}

/**
 * A text that a program made, such as a cursor: 1 to `max` letters, digits and marks of base64url. By chance its digits may
 * be those of a card number, so what is taken by this is stored nowhere.
 */
export function opaqueText(message: string, max = 200) {
  return z
    .string(message)
    .check(z.maxLength(max, { error: message, abort: true }), z.regex(/^[\w.~-]+$/, message));
}

/** The same as `requestText` where it may be missing or null. */
export function optionalText(field: string, max?: number) {
  return z.optional(z.nullable(requestText(field, max)));
}
