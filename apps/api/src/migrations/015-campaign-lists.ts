/** Lists of all campaigns by name, and of the memberships of a campaign by when they became active. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const campaignLists: Migration = {
  name: '015-campaign-lists',
  async up(db) {
    await createCollections(db, {
      campaigns: [{ name: 'name', key: { campaignName: 1, _id: 1 } }],
      campaign_memberships: [
        { name: 'campaign_since', key: { campaignId: 1, isActive: 1, activeDt: 1, _id: 1 } },
      ],
    });
  },
};
