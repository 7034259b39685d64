/**
 * The last payment of a membership from before, in the ledger (docs/decisions/029). Nobody received it here: its postings
 * have no donation and no organization, so that nothing counts it as received. What was paid ahead is credit. Amounts in
 * cents.
 */
import { cents, sumCents, type Cents } from '@kinfold/domain/money';
import { creditAccount, type Posting } from '@kinfold/domain/payment';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { conflict } from '../../../platform/problem.ts';
import { creditEntriesOf } from './credit-entries.service.ts';
import { ledgerEntries, type LedgerEntry } from './ledger.model.ts';
import { insertEntry } from './ledger.service.ts';

/** The entry id for a row of an import. */
export const openingEntryId = (importRowId: string) => `opening:${importRowId}`;

/** Books a payment from before, in the transaction that records it at its membership. */
export async function bookOpening(
  {
    entryId,
    membershipId,
    amount,
    paidDt,
  }: { entryId: string; membershipId: string; amount: Cents; paidDt: Date },
  { author, currency }: { author: Author; currency: string },
  session: Session,
): Promise<void> {
  const to = { account: `membership:${membershipId}`, amount: cents(-amount) };
  await insertEntry(openingEntry(entryId, to, { author, currency, at: paidDt }), session);
}

/** The entry of what was received before Kinfold, with the posting that credits it. */
const openingEntry = (
  _id: string,
  to: Posting,
  { author, currency, at }: { author: Author; currency: string; at: Date },
): LedgerEntry => {
  const total = cents(-to.amount);
  return {
    _id,
    kind: 'opening',
    entryDt: at,
    postings: [{ account: 'before:received', amount: total }, to],
    donationIds: [],
    total,
    currency,
    providerRef: null,
    recordedBy: author.email,
  };
};

type OfMembership = { _id: string; primaryMemberId: string; organizationNumber: string };

const creditIds = (membershipId: string) => `opening-credit:${membershipId}:`;

/**
 * What a membership had paid ahead before Kinfold: the credit that is not taken back, and the id of the next entry. Two
 * imports at once have the same id, so that one of them fails.
 */
export async function openingCreditOf({
  _id,
  primaryMemberId,
}: Pick<OfMembership, '_id' | 'primaryMemberId'>): Promise<{ credit: Cents; nextId: string }> {
  const entries = (await creditEntriesOf([primaryMemberId])).filter(({ _id: id }) =>
    id.includes(creditIds(_id)),
  );
  const made = entries.filter(({ _id: id }) => id.startsWith(creditIds(_id))).length;
  return { credit: sumCents(entries.map(({ total }) => total)), nextId: `${creditIds(_id)}${made + 1}` };
}

/** Books what was paid ahead as credit of the primary member. */
export async function bookOpeningCredit(
  entryId: string,
  { primaryMemberId, organizationNumber }: OfMembership,
  amount: Cents,
  by: { author: Author; currency: string; at: Date },
  session: Session,
): Promise<void> {
  const to = { account: creditAccount(primaryMemberId), amount: cents(-amount), organizationNumber };
  await insertEntry({ ...openingEntry(entryId, to, by), creditOf: [primaryMemberId] }, session);
}

/** Books the reversal of an entry from before, for an undo: no entry is ever changed. */
export async function reverseOpening(
  entryId: string,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  const entry = await ledgerEntries().findOne({ _id: entryId }, { session });
  if (!entry) throw conflict('changed_meanwhile', 'This payment from before is not in the ledger.');
  const postings = entry.postings.map((posting) => ({ ...posting, amount: cents(-posting.amount) }));
  const reversal = { _id: `reversed:${entryId}`, entryDt: now, postings, recordedBy: author.email };
  await insertEntry({ ...entry, ...reversal, total: cents(-entry.total) }, session);
}

/** The payments from before with these entry ids, by id. */
export async function findOpenings(
  entryIds: readonly string[],
): Promise<Map<string, Pick<LedgerEntry, 'entryDt' | 'total'>>> {
  if (!entryIds.length) return new Map();
  const found = await ledgerEntries()
    .find({ _id: { $in: [...entryIds] } })
    .toArray();
  return new Map(found.map((entry) => [entry._id, entry]));
}
