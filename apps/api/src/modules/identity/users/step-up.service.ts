/** The password again, in a session that lasts (rules.md "Identity"). */
import { RECENT_SIGN_IN_MINUTES } from '@kinfold/domain/constants';
import { STEP_UP } from '@kinfold/domain/step-up';
import type { Actor } from '../../../platform/auth.ts';
import { verifyPassword } from '../../../platform/password.ts';
import { AppError, invalid, unauthorized } from '../../../platform/problem.ts';
import { recordSecurityEvent } from '../security-events/security-event.service.ts';
import {
  countTries,
  forgetRightTry,
  laneOf,
  limits,
  takeTriesBack,
  triesOf,
  type Caller,
} from './identity-limits.ts';
import { confirmSession, readUser, type User } from './user.model.ts';

const RECENT_MS = RECENT_SIGN_IN_MINUTES * 60_000;

/** Throws 403 `step_up` unless the actor gave their password in this session a short time ago. */
export function requireRecentSignIn({ signedInDt }: Actor, now: Date): void {
  if (signedInDt && now.getTime() - signedInDt.getTime() <= RECENT_MS) return;
  throw new AppError(403, STEP_UP, 'Enter your password again to do this.');
}

/** The user of an actor who knows their password. Throws 422 at a wrong one, 429 after too many of those. */
export async function checkOwnPassword(
  actor: Actor,
  given: { password: string; caller: Caller },
  now: Date,
): Promise<User> {
  const user = await readUser(actor.userId);
  if (!user) throw unauthorized();
  const tries = triesOf(limits.oldPassword, given.caller, user._id, user._id);
  await countTries(tries, now);
  const compared = verifyPassword(given.password, user.passwordHash, laneOf(given.caller, user._id));
  // Too busy to compare: that does not count as a try.
  const isRight = await compared.catch(async (error: unknown) => {
    await takeTriesBack(tries);
    throw error;
  });
  if (!isRight) throw invalid([{ path: 'password', message: 'This is not your password' }]);
  await forgetRightTry(tries);
  return user;
}

/** Makes the actor's sign-in recent, in this session alone. Throws 422 at a wrong password, 429 after too many of those. */
export async function stepUp(
  actor: Actor,
  given: { password: string; caller: Caller },
  now: Date,
): Promise<void> {
  const user = await checkOwnPassword(actor, given, now);
  await confirmSession(user, actor.sessionId, new Date(now.getTime() - RECENT_MS), now);
  await recordSecurityEvent('password_given_again', user, given.caller.ip, now);
}
