/** Sign-in, sign-up and account forms (spec section 5, rules.md "Identity"). */
import * as z from 'zod/mini';
import { BirthDate } from './birth-date.ts';
import { Email, EMAIL_MAX } from './email.ts';
import { freeText } from './free-text.ts';
import { INVALID_PHONE, phoneDigits } from './phone.ts';
import { NO_FIELDS } from './problem.ts';
import { countLettersAndDigits } from './text.ts';

export const SIGN_IN_FAILED = 'Invalid username or password.';
/** Told to who knows the password of a sign-in whose member has died; everybody else reads `SIGN_IN_FAILED`. */
export const SIGN_IN_ENDED =
  'Nobody can sign in with this account any more. Your church or community will help you with an account of your own.';

/** The sign-in form. It does not check the password rule: a password may be older than the rule. */
export const SignInForm = z.object(
  {
    username: Email,
    password: z.string('Enter your password').check(z.minLength(1, 'Enter your password')),
  },
  NO_FIELDS,
);
export type SignInForm = z.infer<typeof SignInForm>;

/** `POST /v2/token`: accepts any text; one that is too long gets the same message as a wrong one. */
export const TokenRequest = z.object(
  {
    username: z
      .string('Enter your email')
      .check(
        z.minLength(1, 'Enter your email'),
        z.maxLength(EMAIL_MAX, { error: SIGN_IN_FAILED, abort: true }),
      ),
    password: z
      .string('Enter your password')
      .check(
        z.minLength(1, 'Enter your password'),
        z.maxLength(1000, { error: SIGN_IN_FAILED, abort: true }),
      ),
  },
  NO_FIELDS,
);

/** A confirmation code: EV and at least four letters or digits. Blanks and hyphens are removed first. */
export const ConfirmationCode = z.string('Not valid').check(
  z.overwrite((code) => code.replace(/[\s\p{Pd}\u00ad\u200b]/gu, '')),
  z.regex(/^EV[A-Za-z0-9]{4,64}$/, 'Not valid'),
);

/** `POST /confirm-email`. */
export const ConfirmEmailForm = z.object({ email: Email, code: ConfirmationCode }, NO_FIELDS);

/** The forgot-password form, and `POST /confirm-email/resend`. */
export const EmailForm = z.object({ email: Email }, NO_FIELDS);

/** Answer of `POST /change-password`: the e-mail to sign in with. */
export const PasswordAnswer = z.object({ email: z.string() });

/** The link-account form (spec section 5), the client's first answer to what is typed: the server takes more (`AccountLinkRequest`). */
export const AccountLinkForm = z.object(
  {
    lastNm: freeText('Invalid Last Name').check(
      z.refine((name) => countLettersAndDigits(name) >= 3, 'Invalid Last Name'),
    ),
    birthDt: BirthDate,
    // Any part of a number that contains its last four digits, which are compared.
    phone: freeText(INVALID_PHONE).check(z.refine((text) => phoneDigits(text).length >= 4, INVALID_PHONE)),
  },
  NO_FIELDS,
);

/** The code of the answer where several members fit and only their first names tell them apart: `firstNm` is sent then. */
export const FIRST_NAME_NEEDED = 'first_name_needed';

/** `POST /v2/identity/account-link`: any last name with a letter, as Xu, Ng and Li are whole ones. */
export const AccountLinkRequest = z.extend(AccountLinkForm, {
  lastNm: freeText('Invalid Last Name').check(z.refine((name) => /\p{L}/u.test(name), 'Invalid Last Name')),
  firstNm: z.optional(z.nullable(freeText('Invalid First Name'))),
});

/** `POST /token/refresh`. */
export const RefreshRequest = z.object(
  {
    userToken: z
      .string('userToken is required')
      .check(
        z.minLength(1, 'userToken is required'),
        z.maxLength(500, { error: 'userToken is too long', abort: true }),
      ),
  },
  NO_FIELDS,
);

/** Answer of `POST /v2/token` and of account linking. */
export const TokenAnswer = z.object({
  access_token: z.string(),
  user_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
});
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** Answer of `POST /token/refresh`; `token` is the new user token. */
export const RefreshAnswer = z.object({
  token: z.string(),
  access_token: z.string(),
  expires_in: z.number(),
});

/** Claims of an access token: user, member (null when not linked), organization and e-mail. */
export const AccessClaims = z.object({
  sub: z.string(),
  mid: z.nullable(z.string()),
  oid: z.nullable(z.string()),
  email: z.string(),
});
export type AccessClaims = z.infer<typeof AccessClaims>;
