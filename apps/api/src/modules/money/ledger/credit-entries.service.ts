/** The credit of members, by the ledger: what was paid ahead and is not used. Amounts in cents. */
import { ZERO, type Cents } from '@kinfold/domain/money';
import { creditAccount, creditedTo } from '@kinfold/domain/payment';
import { ledgerEntries, type LedgerEntry } from './ledger.model.ts';

/** Whether anybody ever had credit: most deployments need no more queries. */
export async function hasCredit(): Promise<boolean> {
  const entry = await ledgerEntries().findOne({ creditOf: { $exists: true } }, { projection: { _id: 1 } });
  return entry !== null;
}

/** The entries with postings on the credit of some members, newest first. */
export async function creditEntriesOf(memberIds: readonly string[]): Promise<LedgerEntry[]> {
  if (!memberIds.length) return [];
  const entries = await ledgerEntries()
    .find({ creditOf: { $in: [...memberIds] } })
    .toArray();
  return entries.toSorted((a, b) => b.entryDt.getTime() - a.entryDt.getTime() || (a._id < b._id ? 1 : -1));
}

/** The credit of each of some members. */
export async function creditsOf(memberIds: readonly string[]): Promise<Map<string, Cents>> {
  const entries = await creditEntriesOf(memberIds);
  const credit = (id: string) => (entries.length ? creditedTo(creditAccount(id), entries) : ZERO);
  return new Map(memberIds.map((id) => [id, credit(id)]));
}
