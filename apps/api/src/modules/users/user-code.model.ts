/** Codes that were mailed: hashed, used once, dead after their time. */
import { collection } from '../../platform/database.ts';

export type CodePurpose = 'confirm' | 'reset';

/** `_id` is the purpose and the SHA-256 of the code. */
export type UserCode = { _id: string; userId: string; purpose: CodePurpose; expireDt: Date };

const userCodes = () => collection<UserCode>('user_codes');

export async function insertUserCode(code: UserCode): Promise<void> {
  await userCodes().insertOne(code);
}

/** Takes a code that has not expired away; only one of several callers gets it. */
export async function takeUserCode(_id: string, now: Date): Promise<UserCode | undefined> {
  return (await userCodes().findOneAndDelete({ _id, expireDt: { $gt: now } })) ?? undefined;
}

/** Removes what other codes a user was sent for the same purpose. */
export async function deleteUserCodes(userId: string, purpose: CodePurpose): Promise<void> {
  await userCodes().deleteMany({ userId, purpose });
}
