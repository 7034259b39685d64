/** A new password for those who forgot theirs. */
import { inConstantTime } from '../../platform/constant-time.ts';
import { hashPassword } from '../../platform/password.ts';
import { notFound } from '../../platform/problem.ts';
import { addressKey, countTry, forgetTries } from '../../platform/rate-limit.ts';
import { queueMail } from '../outbox/outbox.service.ts';
import { recordSecurityEvent } from '../security-events/security-event.service.ts';
import { forgetDevices, markDevice } from './device.service.ts';
import {
  countTries,
  forgetCodeMails,
  laneOf,
  limits,
  takeCodeMail,
  triesOf,
  type Caller,
} from './identity-limits.ts';
import { passwordChangedMail, resetMail } from './identity-mails.ts';
import { findUserOfResetCode, issueResetCode } from './user-code.service.ts';
import { deleteUserCodes, passwordPrint } from './user-code.model.ts';
import { readUserByEmail, replacePassword } from './user.model.ts';

/**
 * Mails a reset link, at most 3 an hour to one e-mail: further asks are answered alike, and the newest link stays good.
 * Throws 404 'Not Found' for an e-mail that is unknown or not confirmed, 429.
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
 * Sets a new password by the code of a mail, signs the user out everywhere and says so in a mail. Gives the e-mail, and
 * the mark for this browser: whoever has the mailbox is the account's owner. Throws 404 'Not Found' when the code is not
 * valid, used or expired, 429 after too many of those.
 */
export async function changePassword(
  given: { code: string; password: string; caller: Caller },
  appUrl: string,
  now: Date,
): Promise<{ email: string; mark: string }> {
  // Looked at before the hash, which is a fifth of a second of work, and used up by the write of the password itself.
  const user = await findUserOfResetCode(given.code, now);
  if (!user) {
    await countTry(limits.wrongResetCode, addressKey(given.caller.ip), now);
    await recordSecurityEvent('code_refused', undefined, given.caller.ip, now);
    throw notFound('Not Found');
  }
  const passwordHash = await hashPassword(given.password, laneOf(given.caller, user._id));
  if (!(await replacePassword(user, passwordHash))) throw notFound('Not Found');
  await recordSecurityEvent('password_changed', user, given.caller.ip, now);
  // From here on a crash leaves less to tidy: the codes are dead with the password that they were made for.
  await deleteUserCodes(user._id, 'reset');
  await forgetTries(limits.signIn.account, user.email);
  await forgetCodeMails(user.email);
  const mail = passwordChangedMail(user.email, new URL('/forgot-password', appUrl).href);
  await queueMail({ _id: `password-changed:${user._id}:${passwordPrint(passwordHash)}`, ...mail }, now);
  // Browsers that knew the old password have no tries of their own at the new one.
  await forgetDevices(user._id);
  return { email: user.email, mark: await markDevice(given.caller.device, user._id, now) };
}
