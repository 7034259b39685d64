/**
 * The codes of mails: `EV` and letters for confirming an email, a long random one for a new password. A code is bound to
 * the password that the user had when it was made. Using it writes the user under the condition that this is still so, in
 * one write: the first use wins, a second use, a replaced registration or a new password leaves it invalid, and a crash
 * before that write leaves it valid.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { CONFIRM_CODE_HOURS, RESET_CODE_HOURS } from '@kinfold/domain/constants';
import { sha256 } from '../../../platform/hash.ts';
import { insertUserCode, passwordPrint, readUserCode, type CodePurpose } from './user-code.model.ts';
import { readUser, type User } from './user.model.ts';

const HOUR_MS = 3_600_000;
/**
 * At most one of those that look or sound alike, in print or over the telephone: 0 O Q, 1 I L 7, 2 Z, 4 A, H 8 B, 5 S F,
 * 6 G, U V Q, VV W, M N, A J K, B C D E G P T V Z.
 *
 * Twelve of fifteen are 15^12 = 1.3e14 codes, 47 bits. A right code is taken however many wrong ones were tried for its
 * account or from its address, for a stranger's tries must not make it useless: the limit of wrong ones says no to those
 * only. So its length alone protects it. Of a registration some 72 codes are good at a time, 3 mails an hour for 24 hours;
 * who tries 1,000 codes every second of a day hits one with a chance of 86.4e6 * 72 / 1.3e14, 1 in 20,000, and has then
 * confirmed an account without members' data. A reset code has 256 bits: nobody guesses it.
 */
const LETTERS = 'CFHKMRWXY234679';
const LETTERS_COUNT = 12;

const idOf = (purpose: CodePurpose, secret: string) => `${purpose}:${sha256(secret)}`;
/** A short code is valid for its user only: guessing does not get easier with more users. */
const confirmationId = (userId: string, code: string) => idOf('confirm', `${userId}:${code.toUpperCase()}`);

/** Creates a code for confirming a user's email, valid for 24 hours. `id` identifies it without revealing it. */
export async function issueConfirmationCode(user: User, now: Date): Promise<{ id: string; code: string }> {
  const letters = Array.from({ length: LETTERS_COUNT }, () => LETTERS[randomInt(LETTERS.length)]);
  const code = `EV${letters.join('')}`;
  return { id: await store(confirmationId(user._id, code), user, 'confirm', CONFIRM_CODE_HOURS, now), code };
}

/** Creates a code for setting a new password, valid for one hour. */
export async function issueResetCode(user: User, now: Date): Promise<{ id: string; code: string }> {
  const code = randomBytes(32).toString('base64url');
  return { id: await store(idOf('reset', code), user, 'reset', RESET_CODE_HOURS, now), code };
}

/** Returns whether a code confirms the email of a user as it was read; does not consume it. */
export async function isConfirmationCode(user: User, code: string, now: Date): Promise<boolean> {
  const found = await readUserCode(confirmationId(user._id, code), now);
  return found?.passwordPrint === passwordPrint(user.passwordHash);
}

/** The user for whom a reset code is valid; does not consume it. */
export async function findUserOfResetCode(code: string, now: Date): Promise<User | undefined> {
  const found = await readUserCode(idOf('reset', code), now);
  const user = found && (await readUser(found.userId));
  return user && found.passwordPrint === passwordPrint(user.passwordHash) ? user : undefined;
}

async function store(
  _id: string,
  user: User,
  purpose: CodePurpose,
  hours: number,
  now: Date,
): Promise<string> {
  await insertUserCode({
    _id,
    userId: user._id,
    purpose,
    passwordPrint: passwordPrint(user.passwordHash),
    expireDt: new Date(now.getTime() + hours * HOUR_MS),
  });
  return _id;
}
