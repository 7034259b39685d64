import { AccessClaims, TokenAnswer, type SignInForm } from '@kinfold/domain/identity';
import { Member } from '@kinfold/domain/member';
import { jwtDecode } from 'jwt-decode';
import * as z from 'zod/mini';
import { http } from '../../lib/http.ts';
import { session } from '../../lib/session.ts';

/**
 * `POST /v2/token`, then the member, then the session begins, complete (spec section 4).
 * Throws the Problem of the sign-in.
 */
export async function signIn({ username, password }: SignInForm): Promise<void> {
  await beginSession(
    await http.postForm('/v2/token', { username, password }, TokenAnswer, { isPublic: true }),
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

/** `POST /logout`, and forgets the sign-in here whatever the server says. */
export async function logout(): Promise<void> {
  const told = http.postRaw('/logout', {}).catch(() => undefined);
  // The request carries the tokens already; on a slow line nobody waits for the answer.
  await Promise.race([told, new Promise((done) => setTimeout(done, 3000))]);
  session.signOut();
}
