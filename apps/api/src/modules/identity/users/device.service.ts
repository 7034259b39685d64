/**
 * The mark of a browser that has signed in: a random cookie that selects the counter for a try, and nothing else. It
 * authorizes nothing: neither a foreign site that makes the browser send it, nor anyone who copies it, gets in with it.
 */
import { randomBytes } from 'node:crypto';
import { DEVICE_DAYS } from '@kinfold/domain/constants';
import { DAY_MS } from '@kinfold/domain/dates';
import { sha256 } from '../../../platform/hash.ts';
import { addUserToDevice, insertDevice, readDevice } from './device.model.ts';

export { forgetDevices } from './device.model.ts';

/** A browser with a mark of ours, and the users that signed in with it. */
export type Device = { _id: string; mark: string; userIds: readonly string[] };

/** The browser of a mark; undefined for none, an unknown one or one of more than 90 days ago. */
export async function findDevice(mark: string | undefined, now: Date): Promise<Device | undefined> {
  const found = mark === undefined ? undefined : await readDevice(sha256(mark), now);
  return mark !== undefined && found ? { _id: found._id, mark, userIds: found.userIds } : undefined;
}

/** Records that a user signed in with a browser; returns its mark for the next 90 days. */
export async function markDevice(device: Device | undefined, userId: string, now: Date): Promise<string> {
  const expireDt = new Date(now.getTime() + DEVICE_DAYS * DAY_MS);
  if (device) {
    await addUserToDevice(device._id, userId, expireDt);
    return device.mark;
  }
  // Never a mark that the browser sent: another user could have planted it.
  const mark = randomBytes(32).toString('base64url');
  await insertDevice({ _id: sha256(mark), userIds: [userId], expireDt });
  return mark;
}
