/**
 * Lists of members over several organizations, likely duplicates, and whose linked household is deleted. Whether somebody
 * can be reached is filled in with two updates; what is filled already stays.
 */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const memberLists: Migration = {
  name: '010-member-lists',
  async up(db) {
    await createCollections(db, {
      members: [
        { name: 'name', key: { nameKey: 1, _id: 1 } },
        { name: 'birth_name', key: { birthDt: 1, nameKey: 1, _id: 1 } },
        {
          name: 'organization_active_name',
          key: { organizationNumber: 1, isActive: 1, nameKey: 1, _id: 1 },
        },
        {
          name: 'organization_reachable_name',
          key: { organizationNumber: 1, isReachable: 1, nameKey: 1, _id: 1 },
        },
        { name: 'linked_households', key: { linkedHouseholds: 1, _id: 1 } },
      ],
    });
    const members = db.collection('members');
    const unfilled = { isReachable: { $exists: false } };
    const none = { phones: { $size: 0 }, emails: { $size: 0 } };
    await members.updateMany({ ...unfilled, ...none }, { $set: { isReachable: false } });
    await members.updateMany(unfilled, { $set: { isReachable: true } });
  },
};
