/** Letters are printed when they are fetched: the stored pieces of their PDFs go. */
import type { Migration } from '../platform/migrations.ts';

export const lettersPrintedWhenFetched: Migration = {
  name: '047-letters-printed-when-fetched',
  async up(db) {
    await db.dropCollection('run_letter_pieces');
  },
};
