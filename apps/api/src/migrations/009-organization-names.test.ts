import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrganization } from '../../test/factories.ts';
import { startApi, type Api } from '../../test/harness.ts';
import { collection } from '../platform/database.ts';
import { organizationNames } from './009-organization-names.ts';
import { startsOfTwoLetters } from './038-starts-of-two-letters.ts';
import { searchKeys } from './022-search-keys.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('fills what finds an organization by its name, as new ones have it; twice as once', async () => {
  await anOrganization({ organizationName: "St. Mary's of Élan" });
  await anOrganization({ organizationName: 'Grace' });
  const stored = () => collection('organizations').find().sort({ _id: 1 }).toArray();
  const before = await stored();
  expect(before[0]?.['searchKeys']).toEqual(expect.arrayContaining(['marysofelan', 'elan']));
  await collection('organizations').updateMany({}, { $unset: { searchKeys: 1, searchStarts: 1 } });

  const { db } = mongoose.connection;
  if (!db) throw new Error('the database is not connected');
  for (let time = 0; time < 2; time += 1) {
    await organizationNames.up(db);
    await searchKeys.up(db);
    await startsOfTwoLetters.up(db);
  }
  expect(await stored()).toEqual(before);
});
