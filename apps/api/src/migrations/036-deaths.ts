import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

/** Deaths keep what they changed, to be taken back; those entered before this are noted, for the worker to bring in line. */
export const deaths: Migration = {
  name: '036-deaths',
  async up(db) {
    await createCollections(db, {
      deaths: [],
      earlier_deaths: [],
      campaign_memberships: [
        {
          name: 'needs_payer',
          key: { needsPayer: 1, organizationNumber: 1 },
          partialFilterExpression: { needsPayer: true },
        },
      ],
    });
    const found = db
      .collection('members')
      .find({ deceasedDt: { $type: 'string' } }, { projection: { _id: 1 } });
    for await (const { _id } of found)
      await db.collection('earlier_deaths').updateOne({ _id }, { $setOnInsert: { _id } }, { upsert: true });
  },
};
