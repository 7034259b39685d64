/** Lists of all campaigns by name. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const campaignNames: Migration = {
  name: '015-campaign-names',
  async up(db) {
    await createCollections(db, { campaigns: [{ name: 'name', key: { campaignName: 1, _id: 1 } }] });
  },
};
