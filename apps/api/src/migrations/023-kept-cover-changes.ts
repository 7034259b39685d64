/**
 * When covers change by themselves, and who is covered twice, are kept so that lists read them from an index. The workers
 * fill both when they look at the memberships of every fund again, which is noted here, once for each.
 */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const keptCoverChanges: Migration = {
  name: '023-kept-cover-changes',
  async up(db) {
    const listed = { date: 1, _id: 1, kind: 1, people: 1 } as const;
    await createCollections(db, {
      cover_changes: [
        { name: 'date', key: listed },
        { name: 'campaign_date', key: { campaignId: 1, ...listed } },
        { name: 'organization_date', key: { organizationNumber: 1, ...listed } },
        { name: 'membership', key: { campaignMembershipId: 1, _id: 1 } },
        { name: 'member', key: { memberIds: 1, _id: 1 } },
      ],
      double_covers: [
        { name: 'campaign', key: { campaignId: 1, _id: 1 } },
        {
          name: 'campaign_organizations',
          key: { campaignId: 1, organizationNumber: 1, _id: 1, otherOrganizationNumber: 1 },
        },
        { name: 'member', key: { memberId: 1, _id: 1 } },
      ],
    });
    const funds = db.collection('campaigns').find({ requiresMembership: true }, { projection: { _id: 1 } });
    for await (const { _id } of funds) {
      const note = { kind: 'campaign', of: _id, cursor: null };
      await db.collection('stale_covers').updateOne({ _id }, { $setOnInsert: note }, { upsert: true });
    }
  },
};
