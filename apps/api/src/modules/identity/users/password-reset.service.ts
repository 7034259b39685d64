/** Sets a new password: after forgetting it, by a mail, and for signed-in users, by the old one. */
import type { TokenAnswer } from '@kinfold/domain/identity';
import type { AccessTokens, Actor } from '../../../platform/auth.ts';
import { inConstantTime } from '../../../platform/constant-time.ts';
import { hashPassword, verifyPassword } from '../../../platform/password.ts';
import { invalid, notFound, unauthorized } from '../../../platform/problem.ts';
import { addressKey, countTry, forgetTries } from '../../../platform/rate-limit.ts';
import { queueMail } from '../../../work/outbox.ts';
import { recordSecurityEvent } from '../security-events/security-event.service.ts';
import { forgetDevices, markDevice } from './device.service.ts';
import {
  countTries,
  forgetCodeMails,
  forgetRightTry,
  laneOf,
  limits,
  takeCodeMail,
  takeTriesBack,
  triesOf,
  type Caller,
} from './identity-limits.ts';
import { passwordChangedMail, resetMail } from './identity-mails.ts';
import { startSession } from './session.service.ts';
import { findUserOfResetCode, issueResetCode } from './user-code.service.ts';
import { deleteUserCodes, passwordPrint } from './user-code.model.ts';
import { readUser, readUserByEmail, replacePassword, type User } from './user.model.ts';

/**
 * Mails a reset link, at most 3 an hour to one email: further requests get the same answer, and the newest link stays
 * valid. Throws 404 'Not Found' for an email that is unknown or not confirmed, 429.
 */
export async function forgotPassword(
  given: { email: string; caller: Caller },
  appUrl: string,
  now: Date,
): Promise<void> {
  const user = await readUserByEmail(given.email);
  await countTries(triesOf(limits.ask, given.caller, given.email, user?._id), now);
  await inConstantTime(async () => {
    if (!user?.isEmailConfirmed) throw notFound('Not Found');
    if ((await takeCodeMail(user.email, given.caller, now)) > 0) return;
    const { id, code } = await issueResetCode(user, now);
    const page = new URL('/reset-password', appUrl).href;
    await queueMail({ _id: id, ...resetMail(user.email, code, page) }, now);
    await recordSecurityEvent('code_mailed', user, given.caller.ip, now);
  });
}

/**
 * Sets a new password by the code of a mail, signs the user out everywhere and says so in a mail. Returns the email, and
 * the mark for this browser: the owner of the mailbox is the owner of the account. Throws 404 'Not Found' when the code
 * is invalid, used or expired, 429 after too many of those.
 */
export async function changePassword(
  given: { code: string; password: string; caller: Caller },
  appUrl: string,
  now: Date,
): Promise<{ email: string; mark: string }> {
  // Checked before the hash, which is a fifth of a second of work, and consumed by the write of the password itself.
  const user = await findUserOfResetCode(given.code, now);
  if (!user) {
    await countTry(limits.wrongResetCode, addressKey(given.caller.ip), now);
    await recordSecurityEvent('code_refused', undefined, given.caller.ip, now);
    throw notFound('Not Found');
  }
  const { mark } = await setPassword(user, given, 'every device', appUrl, now);
  return { email: user.email, mark };
}

/**
 * Sets a new password for a signed-in user who knows the old one. Every session ends; the tokens in the answer are those
 * of a new one, for this browser. Throws 422 at the old password when it is wrong, 429 after too many of those.
 */
export async function changeOwnPassword(
  actor: Actor,
  given: { oldPassword: string; password: string; caller: Caller },
  { accessTokens, appUrl }: { accessTokens: AccessTokens; appUrl: string },
  now: Date,
): Promise<{ tokens: TokenAnswer; mark: string }> {
  const before = await readUser(actor.userId);
  if (!before) throw unauthorized();
  const { caller } = given;
  const tries = triesOf(limits.oldPassword, caller, before._id, before._id);
  await countTries(tries, now);
  // Too busy to compare: that does not count as a try.
  const compared = verifyPassword(given.oldPassword, before.passwordHash, laneOf(caller, before._id));
  const isRight = await compared.catch(async (error: unknown) => {
    await takeTriesBack(tries);
    throw error;
  });
  if (!isRight) {
    await recordSecurityEvent('password_change_refused', before, caller.ip, now);
    throw invalid([{ path: 'oldPassword', message: 'This is not your old password' }]);
  }
  await forgetRightTry(tries);
  const { user, mark } = await setPassword(before, given, 'every other device', appUrl, now);
  return { tokens: await startSession(user, accessTokens, now), mark };
}

/**
 * Replaces the password, signs the user out everywhere and says so in a mail. Returns the changed user, and the mark for
 * this browser. Throws 404 when the password was replaced meanwhile.
 */
async function setPassword(
  before: User,
  given: { password: string; caller: Caller },
  signedOutOn: string,
  appUrl: string,
  now: Date,
): Promise<{ user: User; mark: string }> {
  const passwordHash = await hashPassword(given.password, laneOf(given.caller, before._id));
  const user = await replacePassword(before, passwordHash);
  if (!user) throw notFound('Not Found');
  await recordSecurityEvent('password_changed', user, given.caller.ip, now);
  // From here on a crash leaves less to clean up: the codes died with the password that they were made for.
  await deleteUserCodes(user._id, 'reset');
  await forgetTries(limits.signIn.account, user.email);
  await forgetCodeMails(user.email);
  const mail = passwordChangedMail(user.email, signedOutOn, new URL('/forgot-password', appUrl).href);
  await queueMail({ _id: `password-changed:${user._id}:${passwordPrint(passwordHash)}`, ...mail }, now);
  // Browsers that knew the old password get no separate count for the new one.
  await forgetDevices(user._id);
  return { user, mark: await markDevice(given.caller.device, user._id, now) };
}
