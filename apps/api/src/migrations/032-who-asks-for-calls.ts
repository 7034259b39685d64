/** Who chose to be called about what is due: call lists are of them alone where that is asked. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const whoAsksForCalls: Migration = {
  name: '032-who-asks-for-calls',
  async up(db) {
    await createCollections(db, {
      members: [
        {
          name: 'asks_for_call',
          key: { preferredWay: 1, organizationNumber: 1 },
          partialFilterExpression: { preferredWay: 'call' },
        },
      ],
    });
  },
};
