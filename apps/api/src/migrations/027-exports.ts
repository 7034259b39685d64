/** Exports of everything of an organization, and the pieces of their archives: for 7 days. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const exports: Migration = {
  name: '027-exports',
  async up(db) {
    await createCollections(db, {
      exports: [
        { name: 'organization_created', key: { organizationNumber: 1, createdDt: -1, _id: -1 } },
        { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
      ],
      export_pieces: [
        { name: 'export_part', key: { exportId: 1, part: 1 }, unique: true },
        { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
      ],
    });
  },
};
