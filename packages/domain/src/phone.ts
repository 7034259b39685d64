import * as z from 'zod/mini';
import { freeText } from './free-text.ts';

export const INVALID_PHONE = 'Invalid Phone Number';

/** The digits of a phone number. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** The calling code that a number of another country begins with: of one, two or three digits. */
const CALLING_CODE = /^(7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-689]\d\d)/;

/** The digits of a number of another country with its calling code; undefined for one of the deployment's own (+1). */
function abroad(text: string): string | undefined {
  const written = text.trim().replace('(0)', '');
  const digits = phoneDigits(written);
  const isAbroad = written.startsWith('+') || (written.startsWith('00') && digits.length !== 10);
  if (!isAbroad) return undefined;
  const whole = written.startsWith('+') ? digits : digits.slice(2);
  return CALLING_CODE.test(whole) && whole.length >= 8 && whole.length <= 15 ? whole : undefined;
}

/** The ten digits of a number of the deployment's own country: alone, or after its +1; undefined for others. */
function atHome(text: string): string | undefined {
  const digits = phoneDigits(text);
  if (digits.length === 10 && !text.trim().startsWith('+')) return digits;
  return /^\s*(\+|00)1/.test(text) && digits.length - digits.indexOf('1') === 11
    ? digits.slice(-10)
    : undefined;
}

/** Whether a text is a phone number: ten digits, or a number of another country after a plus. */
export function isValidPhone(text: string): boolean {
  return atHome(text) !== undefined || abroad(text) !== undefined;
}

/** A number as it is stored: ten digits, or E.164 (`+442079460958`) for another country; of what is neither its digits. */
export function storedPhone(text: string): string {
  const foreign = abroad(text);
  return atHome(text) ?? (foreign === undefined ? phoneDigits(text) : `+${foreign}`);
}

/** A number as a telephone dials it from anywhere: E.164. */
export function dialedPhone(text: string): string {
  const stored = storedPhone(text);
  return stored.startsWith('+') ? stored : `+1${stored}`;
}

/** A number of another country without its calling code; undefined for one of the deployment's own. */
export function nationalDigits(text: string): string | undefined {
  return abroad(text)?.replace(CALLING_CODE, '');
}

/** How some countries set the digits after their code apart; others: by three, at the end by four. */
const GROUPS: Readonly<Record<string, string>> = {
  '33': '12222',
  '34': '333',
  '44': '46',
  '4420': '244',
  '47': '2222',
  '52': '244',
  '55': '254',
  '61': '144',
  '614': '333',
  '82': '244',
  '86': '344',
  '91': '55',
  '251': '234',
  '254': '36',
  '291': '133',
};

/** The digits of a number of another country as that writes them: `+44 20 7946 0958`; also while it is typed. */
function showAbroad(digits: string): string {
  const code = CALLING_CODE.exec(digits)?.[0];
  if (code === undefined) return `+${digits}`;
  const pattern = [4, 3, 2].map((length) => GROUPS[digits.slice(0, length)]).find(Boolean) ?? '';
  const groups: string[] = [];
  let rest = digits.slice(code.length);
  for (const size of [...pattern].map(Number)) {
    if (rest) groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  while (rest) {
    const size = rest.length <= 4 ? rest.length : 3;
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [`+${code}`, ...groups].join(' ');
}

/** The field of a phone number: ten digits, however they are set apart, or a number of another country after a plus. */
export const PhoneNumber = freeText(INVALID_PHONE).check(
  z.refine((text) => isValidPhone(text) && /^[\d\s().+/-]*$/.test(text), INVALID_PHONE),
);

/**
 * Ten digits as (xxx) xxx-xxxx, a number of another country as that writes it; anything else unchanged but trimmed, to be
 * shown as invalid (spec section 5).
 */
export function showPhone(text: string): string {
  const digits = atHome(text);
  if (digits !== undefined) return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  const foreign = abroad(text);
  return foreign === undefined ? text.trim() : showAbroad(foreign);
}

/** The maximum length of a phone number as typed or pasted, with its country code. */
export const TYPED_PHONE_MAX = '+### ### ### ### ####'.length;

/**
 * Formats a phone number while it is typed: (###) ###-####, or of another country after its plus. A leading 1 is the country code and is dropped: no area code
 * begins with 1, and with it the last digit would be cut off.
 */
export function formatTypedPhone(text: string): string {
  const typed = text.trim();
  if (typed === '+') return typed;
  if (typed.startsWith('+') && !/^\+\D*1/.test(typed)) return showAbroad(phoneDigits(typed).slice(0, 15));
  const digits = phoneDigits(text).replace(/^1/, '').slice(0, 10);
  if (digits.length < 4) return digits;
  if (digits.length < 7) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
