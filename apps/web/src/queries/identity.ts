import {
  AccessClaims,
  PasswordAnswer,
  RefreshAnswer,
  TokenAnswer,
  type SignInForm,
} from '@kinfold/domain/identity';
import type { RegistrationForm } from '@kinfold/domain/password';
import { SignedInMember } from '@kinfold/domain/signed-in-member';
import { jwtDecode } from 'jwt-decode';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { prefetchedPaths } from '../lib/prefetch.ts';
import { asProblem } from '../lib/problem.ts';
import { session } from '../lib/session.ts';
import type { SignedOutReason } from '../lib/signed-out.ts';
import { paths } from '../paths.ts';

/**
 * Signs in (`POST /v2/token`), loads the member and stores the session (spec section 4). Throws the Problem of the
 * sign-in.
 */
export async function signIn({ username, password }: SignInForm): Promise<void> {
  await beginSession(
    await http.post('/v2/token', new URLSearchParams({ username, password }), TokenAnswer, {
      isPublic: true,
    }),
  );
}

/** Loads the member of the tokens and stores the session; without the member if that fails. */
async function beginSession(tokens: TokenAnswer): Promise<void> {
  const { mid } = z.parse(AccessClaims, jwtDecode(tokens.access_token));
  const member = mid
    ? await http
        .get(prefetchedPaths.member(mid), SignedInMember, {
          isPublic: true,
          headers: { Authorization: `Bearer ${tokens.access_token}` },
        })
        .catch(() => undefined)
    : undefined;
  session.signIn(tokens, member);
}

/**
 * Signs out in this browser at once and on the server in the background (`POST /logout`). `why` is given if the user
 * did not press Logout.
 */
export function logout(why?: SignedOutReason): void {
  const accessToken = session.accessToken();
  const userToken = session.userToken();
  session.signOut(why);
  if (accessToken && userToken) endSession(accessToken, userToken).catch(() => undefined);
}

/** Uses the given tokens, because another user may sign in meanwhile. */
async function endSession(accessToken: string, userToken: string): Promise<void> {
  const behind = { isPublic: true, fetchOptions: { keepalive: true } };
  const end = (access: string, user: string) =>
    http.postRaw(
      '/logout',
      {},
      { ...behind, headers: { Authorization: `Bearer ${access}`, 'Authorization-Token': user } },
    );
  try {
    await end(accessToken, userToken);
  } catch (error) {
    // The access token has expired: refreshes it with the user token.
    if (asProblem(error).status !== 401) throw error;
    const fresh = await http.post('/token/refresh', { userToken }, RefreshAnswer, behind);
    await end(fresh.access_token, fresh.token);
  }
}

/**
 * Ends all sessions of the user, then signs out here. Throws the Problem if the server does not answer: nothing is
 * ended then.
 */
export async function logoutEverywhere(): Promise<void> {
  // Without a user token the server ends all sessions.
  await http.postRaw('/logout', {}, { withoutUserToken: true });
  session.signOut('everywhere');
}

/** The header with the page that the link in the e-mail opens. */
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
 * `POST /change-password`; returns the e-mail of the account. The server ends all sessions, so this browser signs
 * out.
 */
export async function changePassword(form: { code: string; password: string }): Promise<string> {
  const { email } = await http.post('/change-password', form, PasswordAnswer, { isPublic: true });
  session.signOut();
  return email;
}

/** `POST /v2/identity/password`; the other sessions end, this browser uses the new tokens. Throws 422. */
export async function changeOwnPassword(form: { oldPassword: string; password: string }): Promise<void> {
  session.signIn(await http.post('/v2/identity/password', form, TokenAnswer));
}

/**
 * `POST /v2/identity/account/delete`; this browser signs out. Throws 422 for a wrong password, 409
 * `last_administrator`.
 */
export async function deleteSignIn(form: { password: string }): Promise<void> {
  await http.postRaw('/v2/identity/account/delete', form);
  session.signOut('deleted');
}

/** `POST /v2/identity/account-link`; stores the new tokens, which contain the member. Throws 404. */
export async function linkAccount(form: {
  lastNm: string;
  birthDt: string;
  phone: string;
  firstNm?: string;
}): Promise<void> {
  await beginSession(await http.post('/v2/identity/account-link', form, TokenAnswer));
}
