/** The calls of making, confirming and linking an account. None but linking needs a sign-in. */
import { PasswordAnswer, TokenAnswer, type RegistrationForm } from '@kinfold/domain/identity';
import { paths } from '../../paths.ts';
import { http } from '../../lib/http.ts';
import { session } from '../../lib/session.ts';
import { beginSession } from './identity-queries.ts';

/** Where the link of the mail leads: a page of this origin. */
const callBack = (path: string) => ({
  isPublic: true,
  headers: { callbackUrl: new URL(path, location.origin).href },
});

/** `POST /register`. Throws 409 `email_exists`. */
export async function register(form: RegistrationForm): Promise<void> {
  await http.postRaw('/register', form, callBack(paths.confirmEmail.path));
}

/** `POST /confirm-email`. Throws 404 when the code is not valid or expired. */
export async function confirmEmail(form: { email: string; code: string }): Promise<void> {
  await http.postRaw('/confirm-email', form, { isPublic: true });
}

/** `POST /confirm-email/resend`. */
export async function resendConfirmation(email: string): Promise<void> {
  await http.postRaw('/confirm-email/resend', { email }, callBack(paths.confirmEmail.path));
}

/** `POST /forgot-password`. Throws 404 for an address that is not registered or not confirmed. */
export async function forgotPassword(email: string): Promise<void> {
  await http.postRaw('/forgot-password', { email }, callBack(paths.resetPassword.path));
}

/**
 * `POST /change-password`; gives the e-mail it is for. The server ends every sign-in of this person, so this browser
 * forgets its own.
 */
export async function changePassword(form: { code: string; password: string }): Promise<string> {
  const { email } = await http.post('/change-password', form, PasswordAnswer, { isPublic: true });
  session.signOut();
  return email;
}

/** `POST /v2/identity/account-link`; the session goes on with tokens that name the member. Throws 404. */
export async function linkAccount(form: { lastNm: string; birthDt: string; phone: string }): Promise<void> {
  await beginSession(await http.post('/v2/identity/account-link', form, TokenAnswer));
}
