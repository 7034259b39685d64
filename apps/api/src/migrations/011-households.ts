/**
 * Households have a version, which every change raises, and say whether anybody lives in them; members say when they died. What
 * was stored before is filled; what is filled already stays.
 */
import type mongoose from 'mongoose';
import type { Migration } from '../platform/migrations.ts';

type Id = mongoose.Types.ObjectId;

const BATCH = 1000;

export const households: Migration = {
  name: '011-households',
  async up(db) {
    await db
      .collection('members')
      .updateMany({ deceasedDt: { $exists: false } }, { $set: { deceasedDt: null } });
    const homes = db.collection<{ _id: Id }>('households');
    const members = db.collection<{ household_id: Id | null }>('members');
    let after: Id | null = null;
    for (;;) {
      // What is filled is left out: an interrupted run goes on where it was.
      const batch: { _id: Id }[] = await homes
        .find(
          { version: { $exists: false }, ...(after && { _id: { $gt: after } }) },
          { projection: { _id: 1 } },
        )
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      if (!batch.length) return;
      const ids = batch.map(({ _id }) => _id);
      const lived = new Set(
        (await members.distinct('household_id', { household_id: { $in: ids } })).map(String),
      );
      for (const isEmpty of [false, true])
        await homes.updateMany(
          {
            _id: { $in: ids.filter((id) => lived.has(String(id)) !== isEmpty) },
            version: { $exists: false },
          },
          { $set: { version: 1, isEmpty } },
        );
      after = ids.at(-1) ?? null;
    }
  },
};
