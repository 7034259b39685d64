import * as z from 'zod/mini';
import { freeText } from './free-text.ts';

export const INVALID_PHONE = 'Invalid Phone Number';

/** A phone number of a member or an organization on the wire. */
export const Phone = z.object({ phoneNbr: z.string() });

/** The digits of a phone number. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Returns whether a text has the ten digits of a US phone number. */
export function isValidPhone(text: string): boolean {
  return phoneDigits(text).length === 10;
}

/** The field of a phone number: ten digits with any separators. */
export const PhoneNumber = freeText(INVALID_PHONE).check(
  z.refine((text) => isValidPhone(text) && /^[\d\s().+/-]*$/.test(text), INVALID_PHONE),
);

/** Formats ten digits as (xxx) xxx-xxxx; anything else is only trimmed, to be shown as invalid (spec section 5). */
export function showPhone(text: string): string {
  const digits = phoneDigits(text);
  return digits.length === 10
    ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    : text.trim();
}

/** The maximum length of a phone number as typed or pasted, with its country code. */
export const TYPED_PHONE_MAX = '+1 (###) ###-####'.length;

/**
 * Formats a phone number while it is typed: (###) ###-####. A leading 1 is the country code and is dropped: no area code
 * begins with 1, and with it the last digit would be cut off.
 */
export function formatTypedPhone(text: string): string {
  const digits = phoneDigits(text).replace(/^1/, '').slice(0, 10);
  if (digits.length < 4) return digits;
  if (digits.length < 7) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
