import * as z from 'zod/mini';
import { noCardNumber } from './card-number.ts';
import { NAME_MAX } from './constants.ts';

// Invisible characters that turn around or break up the text beside them; half of a surrogate pair is not a character
// and cannot be stored as it is.
const CONTROL_CHARACTER = /[\u202a-\u202e\u2066-\u2069\p{Cs}]|(?![\t\n\r])\p{Cc}/u;

/**
 * How many blanks at its ends a text may have beyond its length; a longer one is refused before any expensive check.
 */
export const BLANKS_MAX = 1_000;

// Also invisible: zero-width blanks and joiners, the soft hyphen, and direction marks.
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const LINE_BREAKS = /[\t\v\f]|[\r\n\u0085\u2028\u2029]+/g;

/** Removes invisible characters: zero-width characters and direction marks. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** Returns a text as one line, without invisible characters: line breaks and tabs become blanks. */
export const oneLine = (text: string): string => withoutUnseen(text).replace(LINE_BREAKS, ' ');

/**
 * A field for text that people type: trimmed, `min` to `max` characters, no card numbers, no control characters, and
 * one line (`oneLine`) unless it `hasLines`. `message` is shown for a wrong type or length, `tooLong` for a text that
 * is too long, if it differs. Every text that is stored or mailed is such a field, or has a pattern that no card number
 * matches.
 */
export function freeText(
  message: string,
  { min = 0, max = NAME_MAX, tooLong = message, hasLines = false } = {},
) {
  return z.string(message).check(
    z.maxLength(max + BLANKS_MAX, { error: tooLong, abort: true }),
    z.overwrite(hasLines ? (text) => text : oneLine),
    z.trim(),
    z.minLength(min, message),
    z.maxLength(max, { error: tooLong, abort: true }),
    z.refine((text) => !CONTROL_CHARACTER.test(text), 'It contains a character that cannot be used'),
    noCardNumber,
  );
}

/** `freeText` that must be there: `message` is shown for a text that is missing or too short, never for one that is too long. */
export function requiredText(message: string, { min = 1, max = NAME_MAX, hasLines = false } = {}) {
  return freeText(message, { min, max, tooLong: `At most ${max} characters`, hasLines });
}

/** A request text that no person types, of at most `max` characters; the message names the field. */
export function requestText(field: string, max = 200) {
  return freeText(`${field} is a text of at most ${max}`, { max });
}

/**
 * A text made by a program, such as a cursor: 1 to `max` characters of base64url. Its digits may be a card number by
 * chance, so these texts are never stored.
 */
export function opaqueText(message: string, max = 200) {
  return z
    .string(message)
    .check(z.maxLength(max, { error: message, abort: true }), z.regex(/^[\w.~-]+$/, message));
}

/** `requestText` that may be missing or null. */
export function optionalText(field: string, max?: number) {
  return z.optional(z.nullable(requestText(field, max)));
}
