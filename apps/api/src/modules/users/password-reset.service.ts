/** A new password for those who forgot theirs. */
import { inEvenTime } from '../../platform/even-time.ts';
import { hashPassword } from '../../platform/password.ts';
import { notFound } from '../../platform/problem.ts';
import { addressKey, countTry, forgetTries } from '../../platform/rate-limit.ts';
import { queueMail } from '../outbox/outbox.service.ts';
import { countBoth, limits } from './identity-limits.ts';
import { passwordChangedMail, resetMail } from './identity-mails.ts';
import { pageOf, type Site } from './identity-pages.ts';
import { issueResetCode, useResetCode } from './user-code.service.ts';
import { readUser, readUserByEmail, setPassword } from './user.model.ts';

/** Mails a reset link. Throws 404 'Not Found' for an e-mail that is unknown or not confirmed, 429. */
export async function forgotPassword(
  given: { email: string; ip: string | undefined },
  site: Site,
  now: Date,
): Promise<void> {
  await countBoth(limits.mail, given.email, given.ip, now);
  await inEvenTime(async () => {
    const user = await readUserByEmail(given.email);
    if (!user?.isEmailConfirmed) throw notFound('Not Found');
    const { id, code } = await issueResetCode(user._id, now);
    await queueMail({ _id: id, ...resetMail(user.email, code, pageOf(site, '/reset-password')) }, now);
  });
}

/**
 * Sets a new password by the code of a mail, signs the user out everywhere and says so in a mail. Gives the e-mail.
 * Throws 404 'Not Found' when the code is not valid, used or expired, 429.
 */
export async function changePassword(
  given: { code: string; password: string; ip: string | undefined },
  site: Site,
  now: Date,
): Promise<string> {
  await countTry(limits.changePassword, addressKey(given.ip), now);
  // The slow part comes first: what ends it leaves the code good.
  const passwordHash = await hashPassword(given.password);
  const userId = await useResetCode(given.code, now);
  const user = userId === undefined ? undefined : await readUser(userId);
  if (!user) throw notFound('Not Found');
  await setPassword(user._id, passwordHash);
  await forgetTries(limits.signIn.account, user.email);
  const mail = passwordChangedMail(
    user.email,
    pageOf({ ...site, callbackUrl: undefined }, '/forgot-password'),
  );
  await queueMail({ _id: `password-changed:${user._id}:${user.sessionEpoch + 1}`, ...mail }, now);
  return user.email;
}
