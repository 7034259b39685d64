/** Imports say what they are of, at first all of members; a campaign has one run of what is owed from before. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const balancesFromBefore: Migration = {
  name: '026-balances-from-before',
  async up(db) {
    await db.collection('imports').updateMany({ kind: { $exists: false } }, { $set: { kind: 'members' } });
    await createCollections(db, {
      campaign_runs: [
        {
          name: 'campaign_before',
          key: { campaignId: 1, source: 1 },
          unique: true,
          partialFilterExpression: { source: 'import' },
        },
      ],
    });
  },
};
