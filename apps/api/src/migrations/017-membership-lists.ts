/**
 * Lists of memberships: their indexes, how many there are of each state, and whether the last payment differs from the
 * price. What is filled already is filled again with the same, so it may be interrupted and repeated.
 */
import type mongoose from 'mongoose';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

type Counted = {
  _id: { campaignId: mongoose.Types.ObjectId; organizationNumber: string; isActive: boolean | null };
};

export const membershipLists: Migration = {
  name: '017-membership-lists',
  async up(db) {
    await createCollections(db, {
      membership_counts: [{ name: 'campaign', key: { campaignId: 1, organizationNumber: 1 } }],
      campaign_memberships: [
        { name: 'campaign_id', key: { campaignId: 1, _id: 1 } },
        { name: 'campaign_state_name', key: { campaignId: 1, isActive: 1, nameKey: 1, _id: 1 } },
        {
          name: 'campaign_organization_name',
          key: { campaignId: 1, organizationNumber: 1, nameKey: 1, _id: 1 },
        },
        {
          name: 'campaign_organization_state_name',
          key: { campaignId: 1, organizationNumber: 1, isActive: 1, nameKey: 1, _id: 1 },
        },
        {
          name: 'campaign_different_name',
          key: { campaignId: 1, isPriceDifferent: 1, nameKey: 1, _id: 1, organizationNumber: 1, isActive: 1 },
        },
      ],
      // Who owes something in a campaign, by name: of these keys alone.
      donations: [
        {
          name: 'campaign_open_name',
          key: {
            campaignId: 1,
            isOpen: 1,
            nameKey: 1,
            campaignMembershipId: 1,
            campaignRunId: 1,
            organizationNumber: 1,
          },
        },
      ],
    });
    const memberships = db.collection('campaign_memberships');
    const unfilled = { isPriceDifferent: { $exists: false } };
    await memberships.updateMany({ ...unfilled, lastPayment: null }, { $set: { isPriceDifferent: false } });
    await memberships.updateMany(unfilled, [
      { $set: { isPriceDifferent: { $ne: ['$totalPrice', '$lastPayment.paymentsTotal'] } } },
    ]);
    await fillCounts(db);
  },
};

async function fillCounts(db: mongoose.mongo.Db): Promise<void> {
  const group = {
    campaignId: '$campaignId',
    organizationNumber: '$organizationNumber',
    isActive: '$isActive',
  };
  const found = db
    .collection('campaign_memberships')
    .aggregate<Counted & { count: number }>([{ $group: { _id: group, count: { $sum: 1 } } }]);
  const none = { active: 0, inactive: 0, unknown: 0 };
  const counts = new Map<string, { $setOnInsert: object; $set: Record<string, number> }>();
  for await (const { _id, count } of found) {
    const { campaignId, organizationNumber, isActive } = _id;
    const key = `${campaignId.toHexString()}:${organizationNumber}`;
    const counter = counts.get(key) ?? {
      $setOnInsert: { campaignId, organizationNumber },
      $set: { ...none },
    };
    counter.$set[isActive === null ? 'unknown' : isActive ? 'active' : 'inactive'] = count;
    counts.set(key, counter);
  }
  const target = db.collection<{ _id: string }>('membership_counts');
  for (const [_id, update] of counts) await target.updateOne({ _id }, update, { upsert: true });
}
