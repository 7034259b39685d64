/**
 * Campaigns have the rules of their fund, at first none, and memberships say when they became active: those that were made
 * before, when they were made, as far as anybody knows.
 */
import type { Migration } from '../platform/migrations.ts';

export const fundRules: Migration = {
  name: '014-fund-rules',
  async up(db) {
    await db
      .collection('campaigns')
      .updateMany({ fundRules: { $exists: false } }, { $set: { fundRules: {} } });
    const memberships = db.collection('campaign_memberships');
    const unfilled = { activeDt: { $exists: false } };
    await memberships.updateMany({ ...unfilled, isActive: null }, { $set: { activeDt: null } });
    await memberships.updateMany(unfilled, [{ $set: { activeDt: '$createdDt' } }]);
  },
};
