import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type Api } from '../../test/harness.ts';
import { collection } from '../platform/database.ts';
import { runMigrations } from '../platform/migrations.ts';
import { fundsOfImportRows } from './031-funds-of-import-rows.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const migrate = async () => {
  await collection<{ _id: string }>('migrations').deleteOne({ _id: fundsOfImportRows.name });
  await runMigrations([fundsOfImportRows], api.deps.logger);
};

it('makes lists of the fund and the membership of a row, also when it is repeated', async () => {
  const rows = collection<{ _id: string }>('import_rows');
  const row = (_id: string, number: number, fields: object) =>
    rows.insertOne({ _id, importId: 'i', row: number, group: '1', ...fields } as never);
  await row('joined', 1, { membershipOf: 'f', membershipId: 'm' });
  await row('named', 2, { membershipOf: 'f', membershipId: null });
  await row('alone', 3, { membershipOf: null, membershipId: null });
  await migrate();
  await row('late', 4, { membershipOf: 'f', membershipId: 'm' });
  await migrate();
  expect(await rows.find({ importId: 'i' }).sort({ row: 1 }).toArray()).toEqual(
    [
      ['joined', ['f'], ['m']],
      ['named', ['f'], []],
      ['alone', [], []],
      ['late', ['f'], ['m']],
    ].map(([_id, fundIds, membershipIds], index) => ({
      ...{ _id, importId: 'i', row: index + 1, group: '1' },
      ...{ fundIds, membershipIds },
    })),
  );
});
