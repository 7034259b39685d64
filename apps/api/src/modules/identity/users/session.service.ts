/**
 * Sessions (rules.md "Identity"): a short-lived access token, and a user token that changes at every refresh. All tokens
 * of one sign-in are a session; a stolen user token is noticed when it is used a second time.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { SESSION_HOURS, USER_TOKEN_REUSE_MS, USER_TOKEN_SECONDS } from '@kinfold/domain/constants';
import {
  SIGN_IN_ENDED,
  SIGN_IN_FAILED,
  type RefreshAnswer,
  type TokenAnswer,
} from '@kinfold/domain/identity';
import type * as z from 'zod/v4/core';
import { accessTokenSeconds, type AccessTokens, type Actor } from '../../../platform/auth.ts';
import { isObjectId } from '../../../platform/database.ts';
import { sha256 } from '../../../platform/hash.ts';
import { verifyPassword } from '../../../platform/password.ts';
import { AppError, unauthorized } from '../../../platform/problem.ts';
import type { SessionState } from '../../../platform/sessions.ts';
import { findHeldRoles } from '../roles/role.service.ts';
import { recordSecurityEvent } from '../security-events/security-event.service.ts';
import { markDevice } from './device.service.ts';
import {
  countTries,
  forgetRightTry,
  laneOf,
  limits,
  takeTriesBack,
  triesOf,
  type Caller,
} from './identity-limits.ts';
import { mailConfirmationCode } from './registration.service.ts';
import { presentRefreshedTokens, presentTokens, type IssuedTokens } from './session.presenter.ts';
import {
  endSession,
  raiseSessionEpoch,
  readSessionState,
  readUser,
  readUserByEmail,
  type User,
} from './user.model.ts';
import { insertUserToken, markRotated, readUserToken } from './user-token.model.ts';

const SESSION_MS = SESSION_HOURS * 3_600_000;
const SESSION_OVER = 'Your session has ended. Please sign in again.';

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/**
 * Signs in; gives the tokens and the mark that the browser keeps from now on. Throws 401 when e-mail or password are
 * wrong, 403 `sign_in_ended` when the password is right and the member has died, 403 `email_not_verified` when the password is right but the e-mail was never confirmed (a code is mailed
 * within its limit), 429 after too many failures.
 */
export async function signIn(
  given: { username: string; password: string; caller: Caller },
  { accessTokens, appUrl }: { accessTokens: AccessTokens; appUrl: string },
  now: Date,
): Promise<{ tokens: TokenAnswer; mark: string }> {
  const { caller } = given;
  const email = given.username.trim().toLowerCase();
  const user = await readUserByEmail(email);
  const tries = triesOf(limits.signIn, caller, email, user?._id);
  await countTries(tries, now);
  // An unknown email costs a comparison as well: its answer takes as long as a known one's.
  const compared = verifyPassword(given.password, user?.passwordHash ?? null, laneOf(caller, user?._id));
  // Too busy to compare: that does not count as a try.
  const isRight = await compared.catch(async (error: unknown) => {
    await takeTriesBack(tries);
    throw error;
  });
  if (!user || !isRight) {
    await recordSecurityEvent('sign_in_refused', user, caller.ip, now);
    throw new AppError(401, 'sign_in_failed', SIGN_IN_FAILED);
  }
  await forgetRightTry(tries);
  if (!user.isEmailConfirmed) {
    await mailConfirmationCode(user, caller, appUrl, now);
    throw new AppError(403, 'email_not_verified', 'Please confirm your email address first.');
  }
  const tokens = await startSession(user, accessTokens, now);
  await recordSecurityEvent('signed_in', user, caller.ip, now);
  return { tokens, mark: await markDevice(caller.device, user._id, now) };
}

/** Starts a session of a user. Throws 403 `sign_in_ended` for one whose member has died. */
export async function startSession(user: User, accessTokens: AccessTokens, now: Date): Promise<TokenAnswer> {
  if (user.endedDt) throw new AppError(403, 'sign_in_ended', SIGN_IN_ENDED);
  const session = { sid: randomUUID(), endDt: after(now, SESSION_MS) };
  return presentTokens(await issueTokens(user, session, accessTokens, now));
}

/**
 * Exchanges a user token for the next one of its session, with a fresh access token. Two tabs may exchange the same token
 * within 30 s; later that ends the session. Throws 401 when the session has ended.
 */
export async function refreshSession(
  given: string,
  accessTokens: AccessTokens,
  now: Date,
): Promise<z.output<typeof RefreshAnswer>> {
  const hash = sha256(given);
  const token = await readUserToken(hash);
  if (!token || token.expireDt <= now) throw unauthorized(SESSION_OVER);
  const user = await readUser(token.userId);
  const isEnded = user?.endedDt !== undefined || user?.endedSessions?.some(({ sid }) => sid === token.family);
  if (isEnded || user?.sessionEpoch !== token.sessionEpoch) throw unauthorized(SESSION_OVER);
  const { rotatedDt } = (await markRotated(hash, now)) ?? token;
  if (rotatedDt && now.getTime() - rotatedDt.getTime() > USER_TOKEN_REUSE_MS) {
    await endSession(user._id, token.family, after(now, SESSION_MS), now);
    await recordSecurityEvent('user_token_reused', user, undefined, now);
    throw unauthorized(SESSION_OVER);
  }
  const session = { sid: token.family, endDt: token.sessionEndDt };
  return presentRefreshedTokens(await issueTokens(user, session, accessTokens, now));
}

/** Ends the session of the actor's request, and that of a user token of theirs; without one, all their sessions. */
export async function signOut(actor: Actor, userToken: string | undefined, now: Date): Promise<void> {
  const kind = userToken ? 'signed_out' : 'signed_out_everywhere';
  await recordSecurityEvent(kind, { _id: actor.userId, email: actor.email }, undefined, now);
  if (!userToken) return raiseSessionEpoch(actor.userId);
  const token = await readUserToken(sha256(userToken));
  const own = token?.userId === actor.userId ? [token.family] : [];
  for (const sid of new Set([actor.sessionId, ...own]))
    // No token of a session outlives a session that would begin now.
    await endSession(actor.userId, sid, after(now, SESSION_MS), now);
}

/** The state that decides whether a user's sessions are valid; undefined when there is no such user. */
export async function findSessionState(userId: string): Promise<SessionState | undefined> {
  return isObjectId(userId) ? readSessionState(userId) : undefined;
}

/** For the user as it was read: a password changed meanwhile invalidates these tokens. */
async function issueTokens(
  user: User,
  { sid, endDt }: { sid: string; endDt: Date },
  accessTokens: AccessTokens,
  now: Date,
): Promise<IssuedTokens> {
  const { _id: sub, memberId: mid, organizationNumber, email, sessionEpoch } = user;
  // Tells the web about staff without a member: a user with a role belongs to its organization.
  const [role] = organizationNumber === null && mid === null ? await findHeldRoles(sub, now) : [];
  const oid = organizationNumber ?? role?.organizationNumber ?? null;
  const userToken = randomBytes(32).toString('base64url');
  await insertUserToken({
    _id: sha256(userToken),
    userId: sub,
    family: sid,
    sessionEpoch,
    createdDt: now,
    expireDt: new Date(Math.min(now.getTime() + USER_TOKEN_SECONDS * 1000, endDt.getTime())),
    sessionEndDt: endDt,
    rotatedDt: null,
  });
  return {
    userToken,
    accessToken: accessTokens.sign({ sub, mid, oid, email, sid, epoch: sessionEpoch }, now, endDt),
    expiresIn: accessTokenSeconds(now, endDt),
  };
}
