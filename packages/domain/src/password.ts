/** New passwords: the rule, and the forms that ask for one (spec section 5, rules.md "Identity"). */
import * as z from 'zod/mini';
import { Email } from './email.ts';
import { NO_FIELDS } from './problem.ts';

const PASSWORD_RULE =
  'Minimum 6 characters, at least one uppercase letter, one lowercase letter and one number.';
const passwordPattern = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d@$!%*?&]{6,72}$/;

/** A new password: 6 to 72 letters, digits and @$!%*?& with a lower case letter, an upper case one and a digit. */
export const Password = z.string(PASSWORD_RULE).check(z.regex(passwordPattern, PASSWORD_RULE));

/** Lists the characters of a password that the rule does not allow, as a sentence: 'A space or - cannot be used'. */
export function forbiddenInPassword(password: string): string | undefined {
  const found = [...new Set(password)].filter((character) => !/[A-Za-z\d@$!%*?&]/.test(character));
  const signs = found.filter((character) => !/\s/.test(character)).toSorted();
  const names = signs.length < found.length ? ['A space', ...signs] : signs;
  const last = names.pop();
  if (last === undefined) return undefined;
  return `${names.length ? `${names.join(', ')} or ${last}` : last} cannot be used`;
}

/** The parts of the password rule, for a live checklist; `problem` names the characters that cannot be used. */
export function passwordChecks(
  password: string,
): { label: string; isMet: boolean; problem?: string | undefined }[] {
  const problem = forbiddenInPassword(password);
  return [
    { label: 'At least 6 characters', isMet: password.length >= 6 },
    { label: 'A lowercase letter', isMet: /[a-z]/.test(password) },
    { label: 'An uppercase letter', isMet: /[A-Z]/.test(password) },
    { label: 'A number', isMet: /\d/.test(password) },
    { label: 'Only letters, numbers and @$!%*?&', isMet: problem === undefined, problem },
    ...(password.length > 72 ? [{ label: 'At most 72 characters', isMet: false }] : []),
  ];
}

const PASSWORD_DIFFERS = 'Password does not match';
/** A new password, typed twice. */
const newPassword = { password: Password, confirmPassword: z.string(PASSWORD_DIFFERS) };
const isConfirmed = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { error: PASSWORD_DIFFERS, path: ['confirmPassword'] },
);

/** The form of a new password for an existing account. */
export const NewPasswordForm = z.object(newPassword, NO_FIELDS).check(isConfirmed);

/** The sign-up form and `POST /register`. */
export const RegistrationForm = z
  .object({ email: Email, ...newPassword, terms: z.literal(true, 'You must accept the terms') }, NO_FIELDS)
  .check(isConfirmed);
export type RegistrationForm = z.infer<typeof RegistrationForm>;

/** `POST /change-password`: the code of the mail's link and the new password. */
export const ChangePasswordForm = z.object(
  {
    code: z
      .string('The link is not complete')
      .check(
        z.minLength(1, 'The link is not complete'),
        z.maxLength(500, { error: 'The link is not complete', abort: true }),
      ),
    password: Password,
  },
  NO_FIELDS,
);

const OldPassword = z
  .string('Enter your old password')
  .check(
    z.minLength(1, 'Enter your old password'),
    z.maxLength(1000, { error: 'This is not your old password', abort: true }),
  );

/** `POST /v2/identity/password`: a new password for a signed-in user who knows the old one. */
export const OwnPasswordRequest = z.object({ oldPassword: OldPassword, password: Password }, NO_FIELDS);

/** Its form, in the profile. */
export const OwnPasswordForm = z
  .object({ oldPassword: OldPassword, ...newPassword }, NO_FIELDS)
  .check(isConfirmed);
