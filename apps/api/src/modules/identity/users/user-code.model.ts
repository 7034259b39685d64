/** Codes that were mailed: hashed, bound to a password, dead after their time. */
import type { Session } from '../../../platform/database.ts';
import { date, text } from '../../../platform/fields.ts';
import { sha256 } from '../../../platform/hash.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

export type CodePurpose = 'confirm' | 'reset';

/** `_id` is the purpose and the SHA-256 of the code. */
const UserCodeModel = defineModel('user_codes', {
  _id: text(),
  userId: text(),
  purpose: text<CodePurpose>(),
  /** What the user's password was when the code was made: the code is good as long as it is. */
  passwordPrint: text(),
  expireDt: date(),
});
export type UserCode = DocumentOf<typeof UserCodeModel>;

const userCodes = () => collectionOf(UserCodeModel);

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

/** The ids of the codes that a user was sent for a purpose. */
export async function readUserCodeIds(userId: string, purpose: CodePurpose): Promise<string[]> {
  const found = await userCodes()
    .find({ userId, purpose }, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

/** Removes the codes that a user was sent for a purpose: one was used, the others are of no use any more. */
export async function deleteUserCodes(userId: string, purpose: CodePurpose): Promise<void> {
  await userCodes().deleteMany({ userId, purpose });
}

/** Deletes all codes of a user. */
export async function eraseCodesOf(userId: string, session: Session): Promise<void> {
  await userCodes().deleteMany({ userId }, { session });
}
