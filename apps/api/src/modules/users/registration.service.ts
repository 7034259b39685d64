/** Making an account and confirming its e-mail. */
import { inEvenTime } from '../../platform/even-time.ts';
import { AppError } from '../../platform/problem.ts';
import { forgetTries } from '../../platform/rate-limit.ts';
import { queueMail } from '../outbox/outbox.service.ts';
import { countBoth, limits } from './identity-limits.ts';
import { confirmationMail } from './identity-mails.ts';
import { pageOf, type Site } from './identity-pages.ts';
import { issueConfirmationCode, useConfirmationCode } from './user-code.service.ts';
import { readUserByEmail, setEmailConfirmed, type User } from './user.model.ts';
import { createUser } from './user.service.ts';

/** Makes an account and mails its confirmation code. Throws 409 'Email Exists', 429 after too many tries. */
export async function register(
  given: { email: string; password: string; ip: string | undefined },
  site: Site,
  now: Date,
): Promise<void> {
  await countBoth(limits.register, given.email, given.ip, now);
  const { email, password } = given;
  const user = await createUser({ email, password, isEmailConfirmed: false, now });
  await mailCode(user, site, now);
}

/** Confirms an e-mail. Throws 404 when the code is not valid or expired, 429 after too many tries. */
export async function confirmEmail(
  given: { email: string; code: string; ip: string | undefined },
  now: Date,
): Promise<void> {
  await countBoth(limits.confirm, given.email, given.ip, now);
  const user = await readUserByEmail(given.email);
  if (!user || !(await useConfirmationCode(user._id, given.code, now)))
    throw new AppError(404, 'code_not_valid', 'The code is not valid or expired');
  await setEmailConfirmed(user._id);
  await forgetTries(limits.confirm.account, given.email);
}

/** Mails a new code to an e-mail that waits for confirmation; does nothing for any other. Throws 429. */
export async function resendConfirmation(
  given: { email: string; ip: string | undefined },
  site: Site,
  now: Date,
): Promise<void> {
  await countBoth(limits.mail, given.email, given.ip, now);
  await inEvenTime(async () => {
    const user = await readUserByEmail(given.email);
    if (user && !user.isEmailConfirmed) await mailCode(user, site, now);
  });
}

async function mailCode(user: User, site: Site, now: Date): Promise<void> {
  const { id, code } = await issueConfirmationCode(user._id, now);
  await queueMail({ _id: id, ...confirmationMail(user.email, code, pageOf(site, '/confirm-email')) }, now);
}
