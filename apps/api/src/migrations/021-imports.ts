/**
 * Imports of members from files: the file until it was read, its rows for 180 days, and what was made of which row, so that
 * nothing is made twice.
 */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

const DAY_SECONDS = 86_400;

export const imports: Migration = {
  name: '021-imports',
  async up(db) {
    await createCollections(db, {
      imports: [{ name: 'organization_created', key: { organizationNumber: 1, createdDt: -1, _id: -1 } }],
      import_chunks: [
        { name: 'import_part', key: { importId: 1, part: 1 }, unique: true },
        { name: 'expiry', key: { createdDt: 1 }, expireAfterSeconds: 7 * DAY_SECONDS },
      ],
      import_rows: [
        { name: 'import_row', key: { importId: 1, row: 1 }, unique: true },
        { name: 'import_group', key: { importId: 1, group: 1, row: 1 } },
        { name: 'import_state', key: { importId: 1, state: 1, row: 1 } },
        { name: 'import_outcome', key: { importId: 1, outcome: 1, row: 1 } },
        { name: 'import_household', key: { importId: 1, householdKey: 1, row: 1 } },
        { name: 'import_person', key: { importId: 1, personKey: 1, row: 1 } },
        { name: 'import_membership', key: { importId: 1, membershipOf: 1, group: 1, row: 1 } },
        { name: 'expiry', key: { createdDt: 1 }, expireAfterSeconds: 180 * DAY_SECONDS },
      ],
      import_keys: [],
      import_households: [],
      import_mappings: [],
    });
  },
};
