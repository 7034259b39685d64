/** Codes that were mailed: hashed, bound to a password, dead after their time. */
import { collection } from '../../platform/database.ts';
import { sha256 } from '../../platform/hash.ts';

export type CodePurpose = 'confirm' | 'reset';

/** `_id` is the purpose and the SHA-256 of the code. */
export type UserCode = {
  _id: string;
  userId: string;
  purpose: CodePurpose;
  /** What the user's password was when the code was made: the code is good as long as it is. */
  passwordPrint: string;
  expireDt: Date;
};

const userCodes = () => collection<UserCode>('user_codes');

/** What codes keep of a password's hash. Every hash has a salt of its own: the same password again is another one. */
export function passwordPrint(passwordHash: string | null): string {
  return sha256(passwordHash ?? '');
}

export async function insertUserCode(code: UserCode): Promise<void> {
  await userCodes().insertOne(code);
}

/** A code that has not expired. */
export async function readUserCode(_id: string, now: Date): Promise<UserCode | undefined> {
  return (await userCodes().findOne({ _id, expireDt: { $gt: now } })) ?? undefined;
}

/** Removes the codes that a user was sent for a purpose: one was used, the others are of no use any more. */
export async function deleteUserCodes(userId: string, purpose: CodePurpose): Promise<void> {
  await userCodes().deleteMany({ userId, purpose });
}
