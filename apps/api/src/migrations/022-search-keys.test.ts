import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCampaign, aMember, anOrganization } from '../../test/factories.ts';
import { startApi, type Api } from '../../test/harness.ts';
import { collection } from '../platform/database.ts';
import { searchKeys } from './022-search-keys.ts';
import { startsOfTwoLetters } from './038-starts-of-two-letters.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('writes what members, organizations and campaigns are found by as new ones have it; twice as once', async () => {
  await anOrganization({ organizationName: "St. Mary's of Élan" });
  await aMember({ firstNm: 'Mary Ann', lastNm: "O'Sullivan", phones: [{ phoneNbr: '3015550142' }] });
  await aMember({ phones: [{ phoneNbr: '30155' }, { phoneNbr: '' }] });
  await aMember({ firstNm: 'Ng', lastNm: 'Wolde–Giorgis', phones: [] });
  await aCampaign();
  const names = ['members', 'organizations', 'campaigns'];
  const stored = () => Promise.all(names.map((name) => collection(name).find().sort({ _id: 1 }).toArray()));
  const before = await stored();
  for (const name of names)
    await collection(name).updateMany({}, { $set: { searchKeys: ['o', 'sullivan'], searchStarts: ['sul'] } });

  const { db } = mongoose.connection;
  if (!db) throw new Error('the database is not connected');
  for (let time = 0; time < 2; time += 1) {
    await searchKeys.up(db);
    await startsOfTwoLetters.up(db);
    expect(await stored()).toEqual(before);
  }
});
