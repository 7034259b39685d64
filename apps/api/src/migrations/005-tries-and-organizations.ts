/**
 * Limits on declined cards, a sweep that takes the most urgent first, a search in the order of names, and payments that
 * name the organization of each line. What is stored is filled in, batch by batch; what is filled already stays.
 */
import type mongoose from 'mongoose';
import { insertOnce } from '../platform/database.ts';
import { objectId } from '../platform/documents.ts';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const triesAndOrganizations: Migration = {
  name: '005-tries-and-organizations',
  async up(db) {
    await createCollections(db, {
      card_tries: [{ name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 }],
      card_setups: [
        { name: 'member', key: { memberId: 1, _id: 1 } },
        { name: 'created', key: { createdDt: -1, _id: -1 } },
      ],
      paid_cards: [],
      open_payments: [{ name: 'urgency', key: { isAttempted: 1, nextDt: 1, _id: 1 } }],
      members: [
        {
          name: 'organization_start_name',
          key: { organizationNumber: 1, searchStarts: 1, nameKey: 1, _id: 1 },
        },
      ],
    });
    // The sweep goes by urgency now.
    if (await db.collection('open_payments').indexExists('created'))
      await db.collection('open_payments').dropIndex('created');
    await fillSearchStarts(db);
    await fillLines(db);
    await fillPostings(db);
    await fillPaidCards(db);
    // A mail that was given up keeps no code.
    await db
      .collection('outbox')
      .updateMany(
        { isPending: { $exists: false }, sentDt: { $exists: false } },
        { $unset: { text: 1, html: 1 } },
      );
  },
};

type Db = mongoose.mongo.Db;
type Document = mongoose.mongo.Document;

const BATCH = 500;

/** Writes, for each document that a filter finds, what `changeOf` gives; in batches, in the order of the ids. */
async function fill(
  db: Db,
  name: string,
  filter: Document,
  changeOf: (documents: Document[]) => Promise<Document[]> | Document[],
): Promise<void> {
  const target = db.collection(name);
  let batch: Document[] = [];
  const write = async () => {
    const changes = await changeOf(batch);
    await target.bulkWrite(
      batch.map(({ _id }, index) => ({
        updateOne: { filter: { _id }, update: { $set: changes[index] ?? {} } },
      })),
      { ordered: false },
    );
    batch = [];
  };
  for await (const document of target.find(filter).sort({ _id: 1 })) {
    batch.push(document);
    if (batch.length === BATCH) await write();
  }
  if (batch.length) await write();
}

const fillSearchStarts = (db: Db) =>
  fill(db, 'members', { searchStarts: { $exists: false } }, (members) =>
    members.map((member) => {
      const keys = (member['searchKeys'] ?? []) as string[];
      const starts = keys.map((key) => [...key]).filter(({ length }) => length >= 3);
      return { searchStarts: [...new Set(starts.map((letters) => letters.slice(0, 3).join('')))] };
    }),
  );

type Organization = { organizationNumber: string; organizationName: string };
type Line = Partial<Organization> & { donationId: string };
type Posting = { account: string; organizationNumber?: string };

/** The organizations of some donations, by the donations' ids. */
async function organizationsOf(db: Db, donationIds: readonly string[]): Promise<Map<string, Organization>> {
  const found = db
    .collection<Organization>('donations')
    .find({ _id: { $in: [...new Set(donationIds)].map(objectId) } });
  const organizations = new Map<string, Organization>();
  for await (const { _id, organizationNumber, organizationName } of found)
    organizations.set(_id.toHexString(), { organizationNumber, organizationName });
  return organizations;
}

const fillLines = (db: Db) =>
  fill(db, 'payments', { 'lines.organizationNumber': { $exists: false } }, async (payments) => {
    const linesOf = (payment: Document) => payment['lines'] as Line[];
    const ids = payments.flatMap((payment) => linesOf(payment).map(({ donationId }) => donationId));
    const organizations = await organizationsOf(db, ids);
    return payments.map((payment) => {
      const { organizationNumber, organizationName } = payment as unknown as Organization;
      const own = { organizationNumber, organizationName };
      return {
        lines: linesOf(payment).map((line) => ({ ...line, ...(organizations.get(line.donationId) ?? own) })),
      };
    });
  });

const ACCOUNT = /^donation:/;

const fillPostings = (db: Db) =>
  fill(db, 'ledger_entries', { 'postings.organizationNumber': { $exists: false } }, async (entries) => {
    const ids = entries.flatMap((entry) => entry['donationIds'] as string[]);
    const organizations = await organizationsOf(db, ids);
    return entries.map((entry) => ({
      postings: (entry['postings'] as Posting[]).map((posting) => {
        const organization = organizations.get(posting.account.replace(ACCOUNT, ''));
        return organization ? { ...posting, organizationNumber: organization.organizationNumber } : posting;
      }),
    }));
  });

/** Saved cards that have paid: their fingerprints were not kept, their ids were. */
async function fillPaidCards(db: Db): Promise<void> {
  const finals = db.collection<{ _id: string; result: string }>('payment_finals');
  const paidCards = db.collection<{ _id: string }>('paid_cards');
  const found = db
    .collection<{ _id: string; memberId: string; card: { id: string } }>('payments')
    .find({ customerId: { $type: 'string' } });
  for await (const { _id, memberId, card } of found) {
    if (!(await finals.findOne({ _id, result: 'paid' }))) continue;
    await insertOnce(paidCards, { _id: `${memberId}:${card.id}` });
  }
}
