import { AccessClaims, RefreshAnswer, TokenAnswer, type SignInForm } from '@kinfold/domain/identity';
import { Member } from '@kinfold/domain/member';
import { jwtDecode } from 'jwt-decode';
import * as z from 'zod/mini';
import { http } from '../../lib/http.ts';
import { asProblem } from '../../lib/problem.ts';
import { session } from '../../lib/session.ts';
import type { SignedOutReason } from '../../lib/signed-out.ts';

/**
 * `POST /v2/token`, then the member, then the session begins, complete (spec section 4).
 * Throws the Problem of the sign-in.
 */
export async function signIn({ username, password }: SignInForm): Promise<void> {
  await beginSession(
    await http.post('/v2/token', new URLSearchParams({ username, password }), TokenAnswer, {
      isPublic: true,
    }),
  );
}

/** Begins the session of these tokens with their member; without the member's data one can still go on. */
export async function beginSession(tokens: TokenAnswer): Promise<void> {
  const { mid } = z.parse(AccessClaims, jwtDecode(tokens.access_token));
  const member = mid
    ? await http
        .get(`/v2/members/${mid}`, Member, {
          isPublic: true,
          headers: { Authorization: `Bearer ${tokens.access_token}` },
        })
        .catch(() => undefined)
    : undefined;
  session.signIn(tokens, member);
}

/**
 * Forgets the sign-in here at once; the server is told behind it (`POST /logout`), however slow the line. `why` when the
 * person did not ask for it.
 */
export function logout(why?: SignedOutReason): void {
  const accessToken = session.accessToken();
  const userToken = session.userToken();
  session.signOut(why);
  if (accessToken && userToken) endSession(accessToken, userToken).catch(() => undefined);
}

/** With the tokens of the session that was, never with those of whoever signs in next. */
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
    // The access token has run out, as after a long absence: the user token gets another.
    if (asProblem(error).status !== 401) throw error;
    const fresh = await http.post('/token/refresh', { userToken }, RefreshAnswer, behind);
    await end(fresh.access_token, fresh.token);
  }
}

/** Ends every sign-in of this person, then forgets this one. Throws the Problem: only the server can tell. */
export async function logoutEverywhere(): Promise<void> {
  // Without a user token it means all of them.
  await http.postRaw('/logout', {}, { withoutUserToken: true });
  session.signOut('everywhere');
}
