/** The codes of mails: `EV` and letters for confirming an e-mail, a long random one for a new password. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { CONFIRM_CODE_HOURS, RESET_CODE_HOURS } from '@kinfold/domain/constants';
import { deleteUserCodes, insertUserCode, takeUserCode, type CodePurpose } from './user-code.model.ts';

const HOUR_MS = 3_600_000;
/**
 * At most one of those that look or sound alike, in print or over the telephone: 0 O Q, 1 I L 7, 2 Z, 4 A, H 8 B, 5 S F,
 * 6 G, U V Q, VV W, M N, A J K, B C D E G P T V Z.
 *
 * Ten of fifteen are 15^10 = 5.8e11 codes, 39 bits. Per account the limits allow 10 mails and 10 tries in 15 minutes, 960
 * of each in the 24 hours of a code: whoever uses both to the full hits one with a chance of 960 * 960 / 5.8e11, 1 in
 * 600,000 a day.
 */
const LETTERS = 'CFHKMRWXY234679';
const LETTERS_COUNT = 10;

const idOf = (purpose: CodePurpose, secret: string) =>
  `${purpose}:${createHash('sha256').update(secret).digest('base64url')}`;
/** A short code counts for its user only: guessing does not get easier with more users. */
const confirmationId = (userId: string, code: string) => idOf('confirm', `${userId}:${code.toUpperCase()}`);

/** Makes a code for confirming a user's e-mail, valid for 24 hours. `id` names it without giving it away. */
export async function issueConfirmationCode(
  userId: string,
  now: Date,
): Promise<{ id: string; code: string }> {
  const letters = Array.from({ length: LETTERS_COUNT }, () => LETTERS[randomInt(LETTERS.length)]);
  const code = `EV${letters.join('')}`;
  return { id: await store(confirmationId(userId, code), userId, 'confirm', CONFIRM_CODE_HOURS, now), code };
}

/** Makes a code for setting a new password, valid for one hour. */
export async function issueResetCode(userId: string, now: Date): Promise<{ id: string; code: string }> {
  const code = randomBytes(32).toString('base64url');
  return { id: await store(idOf('reset', code), userId, 'reset', RESET_CODE_HOURS, now), code };
}

/** Uses a user's confirmation code up, and all others it was sent; false when it is not valid or expired. */
export async function useConfirmationCode(userId: string, code: string, now: Date): Promise<boolean> {
  const taken = await takeUserCode(confirmationId(userId, code), now);
  if (taken) await deleteUserCodes(userId, 'confirm');
  return taken !== undefined;
}

/** Uses a reset code up, and all others of its user; gives the user's id, undefined when not valid or expired. */
export async function useResetCode(code: string, now: Date): Promise<string | undefined> {
  const taken = await takeUserCode(idOf('reset', code), now);
  if (taken) await deleteUserCodes(taken.userId, 'reset');
  return taken?.userId;
}

async function store(
  id: string,
  userId: string,
  purpose: CodePurpose,
  hours: number,
  now: Date,
): Promise<string> {
  await insertUserCode({ _id: id, userId, purpose, expireDt: new Date(now.getTime() + hours * HOUR_MS) });
  return id;
}
