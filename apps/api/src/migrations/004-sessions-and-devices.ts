/**
 * Sessions that end after 20 minutes without a refresh and 12 hours in all, browsers that have signed in, and codes that
 * are bound to the password they were made for. May be interrupted anywhere and repeated.
 */
import type mongoose from 'mongoose';
import { SESSION_HOURS, USER_TOKEN_SECONDS } from '@kinfold/domain/constants';
import { passwordPrint } from '../modules/users/user-code.model.ts';
import { objectId } from '../platform/documents.ts';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const sessionsAndDevices: Migration = {
  name: '004-sessions-and-devices',
  async up(db) {
    await createCollections(db, {
      devices: [
        { name: 'user', key: { userIds: 1, _id: 1 } },
        { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
      ],
    });
    await endRevokedFamilies(db);
    await limitUserTokens(db);
    await bindCodes(db);
  },
};

const BATCH = 1_000;
const TOKEN_MS = USER_TOKEN_SECONDS * 1000;

/** Families were revoked in a collection of their own; now the user's record says it. Their tokens go. */
async function endRevokedFamilies(db: mongoose.mongo.Db): Promise<void> {
  const tokens = db.collection<{ family: string }>('user_tokens');
  const revoked = await db.collection<{ _id: string }>('revoked_token_families').find().toArray();
  for (let at = 0; at < revoked.length; at += BATCH)
    await tokens.deleteMany({ family: { $in: revoked.slice(at, at + BATCH).map(({ _id }) => _id) } });
}

/** Whoever refreshed in the last 20 minutes goes on, for 12 hours from then; the other tokens are dead. */
async function limitUserTokens(db: mongoose.mongo.Db): Promise<void> {
  const tokens = db.collection<{ createdDt: Date }>('user_tokens');
  const older = { sessionEndDt: { $exists: false } };
  await tokens.deleteMany({ ...older, createdDt: { $lt: new Date(Date.now() - TOKEN_MS) } });
  for await (const { _id, createdDt } of tokens.find(older)) {
    const issued = createdDt.getTime();
    const sessionEndDt = new Date(issued + SESSION_HOURS * 3_600_000);
    await tokens.updateOne({ _id }, { $set: { sessionEndDt, expireDt: new Date(issued + TOKEN_MS) } });
  }
}

/** No registration could be replaced before: a code was made for the password that the user still has. */
async function bindCodes(db: mongoose.mongo.Db): Promise<void> {
  const codes = db.collection<{ _id: string; userId: string }>('user_codes');
  type Named = { _id: mongoose.mongo.ObjectId; passwordHash: string | null };
  for await (const { _id, userId } of codes.find({ passwordPrint: { $exists: false } })) {
    const user = await db.collection<Named>('users').findOne({ _id: objectId(userId) });
    await codes.updateOne({ _id }, { $set: { passwordPrint: passwordPrint(user?.passwordHash ?? null) } });
  }
}
