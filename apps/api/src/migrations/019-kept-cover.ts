/**
 * Members say whether they are covered and whether they owe dues, by which lists filter. At first nobody does either; the
 * workers look at everybody at once, for whom `coverCheckDt` has come.
 */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const keptCover: Migration = {
  name: '019-kept-cover',
  async up(db) {
    await createCollections(db, {
      members: [
        {
          name: 'organization_cover_name',
          key: { organizationNumber: 1, isCovered: 1, owesDues: 1, nameKey: 1, _id: 1 },
        },
        { name: 'cover_name', key: { isCovered: 1, owesDues: 1, nameKey: 1, _id: 1 } },
        { name: 'cover_check', key: { coverCheckDt: 1, _id: 1 } },
      ],
      stale_covers: [
        { name: 'kind', key: { kind: 1, _id: 1 } },
        { name: 'of', key: { of: 1, _id: 1 } },
      ],
    });
    await db
      .collection('members')
      .updateMany(
        { isCovered: { $exists: false } },
        { $set: { isCovered: false, owesDues: false, coverCheckDt: new Date(0) } },
      );
  },
};
