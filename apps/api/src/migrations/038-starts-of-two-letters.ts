/** Names are found by words of two letters too (`St. Br`, `Ng Ko`): the starts of search keys are written anew, batch by batch. */
import type { Migration } from '../platform/migrations.ts';

const COLLECTIONS = ['members', 'organizations', 'campaigns'];
const BATCH = 1_000;

export const startsOfTwoLetters: Migration = {
  name: '038-starts-of-two-letters',
  async up(db) {
    for (const name of COLLECTIONS) {
      const target = db.collection<Searched>(name);
      const found = target
        .find({}, { projection: { searchKeys: 1, searchStarts: 1 } })
        .sort({ _id: 1 })
        .batchSize(BATCH);
      let updates: Parameters<typeof target.bulkWrite>[0][number][] = [];
      for await (const { _id, searchKeys = [], searchStarts = [] } of found) {
        // Those of a member end with the ends of phones.
        const starts = [...new Set([...searchKeys.flatMap(startsOf), ...searchStarts])];
        if (starts.length === searchStarts.length) continue;
        // Unless it was renamed meanwhile, which writes them all.
        updates.push({
          updateOne: { filter: { _id, searchKeys }, update: { $set: { searchStarts: starts } } },
        });
        if (updates.length < BATCH) continue;
        await target.bulkWrite(updates, { ordered: false });
        updates = [];
      }
      if (updates.length) await target.bulkWrite(updates, { ordered: false });
    }
  },
};

type Searched = { _id: string; searchKeys?: string[]; searchStarts?: string[] };

/** The first three and two letters of a key that has them. */
function startsOf(key: string): string[] {
  const letters = [...key];
  return [3, 2]
    .filter((length) => letters.length >= length)
    .map((length) => letters.slice(0, length).join(''));
}
