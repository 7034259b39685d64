/**
 * The dues of a run by their memberships, which work over all of them compares batch by batch: one range of an index,
 * however many runs there are. The few donations of one membership are found by its unique key and need no order of their own.
 */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

const SUPERSEDED = 'membership_created';

export const duesByRun: Migration = {
  name: '033-dues-by-run',
  async up(db) {
    await createCollections(db, {
      donations: [{ name: 'run_membership', key: { campaignRunId: 1, campaignMembershipId: 1 } }],
    });
    const donations = db.collection('donations');
    if (await donations.indexExists(SUPERSEDED)) await donations.dropIndex(SUPERSEDED);
  },
};
