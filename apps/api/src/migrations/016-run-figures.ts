/**
 * What came of runs, by organization and by time. Donations say when what was paid on them: those from before are filled
 * from the ledger, and the workers count their runs again. Two indexes give way to one that has both fields.
 */
import type mongoose from 'mongoose';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

type Id = mongoose.Types.ObjectId;
type Entry = {
  _id: string;
  entryDt: Date;
  postings: { account: string; amount: number }[];
  donationIds: string[];
};

const BATCH = 500;

export const runFigures: Migration = {
  name: '016-run-figures',
  async up(db) {
    await createCollections(db, {
      donations: [
        {
          name: 'run_listed_open',
          key: { campaignRunId: 1, isListed: 1, isOpen: 1, nameKey: 1, _id: 1 },
        },
        {
          name: 'run_organization_open',
          key: { campaignRunId: 1, isListed: 1, organizationNumber: 1, isOpen: 1, nameKey: 1, _id: 1 },
        },
      ],
      run_figures: [
        { name: 'run_open', key: { campaignRunId: 1, openAmount: -1, organizationNumber: 1 } },
        { name: 'run_organization', key: { campaignRunId: 1, organizationNumber: 1 } },
        { name: 'organization_run', key: { organizationNumber: 1, campaignRunId: 1 } },
      ],
    });
    for (const name of ['run_name', 'run_open'])
      if (await db.collection('donations').indexExists(name))
        await db.collection('donations').dropIndex(name);
    await fillPayments(db);
    await db
      .collection('campaign_runs')
      .updateMany({ isTotalStale: false }, { $set: { isTotalStale: true }, $inc: { totalVersion: 1 } });
  },
};

/** What is filled already is left out: an interrupted run goes on where it was. */
async function fillPayments(db: mongoose.mongo.Db): Promise<void> {
  const donations = db.collection<{ _id: Id }>('donations');
  let after: Id | null = null;
  for (;;) {
    const batch: { _id: Id }[] = await donations
      .find({ payments: { $exists: false }, ledgerCount: { $gt: 0 }, ...(after && { _id: { $gt: after } }) })
      .project<{ _id: Id }>({ _id: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    if (!batch.length) return;
    const ids = batch.map(({ _id }) => _id.toHexString());
    const payments = new Map(ids.map((id) => [id, [] as { dt: Date; amount: number }[]]));
    for await (const entry of db.collection<Entry>('ledger_entries').find({ donationIds: { $in: ids } }))
      for (const id of entry.donationIds) payments.get(id)?.push(paymentOn(id, entry));
    await donations.bulkWrite(
      batch.map(({ _id }) => ({
        updateOne: {
          filter: { _id, payments: { $exists: false } },
          update: { $set: { payments: payments.get(_id.toHexString()) ?? [] } },
        },
      })),
      { ordered: false },
    );
    after = batch.at(-1)?._id ?? null;
  }
}

/** What an entry paid on a donation, in cents: postings credit it with negative amounts. */
function paymentOn(donationId: string, { entryDt, postings }: Entry) {
  const own = postings.filter(({ account }) => account === `donation:${donationId}`);
  return { dt: entryDt, amount: -own.reduce((sum, { amount }) => sum + amount, 0) };
}
