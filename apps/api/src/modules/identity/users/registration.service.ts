/**
 * Creates an account and confirms its email. Until it is confirmed, a registration belongs to nobody: signing up again
 * replaces it and its password, and invalidates every code that was mailed before.
 */
import { formatWait } from '@kinfold/domain/text';
import { inTransaction, isDuplicateKey } from '../../../platform/database.ts';
import { inConstantTime } from '../../../platform/constant-time.ts';
import { hashPassword } from '../../../platform/password.ts';
import { AppError, conflict } from '../../../platform/problem.ts';
import { addressKey, countTry } from '../../../platform/rate-limit.ts';
import { queueMail, withdrawMails } from '../../../work/outbox.ts';
import { acceptInvitations } from '../roles/role.service.ts';
import { recordSecurityEvent } from '../security-events/security-event.service.ts';
import {
  countTries,
  forgetCodeMails,
  laneOf,
  limits,
  takeCodeMail,
  takeRegistrationMail,
  triesOf,
  type Caller,
} from './identity-limits.ts';
import { confirmationMail } from './identity-mails.ts';
import { isConfirmationCode, issueConfirmationCode } from './user-code.service.ts';
import { deleteUserCodes, passwordPrint, readUserCodeIds } from './user-code.model.ts';
import {
  insertUser,
  readUser,
  readUserByEmail,
  replaceRegistration,
  setEmailConfirmed,
  type User,
} from './user.model.ts';

/** The owner of the mailbox gets in with the newest code and a new password, which locks out the earlier one. */
const tooManyMails = (seconds: number) =>
  new AppError(
    429,
    'too_many_mails',
    `Many codes were mailed to this address. Confirm it with the newest code; if your password is not taken then, choose "Forgot password?". Or create your account again in ${formatWait(seconds)}.`,
    {},
    { 'Retry-After': String(seconds) },
  );
const emailExists = () => conflict('email_exists', 'Email Exists');

/**
 * Creates an account, or replaces an unconfirmed one, and mails its code. Throws 409 'Email Exists' for a confirmed
 * email, 429 after too many tries: where no code may be mailed nothing is replaced, so that the latest mail stays valid.
 */
export async function register(
  given: { email: string; password: string; caller: Caller },
  appUrl: string,
  now: Date,
): Promise<void> {
  const { email, password, caller } = given;
  await countTry(limits.register, addressKey(caller.ip), now);
  if ((await readUserByEmail(email))?.isEmailConfirmed) throw emailExists();
  const passwordHash = await hashPassword(password, laneOf(caller));
  const wait = await takeRegistrationMail(email, caller, now);
  if (wait > 0) throw tooManyMails(wait);
  const user = await storeRegistration(email, passwordHash, now);
  await recordSecurityEvent('registered', user, caller.ip, now);
  await mailCode(user, appUrl, now);
}

/** Several sign-ups may use an email at once: each replaces the one before, until one of them is confirmed. */
async function storeRegistration(email: string, passwordHash: string, now: Date): Promise<User> {
  const replaced = await replaceRegistration(email, passwordHash, now);
  if (replaced) return replaced;
  try {
    return await insertUser({
      email,
      passwordHash,
      isEmailConfirmed: false,
      memberId: null,
      organizationNumber: null,
      sessionEpoch: 0,
      createdDt: now,
    });
  } catch (error) {
    if (!isDuplicateKey(error, 'users.email')) throw error;
    const user = await replaceRegistration(email, passwordHash, now);
    if (!user) throw emailExists();
    return user;
  }
}

/**
 * Confirms an email, for the registration that the code was mailed for. Throws 404 when the code is invalid or expired,
 * 429 when it is and too many such came from the address: a right one always works.
 */
export async function confirmEmail(
  given: { email: string; code: string; caller: Caller },
  now: Date,
): Promise<void> {
  const user = await readUserByEmail(given.email);
  const isRight = user !== undefined && (await isConfirmationCode(user, given.code, now));
  // Replaced between the two: the code belongs to the earlier registration.
  if (!isRight || !(await confirmUser(user, now))) {
    await countTry(limits.wrongCode, addressKey(given.caller.ip), now);
    await recordSecurityEvent('code_refused', user, given.caller.ip, now);
    throw new AppError(404, 'code_not_valid', 'The code is not valid or expired');
  }
  await recordSecurityEvent('email_confirmed', user, given.caller.ip, now);
  await deleteUserCodes(user._id, 'confirm');
  await forgetCodeMails(user.email);
}

/** Confirms a registration and gives it the roles that its email was invited to; returns false when it was replaced meanwhile. */
async function confirmUser(user: User, now: Date): Promise<boolean> {
  return inTransaction(async (session) => {
    const isConfirmed = await setEmailConfirmed(user._id, user.passwordHash, session);
    if (isConfirmed) await acceptInvitations(user, now, session);
    return isConfirmed;
  });
}

/** Mails a new code to an email that waits for confirmation; does nothing for any other. Throws 429. */
export async function resendConfirmation(
  given: { email: string; caller: Caller },
  appUrl: string,
  now: Date,
): Promise<void> {
  await countTries(triesOf(limits.ask, given.caller, given.email, undefined), now);
  await inConstantTime(async () => {
    const user = await readUserByEmail(given.email);
    if (user && !user.isEmailConfirmed) await mailConfirmationCode(user, given.caller, appUrl, now);
  });
}

/** Mails a code for a registration, unless 3 were mailed to its email in the last hour: the newest is still valid. */
export async function mailConfirmationCode(
  user: User,
  caller: Caller,
  appUrl: string,
  now: Date,
): Promise<void> {
  if ((await takeCodeMail(user.email, caller, now)) === 0) await mailCode(user, appUrl, now);
}

/**
 * Mails a new code; cancels an unsent one of the same registration, so that only the newest arrives, and those of
 * registrations that were replaced, this one included: another sign-up with the email may have come between.
 */
async function mailCode(user: User, appUrl: string, now: Date): Promise<void> {
  const own = passwordPrint(user.passwordHash);
  await withdrawMails(await readUserCodeIds(user._id, 'confirm', (print) => print === own));
  const { id, code } = await issueConfirmationCode(user, now);
  const page = new URL('/confirm-email', appUrl).href;
  await queueMail({ _id: id, ...confirmationMail(user.email, code, page) }, now);
  const current = passwordPrint((await readUser(user._id))?.passwordHash ?? null);
  await withdrawMails(await readUserCodeIds(user._id, 'confirm', (print) => print !== current));
  await recordSecurityEvent('code_mailed', user, undefined, now);
}
