/** Browsers that have signed in before, by the hash of their mark. */
import type { Session } from '../../../platform/database.ts';
import { date, list, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** `_id` is the SHA-256 of the mark: the mark itself is known to the browser only. */
const DeviceModel = defineModel('devices', { _id: text(), userIds: list(text()), expireDt: date() });
export type DeviceRecord = DocumentOf<typeof DeviceModel>;

/** Accounts of one browser; a shared computer remembers the latest of them. */
const MAX_USERS = 50;

const devices = () => collectionOf(DeviceModel);

export async function readDevice(_id: string, now: Date): Promise<DeviceRecord | undefined> {
  return (await devices().findOne({ _id, expireDt: { $gt: now } })) ?? undefined;
}

export async function insertDevice(device: DeviceRecord): Promise<void> {
  await devices().insertOne(device);
}

/** Adds an account to a browser, and extends its expiry. */
export async function addUserToDevice(_id: string, userId: string, expireDt: Date): Promise<void> {
  const added = { $slice: [{ $concatArrays: ['$userIds', [userId]] }, -MAX_USERS] };
  const userIds = { $cond: [{ $in: [userId, '$userIds'] }, '$userIds', added] };
  await devices().updateOne({ _id }, [{ $set: { expireDt, userIds } }]);
}

/** Removes an account from every browser. */
export async function forgetDevices(userId: string, session?: Session): Promise<void> {
  await devices().updateMany({ userIds: userId }, { $pull: { userIds: userId } }, { session });
}
