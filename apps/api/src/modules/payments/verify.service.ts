/** The verifier: re-counts everything that is folded from the ledger (payments.md "Records"). */
import { dollarsFromCents, type Cents } from '@kinfold/domain/money';
import { isBalanced, paidOn } from '@kinfold/domain/payment';
import { donationTotals, recountChangedRuns, recountRuns } from '../donations/donation.service.ts';
import { ledgerEntries, type LedgerEntry } from './ledger.model.ts';
import { projectDonations } from './ledger.service.ts';
import { finals, openPayments, payments } from './payment.model.ts';

/** What was looked at, and what differs, a sentence each. */
export type LedgerReport = {
  checked: { entries: number; payments: number; donations: number };
  problems: string[];
};

/** Checks entries, final records, donations and run counters; with `doesRepair` rebuilds the projections. */
export async function verifyLedger(options: { doesRepair: boolean; now: Date }): Promise<LedgerReport> {
  const problems: string[] = [];
  const charges = new Map<string, LedgerEntry>();
  const byDonation = new Map<string, LedgerEntry[]>();
  let entries = 0;
  for await (const entry of ledgerEntries().find()) {
    entries += 1;
    if (!isBalanced(entry.postings)) problems.push(`Entry ${entry._id} does not sum to zero.`);
    if (entry.kind === 'charge') charges.set(entry._id.slice('charge:'.length), entry);
    for (const donationId of entry.donationIds)
      byDonation.set(donationId, [...(byDonation.get(donationId) ?? []), entry]);
  }
  const paid = await verifyPayments(charges, problems);
  const donations = await verifyDonations(byDonation, problems, options);
  // What a moment later would be counted anyway is no difference.
  await recountChangedRuns();
  problems.push(...(await recountRuns(options)).map((run) => `Run ${run} had a wrong total of donations.`));
  return { checked: { entries, payments: paid, donations }, problems };
}

/** Every paid payment has its entry and its amounts; no entry is without a payment; nothing is both or neither. */
async function verifyPayments(
  charges: ReadonlyMap<string, LedgerEntry>,
  problems: string[],
): Promise<number> {
  let count = 0;
  const results = new Map<string, string>();
  for await (const final of finals().find()) results.set(final._id, final.result);
  const open = new Set<string>();
  for await (const { _id } of openPayments().find()) open.add(_id);
  const seen = new Set<string>();
  for await (const payment of payments().find()) {
    count += 1;
    seen.add(payment._id);
    const entry = charges.get(payment._id);
    const result = results.get(payment._id);
    if (result === 'paid' && !entry) problems.push(`Payment ${payment._id} is paid but not in the ledger.`);
    if (entry && result === 'canceled')
      problems.push(`Payment ${payment._id} is canceled but in the ledger.`);
    if (entry && entry.total !== payment.total)
      problems.push(`Payment ${payment._id} and its ledger entry have different totals.`);
    if (!result && !open.has(payment._id))
      problems.push(`Payment ${payment._id} has no end and the sweep does not know of it.`);
  }
  for (const paymentId of charges.keys())
    if (!seen.has(paymentId)) problems.push(`The ledger has a charge of an unknown payment ${paymentId}.`);
  return count;
}

/** Each donation's paymentsTotal is the fold of its entries. */
async function verifyDonations(
  byDonation: ReadonlyMap<string, LedgerEntry[]>,
  problems: string[],
  { doesRepair, now }: { doesRepair: boolean; now: Date },
): Promise<number> {
  let count = 0;
  for await (const donation of donationTotals()) {
    count += 1;
    const right: Cents = paidOn(donation._id, byDonation.get(donation._id) ?? []);
    if (donation.paymentsTotal === right) continue;
    problems.push(
      `Donation ${donation._id} says ${dollarsFromCents(donation.paymentsTotal)} was paid, the ledger says ${dollarsFromCents(right)}.`,
    );
    if (doesRepair) await projectDonations([donation._id], now);
  }
  return count;
}
