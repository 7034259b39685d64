/** Sign-in, sign-up and account forms (spec section 5, rules.md "Identity"). */
import * as z from 'zod/mini';
import { Email, EMAIL_MAX } from './email.ts';
import { NO_FIELDS } from './problem.ts';

export const SIGN_IN_FAILED = 'Invalid username or password.';
/** Shown to users who know the password of a sign-in whose member has died; everybody else reads `SIGN_IN_FAILED`. */
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
