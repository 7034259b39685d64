/**
 * Members say whether they are covered and whether they owe dues, by which lists filter. At first nobody does either; the
 * workers look at everybody at once, for whom `coverCheckDt` has come. Children who turn 18 are found. Organizations have what they received month by
 * month, which the workers add up from the days that are noted here.
 */
import { DAY_MS } from '@kinfold/domain/dates';
import type mongoose from 'mongoose';
import { insertMissing } from '../platform/database.ts';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const coversAndMonths: Migration = {
  name: '019-covers-and-months',
  async up(db) {
    await createCollections(db, {
      members: [
        {
          name: 'organization_cover_name',
          key: { organizationNumber: 1, isCovered: 1, owesDues: 1, nameKey: 1, _id: 1 },
        },
        { name: 'cover_name', key: { isCovered: 1, owesDues: 1, nameKey: 1, _id: 1 } },
        {
          name: 'relationship_birth',
          key: { relationship: 1, birthDt: 1, organizationNumber: 1, isActive: 1, _id: 1 },
        },
        { name: 'cover_check', key: { coverCheckDt: 1, _id: 1 } },
      ],
      stale_covers: [
        { name: 'kind', key: { kind: 1, _id: 1 } },
        { name: 'of', key: { of: 1, _id: 1 } },
      ],
      organization_months: [
        { name: 'organization_month', key: { organizationNumber: 1, month: 1 }, unique: true },
      ],
      stale_months: [{ name: 'organization', key: { organizationNumber: 1, _id: 1 } }],
      ledger_entries: [
        { name: 'organization_entry', key: { 'postings.organizationNumber': 1, entryDt: 1, _id: 1 } },
      ],
    });
    await db
      .collection('members')
      .updateMany(
        { isCovered: { $exists: false } },
        { $set: { isCovered: false, owesDues: false, coverCheckDt: new Date(0) } },
      );
    await noteMonths(db);
  },
};

type Entry = { entryDt: Date; postings: { organizationNumber?: string }[] };

/** Notes each day on which something was booked for an organization; noted again, it is the same note. */
async function noteMonths(db: mongoose.mongo.Db): Promise<void> {
  const days = new Map<string, { _id: string; organizationNumber: string; entryDt: Date }>();
  const entries = db
    .collection<Entry>('ledger_entries')
    .find({}, { projection: { entryDt: 1, postings: 1 } });
  for await (const { entryDt, postings } of entries)
    for (const { organizationNumber } of postings) {
      if (organizationNumber === undefined) continue;
      const _id = `${organizationNumber}:${Math.floor(entryDt.getTime() / DAY_MS)}`;
      if (!days.has(_id)) days.set(_id, { _id, organizationNumber, entryDt });
    }
  await insertMissing(db.collection<{ _id: string }>('stale_months'), [...days.values()]);
}
