/**
 * Letters of coverage are kept by their numbers; campaigns have a note on tax, at first none; letters of a run say when they
 * were mailed.
 */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const lettersAndStatements: Migration = {
  name: '028-letters-and-statements',
  async up(db) {
    await db.collection('campaigns').updateMany({ taxNote: { $exists: false } }, { $set: { taxNote: '' } });
    await db.collection('run_letters').updateMany({ mailed: { $exists: false } }, { $set: { mailed: null } });
    await createCollections(db, { coverage_letters: [{ name: 'member', key: { memberId: 1 } }] });
  },
};
