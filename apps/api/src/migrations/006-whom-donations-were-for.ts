/**
 * Donations say whom they were for and at which prices, as new ones do; intake requests say whose staff reads them.
 * Those that were made before are filled from their membership, as far as it still tells.
 */
import type mongoose from 'mongoose';
import { sumCents, type Cents } from '@kinfold/domain/money';
import { ROOT } from '@kinfold/domain/permission';
import type { Migration } from '../platform/migrations.ts';

type Id = mongoose.Types.ObjectId;
type Covered = { member_id: Id; price: Cents; startDt: Date; endDt: Date; isActive: boolean | null };
type Donation = { _id: Id; campaignMembershipId: Id; minAmountDue: Cents; createdDt: Date };

const BATCH = 1000;

/** Whom a donation was for; null when the membership has changed since and its prices no longer come to the amount. */
function chargedThen(covered: readonly Covered[], { createdDt, minAmountDue }: Donation) {
  const charged = covered
    .filter(({ isActive, startDt, endDt }) => isActive !== null && startDt <= createdDt && endDt > createdDt)
    .map(({ member_id, price }) => ({ member_id, price }));
  return sumCents(charged.map(({ price }) => price)) === minAmountDue ? charged : null;
}

export const whomDonationsWereFor: Migration = {
  name: '006-whom-donations-were-for',
  async up(db) {
    await db
      .collection('intake_requests')
      .updateMany(
        { organizationNumber: { $exists: false } },
        { $set: { organizationNumber: ROOT, organizationName: null, phone: null, email: null } },
      );
    const donations = db.collection<Donation>('donations');
    const memberships = db.collection<{ _id: Id; members: Covered[] }>('campaign_memberships');
    let after: Id | null = null;
    for (;;) {
      // What is filled is left out: an interrupted run goes on where it was.
      const batch: Donation[] = await donations
        .find({ members: { $exists: false }, ...(after && { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      if (!batch.length) return;
      const found = memberships.find(
        { _id: { $in: batch.map(({ campaignMembershipId }) => campaignMembershipId) } },
        { projection: { members: 1 } },
      );
      const members = new Map<string, Covered[]>();
      for await (const one of found) members.set(one._id.toHexString(), one.members);
      await donations.bulkWrite(
        batch.map((donation) => ({
          updateOne: {
            filter: { _id: donation._id, members: { $exists: false } },
            update: {
              $set: {
                members: chargedThen(
                  members.get(donation.campaignMembershipId.toHexString()) ?? [],
                  donation,
                ),
              },
            },
          },
        })),
        { ordered: false },
      );
      after = batch.at(-1)?._id ?? null;
    }
  },
};
