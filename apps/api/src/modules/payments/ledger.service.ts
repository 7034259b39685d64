/** The ledger, and the projections that are folded from it (payments.md "Records"). Amounts are integer cents. */
import { cents, sumCents, type Cents } from '@kinfold/domain/money';
import { donationAccount, isBalanced, paidOn } from '@kinfold/domain/payment';
import { insertOnce } from '../../platform/database.ts';
import {
  findDonations,
  writeDonationProjection,
  writeDonationProjections,
} from '../donations/donation.service.ts';
import { chargeEntryId, ledgerEntries, type LedgerEntry } from './ledger.model.ts';
import type { PaymentRecord } from './payment.model.ts';

/** The entry of a card charge: the card pays the total, which goes to the donations and the processing fee. */
export function chargeEntry(payment: PaymentRecord, intentId: string, now: Date): LedgerEntry {
  return {
    _id: chargeEntryId(payment._id),
    kind: 'charge',
    entryDt: now,
    postings: [
      { account: 'provider:card', amount: payment.total },
      ...payment.lines.map((line) => ({
        account: donationAccount(line.donationId),
        amount: negative(line.amount),
      })),
      { account: 'processing-fee', amount: negative(payment.processingFee) },
    ],
    donationIds: payment.lines.map((line) => line.donationId),
    total: payment.total,
    currency: payment.currency,
    providerRef: intentId,
    recordedBy: payment.email,
  };
}

const negative = (amount: Cents) => cents(-amount);

/** Books an entry once; the same `_id` again is a no-op. Throws when its postings do not sum to zero. */
export async function bookEntry(entry: LedgerEntry): Promise<void> {
  if (!isBalanced(entry.postings)) throw new Error(`ledger entry ${entry._id} does not sum to zero`);
  await insertOnce(ledgerEntries(), entry);
}

/** What has been paid on each of some donations, in cents, read from the entries. */
export async function paidOnDonations(donationIds: readonly string[]): Promise<Map<string, Cents>> {
  const entries = await ledgerEntries()
    .find({ donationIds: { $in: [...donationIds] } }, { projection: { postings: 1 } })
    .toArray();
  return new Map(donationIds.map((donationId) => [donationId, paidOn(donationId, entries)]));
}

/** Folds the entries of some donations into their projections. May be repeated; an older fold never wins. */
export async function projectDonations(donationIds: readonly string[], now: Date): Promise<void> {
  for (const donationId of donationIds) {
    const entries = await ledgerEntries()
      .find({ donationIds: donationId }, { projection: { postings: 1, entryDt: 1 } })
      .toArray();
    await writeDonationProjection(donationId, foldOf(donationId, entries), now);
  }
}

/** What some entries say of a donation. */
function foldOf(donationId: string, entries: readonly Pick<LedgerEntry, 'postings' | 'entryDt'>[]) {
  const newest = Math.max(...entries.map((entry) => entry.entryDt.getTime()));
  return {
    paymentsTotal: paidOn(donationId, entries),
    lastPaymentDt: entries.length ? new Date(newest) : null,
    ledgerCount: entries.length,
  };
}

/** Money that came without a card. `receiptId` makes a second recording a no-op. */
export type OfflineReceipt = {
  receiptId: string;
  method: 'cash' | 'check';
  lines: readonly { donationId: string; amount: Cents }[];
  paidDt: Date;
  recordedBy: string;
  currency?: string;
};

/** Books cash or a check over one or more donations. Throws RangeError for more than is owed on a line. */
export async function recordOfflineReceipt(receipt: OfflineReceipt, now: Date): Promise<void> {
  const entry = offlineEntry(receipt);
  const isRepeated = await ledgerEntries().findOne({ _id: entry._id }, { projection: { _id: 1 } });
  if (!isRepeated) {
    await refuseTooMuch([receipt]);
    await bookEntry(entry);
  }
  await projectDonations(entry.donationIds, now);
}

/**
 * Books many new receipts at once, no donation twice among them; the counters of their runs are left to
 * `recountRuns`. Throws RangeError for more than is owed on a line.
 */
export async function recordOfflineReceipts(receipts: readonly OfflineReceipt[], now: Date): Promise<void> {
  await refuseTooMuch(receipts);
  const entries = receipts.map(offlineEntry);
  await ledgerEntries().insertMany(entries);
  const byDonation = new Map<string, LedgerEntry[]>();
  const donationIds = entries.flatMap((entry) => entry.donationIds);
  for await (const entry of ledgerEntries().find({ donationIds: { $in: donationIds } }))
    for (const donationId of entry.donationIds)
      byDonation.set(donationId, [...(byDonation.get(donationId) ?? []), entry]);
  const folds = donationIds.map((id) => [id, foldOf(id, byDonation.get(id) ?? [])] as const);
  await writeDonationProjections(new Map(folds), now);
}

async function refuseTooMuch(receipts: readonly OfflineReceipt[]): Promise<void> {
  const lines = receipts.flatMap((receipt) => receipt.lines);
  const donationIds = lines.map((line) => line.donationId);
  const [donations, paid] = await Promise.all([findDonations(donationIds), paidOnDonations(donationIds)]);
  const dues = new Map(donations.map((donation) => [donation._id, donation.minAmountDue]));
  for (const { donationId, amount } of lines)
    if (!(amount > 0 && amount <= (dues.get(donationId) ?? 0) - (paid.get(donationId) ?? 0)))
      throw new RangeError(`more than is owed on donation ${donationId}`);
}

function offlineEntry(receipt: OfflineReceipt): LedgerEntry {
  const total = sumCents(receipt.lines.map((line) => line.amount));
  return {
    _id: `cash:${receipt.receiptId}`,
    kind: receipt.method,
    entryDt: receipt.paidDt,
    postings: [
      { account: `offline:${receipt.method}`, amount: total },
      ...receipt.lines.map(({ donationId, amount }) => ({
        account: donationAccount(donationId),
        amount: negative(amount),
      })),
    ],
    donationIds: receipt.lines.map((line) => line.donationId),
    total,
    currency: receipt.currency ?? 'usd',
    providerRef: null,
    recordedBy: receipt.recordedBy,
  };
}
