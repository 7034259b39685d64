/** A row of an import may join several funds: what was one fund and one membership becomes a list of them. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

const listOf = (field: string) => ({ $cond: [{ $eq: [{ $ifNull: [field, null] }, null] }, [], [field]] });

export const fundsOfImportRows: Migration = {
  name: '031-funds-of-import-rows',
  async up(db) {
    const rows = db.collection('import_rows');
    await rows.updateMany({ fundIds: { $exists: false } }, [
      { $set: { fundIds: listOf('$membershipOf'), membershipIds: listOf('$membershipId') } },
      { $unset: ['membershipOf', 'membershipId'] },
    ]);
    await createCollections(db, {
      import_rows: [{ name: 'import_fund', key: { importId: 1, fundIds: 1, group: 1, row: 1 } }],
    });
    if (await rows.indexExists('import_membership')) await rows.dropIndex('import_membership');
  },
};
