import * as z from 'zod/mini';
import { parseDate } from './dates.ts';

/**
 * The field of a birth date in a request: YYYY-MM-DD or MM/DD/YYYY, parsed to YYYY-MM-DD. Impossible dates are refused
 * with `message`; a date in the future needs the clock and is refused where the request is handled.
 */
export function birthDate(message: string) {
  return z.pipe(
    z.string(message).check(z.refine((text) => parseDate(text) !== undefined, message)),
    z.transform((text) => parseDate(text) ?? text),
  );
}

/** A birth date where the spec says 'Invalid Date of Birth' (section 5): member forms and account linking. */
export const BirthDate = birthDate('Invalid Date of Birth');
