/** User tokens; the `_id` decides, whatever process comes first. */
import { collection } from '../../platform/database.ts';

/** One user token. `_id` is its SHA-256: the token itself is known to the browser only. */
export type UserToken = {
  _id: string;
  userId: string;
  /** The session: all tokens that came of one sign-in. */
  family: string;
  sessionEpoch: number;
  createdDt: Date;
  expireDt: Date;
  /** When the session ends, however often it is refreshed. */
  sessionEndDt: Date;
  /** When it was first exchanged for the next one. */
  rotatedDt: Date | null;
};

const userTokens = () => collection<UserToken>('user_tokens');

export async function insertUserToken(token: UserToken): Promise<void> {
  await userTokens().insertOne(token);
}

export async function readUserToken(hash: string): Promise<UserToken | undefined> {
  return (await userTokens().findOne({ _id: hash })) ?? undefined;
}

/** Notes the first exchange of a token; gives the token with the instant of the first, this one or an earlier. */
export async function markRotated(hash: string, now: Date): Promise<UserToken | undefined> {
  await userTokens().updateOne({ _id: hash, rotatedDt: null }, { $set: { rotatedDt: now } });
  return readUserToken(hash);
}
