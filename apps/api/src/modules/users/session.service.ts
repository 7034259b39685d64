/**
 * Signing in and staying so (decisions.md "Identity"): a short access token, and a user token that changes at
 * every refresh. All user tokens of one sign-in are a family; a stolen one shows when it is used a second time.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ACCESS_TOKEN_SECONDS, USER_TOKEN_DAYS, USER_TOKEN_REUSE_MS } from '@kinfold/domain/constants';
import { SIGN_IN_FAILED, type RefreshAnswer, type TokenAnswer } from '@kinfold/domain/identity';
import type * as z from 'zod/v4/core';
import type { AccessTokens, Actor } from '../../platform/auth.ts';
import { verifyPassword } from '../../platform/password.ts';
import { AppError, unauthorized } from '../../platform/problem.ts';
import { addressKey, forgetTries, takeTryBack } from '../../platform/rate-limit.ts';
import { countBoth, limits } from './identity-limits.ts';
import { raiseSessionEpoch, readUser, readUserByEmail, type User } from './user.model.ts';
import {
  insertRevokedFamily,
  insertUserToken,
  isFamilyRevoked,
  markRotated,
  readUserToken,
} from './user-token.model.ts';

const DAY_MS = 86_400_000;
const SESSION_OVER = 'Your session has ended. Please sign in again.';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Signs in. Throws 401 when e-mail or password are wrong, 403 `email_not_verified` when the password is right
 * but the e-mail was never confirmed, 429 after too many failures for the account or from the address.
 */
export async function signIn(
  given: { username: string; password: string; ip: string | undefined },
  accessTokens: AccessTokens,
  now: Date,
): Promise<TokenAnswer> {
  const email = given.username.trim().toLowerCase();
  await countBoth(limits.signIn, email, given.ip, now);
  const user = await readUserByEmail(email);
  // An unknown e-mail costs a comparison as well: its answer takes as long as a known one's.
  const isRight = await verifyPassword(given.password, user?.passwordHash ?? null);
  if (!user || !isRight) throw new AppError(401, 'sign_in_failed', SIGN_IN_FAILED);
  await forgetTries(limits.signIn.account, email);
  await takeTryBack(limits.signIn.address, addressKey(given.ip));
  if (!user.isEmailConfirmed)
    throw new AppError(403, 'email_not_verified', 'Please confirm your email address first.');
  return startSession(user, accessTokens, now);
}

/** Starts a family of user tokens for a user. */
export async function startSession(user: User, accessTokens: AccessTokens, now: Date): Promise<TokenAnswer> {
  return {
    access_token: accessTokenOf(user, accessTokens, now),
    user_token: await issueUserToken(user, randomUUID(), now),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
  };
}

/**
 * Exchanges a user token for the next one of its family, with a fresh access token. Two tabs may exchange the
 * same token within 30 s; later that revokes the family. Throws 401 when the session is over.
 */
export async function refreshSession(
  userToken: string,
  accessTokens: AccessTokens,
  now: Date,
): Promise<z.output<typeof RefreshAnswer>> {
  const hash = hashOf(userToken);
  const token = await readUserToken(hash);
  if (!token || token.expireDt <= now) throw unauthorized(SESSION_OVER);
  const [isRevoked, user] = await Promise.all([isFamilyRevoked(token.family), readUser(token.userId)]);
  if (isRevoked || user?.sessionEpoch !== token.sessionEpoch) throw unauthorized(SESSION_OVER);
  const { rotatedDt } = (await markRotated(hash, now)) ?? token;
  if (rotatedDt && now.getTime() - rotatedDt.getTime() > USER_TOKEN_REUSE_MS) {
    await revokeFamily(token.family, now);
    throw unauthorized(SESSION_OVER);
  }
  return {
    token: await issueUserToken(user, token.family, now),
    access_token: accessTokenOf(user, accessTokens, now),
    expires_in: ACCESS_TOKEN_SECONDS,
  };
}

/** Ends the session of a user token; without one of the actor's own, all sessions of the actor. */
export async function signOut(actor: Actor, userToken: string | undefined, now: Date): Promise<void> {
  const token = userToken ? await readUserToken(hashOf(userToken)) : undefined;
  if (token?.userId === actor.userId) await revokeFamily(token.family, now);
  else await raiseSessionEpoch(actor.userId);
}

function accessTokenOf(user: User, accessTokens: AccessTokens, now: Date): string {
  const { _id: sub, memberId: mid, organizationNumber: oid, email } = user;
  return accessTokens.sign({ sub, mid, oid, email }, now);
}

async function issueUserToken(user: User, family: string, now: Date): Promise<string> {
  const userToken = randomBytes(32).toString('base64url');
  await insertUserToken({
    _id: hashOf(userToken),
    userId: user._id,
    family,
    // Of the user as it was read: a password changed meanwhile leaves this token dead.
    sessionEpoch: user.sessionEpoch,
    createdDt: now,
    expireDt: new Date(now.getTime() + USER_TOKEN_DAYS * DAY_MS),
    rotatedDt: null,
  });
  return userToken;
}

async function revokeFamily(family: string, now: Date): Promise<void> {
  // A refresh in flight may issue one more token: the record outlives that one, too.
  await insertRevokedFamily(family, new Date(now.getTime() + (USER_TOKEN_DAYS + 1) * DAY_MS));
}
