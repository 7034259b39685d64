/** Mailed codes: hashed, bound to a password, and expiring. */
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
  /** The print of the user's password when the code was made: the code is valid while it is unchanged. */
  passwordPrint: text(),
  expireDt: date(),
});
export type UserCode = DocumentOf<typeof UserCodeModel>;

const userCodes = () => collectionOf(UserCodeModel);

/** The part of a password's hash that codes store. Every hash has a salt of its own: the same password again has another print. */
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

/** The ids of the codes that a user was sent for a purpose, of those registrations whose `passwordPrint` is wanted. */
export async function readUserCodeIds(
  userId: string,
  purpose: CodePurpose,
  isWanted: (print: string) => boolean,
): Promise<string[]> {
  const found = await userCodes()
    .find({ userId, purpose }, { projection: { passwordPrint: 1 } })
    .toArray();
  return found.flatMap(({ _id, passwordPrint: print }) => (isWanted(print) ? _id : []));
}

/** Deletes the codes that a user was sent for a purpose: one was used, and the others are useless. */
export async function deleteUserCodes(userId: string, purpose: CodePurpose): Promise<void> {
  await userCodes().deleteMany({ userId, purpose });
}

/** Deletes all codes of a user. */
export async function eraseCodesOf(userId: string, session: Session): Promise<void> {
  await userCodes().deleteMany({ userId }, { session });
}
