/**
 * The history keeps what may be personal outside of its hash (docs/decisions/045), so that it can be erased: every chain is
 * hashed anew. An entry whose old hash was wrong gets none, and `npm run verify` goes on telling of it. What nobody needs has
 * a term.
 */
import type mongoose from 'mongoose';
import { hashOfEntry, markValues } from '../modules/audit/audit-seal.ts';
import type { ChainEnd, SealedEntry } from '../modules/audit/audit.model.ts';
import { sha256 } from '../platform/hash.ts';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

const DAY_SECONDS = 86_400;

/** An entry while it is hashed anew: `oldHash` is what its successor was hashed with. */
type Entry = Omit<SealedEntry, 'marks'> & { marks?: string[]; oldHash?: string };

/** The hash as it was made before. */
function oldHashOf(entry: Entry, before: string): string {
  const { _id, organizationNumber, at, actor, action, subject, changes, reason, requestId, seq } = entry;
  return sha256(
    JSON.stringify([
      ...[before, seq, _id, organizationNumber, at.toISOString(), action],
      ...[actor.userId, actor.name, actor.email, subject.type, subject.id, subject.label],
      ...[changes.map(({ field, from, to }) => [field, from, to]), reason, requestId],
    ]),
  );
}

const BATCH = 500;

async function hashAnew(db: mongoose.mongo.Db, end: ChainEnd): Promise<void> {
  const entries = db.collection<Entry>('audit_entries');
  const chain = entries.find({ organizationNumber: end._id, seq: { $gte: 1 } });
  let [before, oldBefore] = ['', ''];
  let writes: mongoose.mongo.AnyBulkWriteOperation<Entry>[] = [];
  const write = async () => {
    if (writes.length) await entries.bulkWrite(writes, { ordered: true });
    writes = [];
  };
  let isEndOld = false;
  for await (const entry of chain.sort({ organizationNumber: 1, seq: 1 })) {
    const oldHash = entry.marks ? entry.oldHash : entry.hash;
    if (!entry.marks) {
      const marks = markValues(entry);
      const isRight = oldHashOf(entry, oldBefore) === entry.hash;
      entry.hash = isRight ? hashOfEntry(entry, marks, entry.seq, before) : entry.hash;
      const set = { marks, hash: entry.hash, oldHash };
      writes.push({ updateOne: { filter: { _id: entry._id }, update: { $set: set } } });
      if (writes.length === BATCH) await write();
    }
    isEndOld = entry.seq === end.seq && oldHash === end.hash;
    before = entry.hash;
    oldBefore = oldHash ?? '';
  }
  await write();
  if (isEndOld)
    await db.collection<ChainEnd>('audit_chains').updateOne({ _id: end._id }, { $set: { hash: before } });
}

export const erasure: Migration = {
  name: '035-erasure',
  async up(db) {
    for await (const end of db.collection<ChainEnd>('audit_chains').find()) await hashAnew(db, end);
    await db
      .collection('audit_entries')
      .updateMany({ oldHash: { $exists: true } }, { $unset: { oldHash: 1 } });
    await createCollections(db, {
      intake_requests: [{ name: 'expiry', key: { 'decision.at': 1 }, expireAfterSeconds: 365 * DAY_SECONDS }],
      provider_events: [{ name: 'expiry', key: { receivedDt: 1 }, expireAfterSeconds: 90 * DAY_SECONDS }],
      run_letter_people: [{ name: 'created', key: { createdDt: 1 } }],
    });
  },
};
