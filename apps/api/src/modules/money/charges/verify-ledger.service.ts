/**
 * The ledger verifier: recomputes the projections of the ledger (payments.md "Records") in batches, with constant
 * memory. On a live system writes are under way: a difference is checked again, and payments with a sweep marker are
 * skipped.
 */
import { dollarsFromCents, ZERO } from '@kinfold/domain/money';
import { isBalanced, paidOn, waivedOn } from '@kinfold/domain/payment';
import {
  runChecks,
  type Check,
  type Checks,
  type Outcome,
  type Problems,
} from '../../../platform/verification.ts';
import { payouts } from '../../funds/claims/verify-payouts.service.ts';
import { donationIds, findStoredDonations } from '../../funds/donations/donation.service.ts';
import { runTotals } from '../../funds/donations/run-figures.service.ts';
import { funds } from '../ledger/fund.service.ts';
import {
  chargeEntryId,
  paymentIdOfCharge,
  entriesOn,
  entryIds,
  findEntries,
  projectDonations,
  feesOn,
  returnedOn,
  type LedgerEntry,
} from '../ledger/ledger.service.ts';
import { depositsExplained } from '../ledger/deposit-record.service.ts';
import { closingsAgree } from '../ledger/organization-months.service.ts';
import { findPayments, paymentIds } from '../ledger/payment.service.ts';
import { finals, openPayments } from './charge.model.ts';

/** Entries, final records, donations and the totals of runs; a repair rebuilds the projections. */
export const ledgerChecks: readonly Check[] = [
  { counted: 'entries', keys: entryIds, problemsOf: entryProblems },
  { counted: 'payments', keys: paymentIds, problemsOf: paymentProblems },
  {
    counted: 'donations',
    keys: donationIds,
    problemsOf: donationProblems,
    repair: (ids, { now }) => projectDonations(ids, now),
  },
  runTotals,
  funds,
  payouts,
  depositsExplained,
  closingsAgree,
];

/** Checks the money alone. */
export async function verifyLedger(checks: Checks): Promise<Outcome> {
  const problems: string[] = [];
  return { checked: await runChecks(ledgerChecks, checks, problems), problems };
}

/** Every entry sums to zero, and every charge has a payment of its total that is paid or has a sweep marker. */
async function entryProblems(ids: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  const entries = await findEntries(ids);
  const charges = entries.filter(({ kind }) => kind === 'charge');
  const { paymentsById, results, open } = await recordsOf(charges.map(paymentIdOf));
  for (const { _id, postings } of entries)
    if (!isBalanced(postings)) found.set(_id, `Entry ${_id} does not sum to zero.`);
  for (const entry of charges) {
    const paymentId = paymentIdOf(entry);
    const payment = paymentsById.get(paymentId);
    if (!payment) found.set(entry._id, `The ledger has a charge of an unknown payment ${paymentId}.`);
    else if (payment.total !== entry.total)
      found.set(entry._id, `Payment ${paymentId} and its ledger entry have different totals.`);
    else if (results.get(paymentId) === 'canceled')
      found.set(entry._id, `Payment ${paymentId} is canceled but in the ledger.`);
    else if (!results.has(paymentId) && !open.has(paymentId))
      found.set(entry._id, `Payment ${paymentId} is in the ledger and was never ended.`);
  }
  return found;
}

const paymentIdOf = ({ _id }: LedgerEntry) => paymentIdOfCharge(_id) ?? '';

/** Every paid payment is in the ledger, and every payment has a final record or a sweep marker. */
async function paymentProblems(ids: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  const { results, open } = await recordsOf(ids);
  const entries = await findEntries(ids.map(chargeEntryId));
  const booked = new Set(entries.map(paymentIdOf));
  for (const id of ids) {
    const result = results.get(id);
    if (result === 'paid' && !booked.has(id)) found.set(id, `Payment ${id} is paid but not in the ledger.`);
    if (!result && !open.has(id))
      found.set(id, `Payment ${id} has no end and the sweep does not know of it.`);
  }
  return found;
}

/** Payments, results and sweep markers by paymentId. */
async function recordsOf(ids: readonly string[]) {
  const wanted = { _id: { $in: [...ids] } };
  const [known, ended, markers] = await Promise.all([
    findPayments(ids),
    finals().find(wanted).toArray(),
    openPayments().find(wanted).toArray(),
  ]);
  return {
    paymentsById: new Map(known.map((payment) => [payment._id, payment])),
    results: new Map(ended.map(({ _id, result }) => [_id, result])),
    open: new Set(markers.map(({ _id }) => _id)),
  };
}

/** What a donation says was paid and waived is the fold of its entries, unless one of its payments has a sweep marker. */
async function donationProblems(ids: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  const entries = new Map<string, LedgerEntry[]>(ids.map((id) => [id, []]));
  for await (const entry of entriesOn(ids)) for (const id of entry.donationIds) entries.get(id)?.push(entry);
  for (const { _id, paymentsTotal, waived, returned, fees } of await findStoredDonations(ids)) {
    const theirs = entries.get(_id) ?? [];
    const figures = [
      ['paid', paymentsTotal, paidOn(_id, theirs)],
      ['waived', waived?.amount ?? ZERO, waivedOn(_id, theirs)],
      ['sent back', returned ?? ZERO, returnedOn(_id, theirs)],
      ['added for card fees', fees ?? ZERO, feesOn(_id, theirs)],
    ] as const;
    const wrong = figures.filter(([, said, right]) => said !== right);
    if (!wrong.length || (await isUnderWay(theirs, ids))) continue;
    found.set(
      _id,
      wrong
        .map(
          ([what, said, right]) =>
            `Donation ${_id} says ${dollarsFromCents(said)} was ${what}, the ledger says ${dollarsFromCents(right)}.`,
        )
        .join(' '),
    );
  }
  return found;
}

/** Whether the payment or receipt of one of the entries, or a hold on the donations, has a sweep marker. */
async function isUnderWay(entries: readonly LedgerEntry[], ids: readonly string[]): Promise<boolean> {
  const charged = entries.filter(({ kind }) => kind === 'charge').map(paymentIdOf);
  const paymentIds = entries.flatMap(({ paymentId }) => paymentId ?? []);
  const markers = [
    { _id: { $in: charged } },
    { 'receipt._id': { $in: entries.map(({ _id }) => _id) } },
    { paymentId: { $in: paymentIds } },
    { held: { $in: [...ids] } },
  ];
  return (await openPayments().findOne({ $or: markers }, { projection: { _id: 1 } })) !== null;
}
