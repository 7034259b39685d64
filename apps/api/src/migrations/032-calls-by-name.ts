/**
 * Who chose to be called is copied to what they owe, so that call lists of them alone are read by name. What is filled
 * already is filled again with the same, so it may be interrupted and repeated.
 */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

const BATCH = 1000;

export const callsByName: Migration = {
  name: '032-calls-by-name',
  async up(db) {
    await createCollections(db, {
      donations: [
        {
          name: 'run_asks_for_call_name',
          key: {
            campaignRunId: 1,
            isListed: 1,
            isOpen: 1,
            'primaryMember.asksForCall': 1,
            nameKey: 1,
            _id: 1,
            organizationNumber: 1,
          },
          partialFilterExpression: { 'primaryMember.asksForCall': true },
        },
      ],
    });
    const asking = await db.collection('members').distinct('_id', { preferredWay: 'call' });
    const asks = { $set: { 'primaryMember.asksForCall': true } };
    for (let from = 0; from < asking.length; from += BATCH) {
      const ids = { $in: asking.slice(from, from + BATCH) };
      await db.collection('donations').updateMany({ 'primaryMember._id': ids }, asks);
      await db.collection('campaign_memberships').updateMany({ primaryMemberId: ids }, asks);
    }
  },
};
