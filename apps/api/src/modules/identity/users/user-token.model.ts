/** User tokens; the unique `_id` decides between processes. */
import type { Session } from '../../../platform/database.ts';
import { date, int, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** One user token. `_id` is its SHA-256: the token itself is known to the browser only. */
const UserTokenModel = defineModel('user_tokens', {
  _id: text(),
  userId: text(),
  /** The session: all tokens that descend from one sign-in. */
  family: text(),
  sessionEpoch: int(),
  createdDt: date(),
  expireDt: date(),
  /** When the session ends, however often it is refreshed. */
  sessionEndDt: date(),
  /** When it was first exchanged for the next one. */
  rotatedDt: orNull(date()),
});
export type UserToken = DocumentOf<typeof UserTokenModel>;

const userTokens = () => collectionOf(UserTokenModel);

export async function insertUserToken(token: UserToken): Promise<void> {
  await userTokens().insertOne(token);
}

export async function readUserToken(hash: string): Promise<UserToken | undefined> {
  return (await userTokens().findOne({ _id: hash })) ?? undefined;
}

/** Records the first exchange of a token; returns the token with the instant of the first, this one or an earlier. */
export async function markRotated(hash: string, now: Date): Promise<UserToken | undefined> {
  const rotated = [{ $set: { rotatedDt: { $ifNull: ['$rotatedDt', now] } } }];
  return (
    (await userTokens().findOneAndUpdate({ _id: hash }, rotated, { returnDocument: 'after' })) ?? undefined
  );
}

/** Deletes all tokens of a user. */
export async function eraseTokensOf(userId: string, session: Session): Promise<void> {
  await userTokens().deleteMany({ userId }, { session });
}
