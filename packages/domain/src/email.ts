import * as z from 'zod/mini';
import { noCardNumber } from './card-number.ts';
import { BLANKS_MAX } from './free-text.ts';

/** The longest address that SMTP carries (RFC 5321 section 4.5.3.1.3: a path of 256 with its angle brackets). */
export const EMAIL_MAX = 254;

export const INVALID_EMAIL = 'Invalid email address';

// A dot is allowed only between other characters; labels of a host neither start nor end with a hyphen.
const emailPattern =
  /^[^\s\p{Cc}@<>()[\],;:"\\.]+(\.[^\s\p{Cc}@<>()[\],;:"\\.]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/u;

/** An e-mail address, in lower case (rules.md "Identity": compared in lower case). */
export const Email = z.string(INVALID_EMAIL).check(
  // This check comes first: the cost of the pattern and the card number search grows with the length.
  z.maxLength(EMAIL_MAX + BLANKS_MAX, { error: INVALID_EMAIL, abort: true }),
  z.trim(),
  z.toLowerCase(),
  z.maxLength(EMAIL_MAX, { error: INVALID_EMAIL, abort: true }),
  z.regex(emailPattern, INVALID_EMAIL),
  noCardNumber,
);
