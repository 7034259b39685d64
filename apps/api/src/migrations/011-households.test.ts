import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aHousehold } from '../../test/factories.ts';
import { startApi, type Api } from '../../test/harness.ts';
import { collection } from '../platform/database.ts';
import { households } from './011-households.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('fills what was stored before, as new households and members have it; twice as once', async () => {
  await aHousehold({ size: 2 });
  const empty = await aHousehold();
  await collection('members').deleteMany({ _id: new mongoose.Types.ObjectId(empty.primary._id) });
  await collection('households').updateMany({}, { $unset: { version: 1, isEmpty: 1 } });
  await collection('members').updateMany({}, { $unset: { deceasedDt: 1 } });

  const { db } = mongoose.connection;
  if (!db) throw new Error('the database is not connected');
  for (let time = 0; time < 2; time += 1) await households.up(db);

  const stored = await collection('households').find().sort({ _id: 1 }).toArray();
  expect(stored).toMatchObject([
    { version: 1, isEmpty: false },
    { version: 1, isEmpty: true },
  ]);
  expect(await collection('members').countDocuments({ deceasedDt: null })).toBe(2);
});
