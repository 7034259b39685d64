/**
 * The numbers of letters of coverage: the holder of a letter checks by its number whether it is still true. They have
 * 60 random bits, so that none can be guessed.
 */
import * as z from 'zod/mini';

/** Crockford's Base 32: without I, L, O and U, which are mistaken for others. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** The maximum length of a typed number. */
export const LETTER_NUMBER_MAX = 40;

/** Returns a letter number made of 12 bytes, using 5 bits of each: `C-7K3M-9QX2-4DTR`. */
export function letterNumber(bytes: Uint8Array): string {
  const signs = Array.from({ length: LENGTH }, (_, index) => SIGNS[(bytes[index] ?? 0) & 31]).join('');
  return `C-${signs.slice(0, 4)}-${signs.slice(4, 8)}-${signs.slice(8)}`;
}

/**
 * Returns a letter number as printed, from one as typed: in any case, with or without C and dashes; undefined if it is
 * none.
 */
export function parseLetterNumber(typed: string): string | undefined {
  const signs = typed
    .toUpperCase()
    // The C of all numbers is a separate group; a number may begin with another C.
    .replace(/^\s*C[\s\p{Pd}]/u, '')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const own = signs.length > LENGTH ? signs.replace(/^C/, '') : signs;
  if (own.length !== LENGTH || [...own].some((sign) => !SIGNS.includes(sign))) return undefined;
  return letterNumber(Uint8Array.from(own, (sign) => SIGNS.indexOf(sign)));
}

/** `GET /v2/coverage-letters/{number}`: when a letter was issued, and whether each cover in it is still as it says. */
export const CheckedLetter = z.object({ issuedOn: z.string(), isTrue: z.boolean() });
export type CheckedLetter = z.infer<typeof CheckedLetter>;
