import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random letters and digits, uniformly distributed. */
export function randomText(length: number): string {
  let result = '';
  while (result.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: avoids modulo bias.
      if (byte < 248 && result.length < length) result += ALPHABET[byte % 62] ?? '';
    }
  }
  return result;
}

/** A new id in Stripe's format, for example `pi_` and 24 characters. */
export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;
