import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type Api } from '../../test/harness.ts';
import { issueResetCode } from '../modules/users/user-code.service.ts';
import { createUser } from '../modules/users/user.service.ts';
import { collection } from '../platform/database.ts';
import { sessionsAndDevices } from './004-sessions-and-devices.ts';
import { TEST_AUTHOR } from '../../test/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

it('ends sessions that nobody refreshed, keeps the others, and the codes that were mailed; twice as once', async () => {
  const now = api.deps.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const user = await createUser(
    {
      email: 'old@demo.test',
      password: 'Demo1234',
      isEmailConfirmed: true,
      now,
    },
    TEST_AUTHOR,
  );
  const token = (_id: string, family: string, age: number) => ({
    _id,
    family,
    userId: user._id,
    sessionEpoch: 0,
    rotatedDt: null,
    createdDt: before(age),
    expireDt: new Date(before(age).getTime() + 30 * DAY),
  });
  const tokens = collection<{ _id: string; family: string }>('user_tokens');
  await tokens.insertMany([
    token('in use', 'a', 5 * MINUTE),
    token('left', 'b', 21 * MINUTE),
    token('signed out', 'c', MINUTE),
  ]);
  await collection<{ _id: string; expireDt: Date }>('revoked_token_families').insertOne({
    _id: 'c',
    expireDt: new Date(now.getTime() + 31 * DAY),
  });
  const { code } = await issueResetCode(user, now);
  await collection('user_codes').updateMany({}, { $unset: { passwordPrint: 1 } });

  const { db } = mongoose.connection;
  if (!db) throw new Error('the database is not connected');
  for (let time = 0; time < 2; time += 1) await sessionsAndDevices.up(db);

  const kept = await tokens.find().sort({ _id: 1 }).toArray();
  expect(kept).toEqual([
    expect.objectContaining({
      _id: 'in use',
      expireDt: new Date(before(5 * MINUTE).getTime() + 20 * MINUTE),
      sessionEndDt: new Date(before(5 * MINUTE).getTime() + DAY / 2),
    }),
  ]);
  await api.request.post('/change-password').send({ code, password: 'Better5678' }).expect(200);
});
