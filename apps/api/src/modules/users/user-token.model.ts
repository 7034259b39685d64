/** User tokens and the families that were revoked; the `_id`s decide, whatever process comes first. */
import { collection, insertOnce } from '../../platform/database.ts';

/** One user token. `_id` is its SHA-256: the token itself is known to the browser only. */
export type UserToken = {
  _id: string;
  userId: string;
  /** All tokens that came of one sign-in. */
  family: string;
  sessionEpoch: number;
  createdDt: Date;
  expireDt: Date;
  /** When it was first exchanged for the next one. */
  rotatedDt: Date | null;
};

type RevokedFamily = { _id: string; expireDt: Date };

const userTokens = () => collection<UserToken>('user_tokens');
const revokedFamilies = () => collection<RevokedFamily>('revoked_token_families');

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

/** Revokes a family for good. The record must outlive every token of it: `expireDt` says how long. */
export async function insertRevokedFamily(family: string, expireDt: Date): Promise<void> {
  await insertOnce(revokedFamilies(), { _id: family, expireDt });
}

export async function isFamilyRevoked(family: string): Promise<boolean> {
  return (await revokedFamilies().findOne({ _id: family }, { projection: { _id: 1 } })) !== null;
}
