import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAccount, anOrganization, TEST_AUTHOR } from '../../test/factories.ts';
import { startApi, type Api } from '../../test/harness.ts';
import { collection } from '../platform/database.ts';
import { startJob } from '../platform/jobs.ts';
import { scopes } from './008-scopes.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('fills the scopes of what was stored before, as new entries and jobs have them; twice as once', async () => {
  const { organizationNumber } = await anOrganization();
  const below = (await anOrganization({ parentOrganization: organizationNumber })).organizationNumber;
  await anAccount({ role: 'administrator' });
  await startJob({ type: 'any', key: '1', organizationNumber: below, input: {} }, TEST_AUTHOR);
  type Listed = { _id: string; organizationNumber: string; scope?: string[] };
  const stored = async () =>
    (
      await Promise.all(
        ['audit_entries', 'jobs'].map((name) => collection<Listed>(name).find().sort({ _id: 1 }).toArray()),
      )
    ).flat();
  const before = await stored();
  expect(before.map(({ scope }) => scope)).toEqual(
    expect.arrayContaining([['*'], ['*', organizationNumber], ['*', organizationNumber, below]]),
  );
  for (const name of ['audit_entries', 'jobs'])
    await collection(name).updateMany({}, { $unset: { scope: 1 } });

  const { db } = mongoose.connection;
  if (!db) throw new Error('the database is not connected');
  for (let time = 0; time < 2; time += 1) await scopes.up(db);

  expect(await stored()).toEqual(before);
});
