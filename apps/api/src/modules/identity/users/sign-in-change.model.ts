import type { SignInChangeType } from '@kinfold/domain/sign-in-change';
import { authorField } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { date, list, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** A change of a member's sign-in that waits for a second person: one for each member. */
const SignInChangeModel = defineModel('sign_in_changes', {
  /** The id of the member. */
  _id: text(),
  organizationNumber: text(),
  /** The organizations whose roles see it: see `readScopes`. */
  scope: list(text()),
  type: text<SignInChangeType>(),
  /** The email of the sign-in when the change was requested. */
  from: text(),
  /** The new email; null for `unlink`. */
  email: orNull(text()),
  reason: text(),
  author: authorField,
  requestedDt: date(),
});
export type SignInChangeRecord = DocumentOf<typeof SignInChangeModel>;

const changes = () => collectionOf(SignInChangeModel);

/** Stores a change. */
export async function insertSignInChange(change: SignInChangeRecord, session: Session): Promise<void> {
  await changes().insertOne(change, { session });
}

/** The change that waits for a member. */
export async function readSignInChange(
  memberId: string,
  session?: Session,
): Promise<SignInChangeRecord | undefined> {
  return (await changes().findOne({ _id: memberId }, { session })) ?? undefined;
}

/** The members whose changes some organizations' roles see: the oldest, up to `limit`. */
export async function readWaitingIds(
  organizationNumbers: readonly string[],
  limit: number,
): Promise<string[]> {
  const found = await changes()
    .find({ scope: { $in: [...organizationNumbers] } }, { projection: { _id: 1 } })
    .sort({ requestedDt: 1, _id: 1 })
    .limit(limit)
    .toArray();
  return found.map(({ _id }) => _id);
}

/** Deletes the change that waits for a member; returns false when there is none. */
export async function deleteSignInChange(memberId: string, session: Session): Promise<boolean> {
  return (await changes().deleteOne({ _id: memberId }, { session })).deletedCount === 1;
}
