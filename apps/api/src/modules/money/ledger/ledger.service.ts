/** The ledger and its projections (payments.md "Records"). Amounts are integer cents. */
import { isGoingBack } from '@kinfold/domain/fund';
import { cents, inProportion, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import {
  donationAccount,
  FEE_ACCOUNT,
  isBalanced,
  paidOn,
  waivedOn,
  type Posting,
} from '@kinfold/domain/payment';
import { documentIds, insertMissing, type Session } from '../../../platform/database.ts';
import { markStale } from '../../../work/projections.ts';
import {
  writeDonationProjections,
  type DonationPlace,
} from '../../funds/donations/donation-totals.service.ts';
import {
  chargeEntryId,
  ledgerEntries,
  ledgerEntryFields,
  paymentIdOfCharge,
  type LedgerEntry,
  type PaymentCard,
} from './ledger.model.ts';
import { restoreLastPayments } from './last-payments.service.ts';
import type { PaymentRecord } from './payment.model.ts';

export { chargeEntryId, ledgerEntryFields, paymentIdOfCharge };
export type { LedgerEntry, PaymentCard };

/** The entry of a charge: debits the card with the total, credits the donations and the processing fee. */
export function chargeEntry(
  payment: PaymentRecord,
  { intentId, card }: { intentId: string; card: PaymentCard },
  now: Date,
): LedgerEntry {
  return {
    _id: chargeEntryId(payment._id),
    kind: 'charge',
    entryDt: now,
    postings: [
      { account: 'provider:card', amount: payment.total },
      ...payment.lines.map(donationPosting),
      { account: FEE_ACCOUNT, amount: negative(payment.processingFee) },
    ],
    donationIds: payment.lines.map((line) => line.donationId),
    total: payment.total,
    currency: payment.currency,
    providerRef: intentId,
    recordedBy: payment.email,
    ...(card.id !== payment.card.id && { card }),
  };
}

const negative = (amount: Cents) => cents(-amount);

/** The posting that credits a donation. */
export function donationPosting(line: {
  donationId: string;
  organizationNumber: string;
  amount: Cents;
}): Posting {
  const { donationId, organizationNumber, amount } = line;
  return { account: donationAccount(donationId), amount: negative(amount), organizationNumber };
}

/**
 * Books entries, each once; the same `_id` again is a no-op. Returns how many were new. Throws when postings do not sum
 * to zero.
 */
export async function bookEntries(entries: readonly LedgerEntry[]): Promise<number> {
  for (const { _id, postings } of entries)
    if (!isBalanced(postings)) throw new Error(`ledger entry ${_id} does not sum to zero`);
  return insertMissing(ledgerEntries(), entries);
}

/**
 * Books an entry in a transaction, with the mark of the months that it changes: an entry may be on no donation. Throws a duplicate key error
 * when it is booked, and when its postings do not sum to zero.
 */
export async function insertEntry(entry: LedgerEntry, session: Session): Promise<void> {
  if (!isBalanced(entry.postings)) throw new Error(`ledger entry ${entry._id} does not sum to zero`);
  await ledgerEntries().insertOne(entry, { session });
  await markStale({ month: organizationsOf(entry) }, session);
}

/** The entries with these ids. */
export function findEntries(ids: readonly string[]): Promise<LedgerEntry[]> {
  return ledgerEntries()
    .find({ _id: { $in: [...ids] } })
    .toArray();
}

/** A cursor over the entries with postings on any of the donations. */
export const entriesOn = (donationIds: readonly string[]) =>
  ledgerEntries().find({ donationIds: { $in: [...donationIds] } });

/** A cursor over the refunds and disputes of payments. */
export const entriesBackOf = (paymentIds: readonly string[]) =>
  ledgerEntries().find({ paymentId: { $in: [...paymentIds] } });

/** A cursor over the entries since a time that moved money at the card provider. */
export const cursorOfMoney = (since: Date) =>
  ledgerEntries().find({ providerRef: { $ne: null }, entryDt: { $gte: since } });

/** The ids of all entries, in order. */
export const entryIds = () => documentIds('ledger_entries');

/** The amount paid and waived on each donation, in cents, by the ledger. */
export async function settledOnDonations(donationIds: readonly string[]): Promise<Map<string, Cents>> {
  const entries = await ledgerEntries()
    .find({ donationIds: { $in: [...donationIds] } }, { projection: { postings: 1 } })
    .toArray();
  const settled = (id: string) => sumCents([paidOn(id, entries), waivedOn(id, entries)]);
  return new Map(donationIds.map((donationId) => [donationId, settled(donationId)]));
}

/**
 * Recomputes the projections of donations from their entries. Idempotent; a result of fewer entries never replaces one of
 * more. `places` are the runs and memberships of the donations, where they are known.
 */
export async function projectDonations(
  donationIds: readonly string[],
  now: Date,
  places?: readonly DonationPlace[],
): Promise<void> {
  const fields = { projection: { kind: 1, postings: 1, entryDt: 1, donationIds: 1, paymentId: 1 } };
  const byDonation = new Map<string, Folded[]>(donationIds.map((donationId) => [donationId, []]));
  const booked: (Folded & Pick<LedgerEntry, 'donationIds'>)[] = [];
  for await (const entry of ledgerEntries().find({ donationIds: { $in: [...donationIds] } }, fields)) {
    booked.push(entry);
    for (const donationId of entry.donationIds) byDonation.get(donationId)?.push(entry);
  }
  const folds = [...byDonation].map(
    ([donationId, entries]) => [donationId, foldOf(donationId, entries)] as const,
  );
  await writeDonationProjections(new Map(folds), now, places, booked.flatMap(organizationsOf));
  const reduced = booked.filter(isGoingBack).flatMap(({ donationIds: ids }) => ids);
  if (reduced.length) await restoreLastPayments([...new Set(reduced)]);
}

/** The organizations for which an entry was booked, and when. */
function organizationsOf({
  postings,
  entryDt: at,
}: Pick<LedgerEntry, 'postings' | 'entryDt'>): { of: string; at: Date }[] {
  const numbers = new Set(postings.flatMap(({ organizationNumber }) => organizationNumber ?? []));
  return [...numbers].map((of) => ({ of, at }));
}

type Folded = Pick<LedgerEntry, '_id' | 'kind' | 'postings' | 'entryDt' | 'paymentId'>;

/** The projection of a donation: the fold of its entries. */
export function foldOf(donationId: string, entries: readonly Folded[]) {
  // What is waived with a refund was settled since the payment.
  const chargedDt = (entry: Folded) =>
    entries.find(({ _id }) => entry.paymentId && _id === chargeEntryId(entry.paymentId))?.entryDt;
  const waivers = entries
    .map((entry) => ({ dt: chargedDt(entry) ?? entry.entryDt, amount: waivedOn(donationId, [entry]) }))
    .filter(({ amount }) => amount !== 0);
  const waivedDt = newestOf(waivers);
  const payments = amountsOf(entries, (entry) => paidOn(donationId, [entry]));
  const paid = paidOn(donationId, entries);
  return {
    paymentsTotal: paid,
    lastPaymentDt: paid > 0 ? newestOf(keptPayments(entries, (entry) => paidOn(donationId, [entry]))) : null,
    returned: entries.some(isGoingBack) ? returnedOn(donationId, entries) : undefined,
    fees: entries.some(({ postings }) => postings.some(isFee)) ? feesOn(donationId, entries) : undefined,
    waived: waivedDt ? { amount: waivedOn(donationId, entries), dt: waivedDt } : undefined,
    payments,
    ledgerCount: entries.length,
  };
}

/** What went back to cards of the payments on a donation. */
export const returnedOn = (donationId: string, entries: readonly Folded[]): Cents =>
  negative(paidOn(donationId, entries.filter(isGoingBack)));

const isFee = ({ account }: Posting) => account === FEE_ACCOUNT;

/**
 * What payers added for card fees with the payments on a donation, less what of it went back. A payment for several
 * donations divides its fee in proportion to what was paid on them.
 */
export const feesOn = (donationId: string, entries: readonly Folded[]): Cents =>
  sumCents(entries.map(({ postings }) => feeOn(donationId, postings)));

function feeOn(donationId: string, postings: readonly Posting[]): Cents {
  const fee = postings.find(isFee);
  if (!fee) return ZERO;
  const lines = postings.filter(({ account }) => account.startsWith(donationAccount('')));
  const parts = inProportion(
    negative(fee.amount),
    lines.map(({ amount }) => ({ amount: negative(amount) })),
  );
  return parts[lines.findIndex(({ account }) => account === donationAccount(donationId))]?.amount ?? ZERO;
}

/** What is left of each payment among some entries, where something is: less what went back, and what came again. */
export function keptPayments(
  entries: readonly Folded[],
  amountOf: (entry: Folded) => Cents,
): { dt: Date; amount: Cents }[] {
  const back = entries.filter(isGoingBack);
  return entries
    .filter((entry) => !isGoingBack(entry))
    .map((entry) => ({
      dt: entry.entryDt,
      amount: sumCents([
        amountOf(entry),
        ...back
          .filter(({ paymentId }) => paymentId && chargeEntryId(paymentId) === entry._id)
          .map((gone) => amountOf(gone)),
      ]),
    }))
    .filter(({ amount }) => amount > 0);
}

const amountsOf = (entries: readonly Folded[], amountOf: (entry: Folded) => Cents) =>
  entries
    .map((entry) => ({ dt: entry.entryDt, amount: amountOf(entry) }))
    .filter(({ amount }) => amount !== 0);

const newestOf = (some: readonly { dt: Date }[]) =>
  some.length ? new Date(Math.max(...some.map(({ dt }) => dt.getTime()))) : null;

/** Returns whether the ledger has anything that an organization received. */
export async function hasEntriesOf(organizationNumber: string, session: Session): Promise<boolean> {
  const filter = { 'postings.organizationNumber': organizationNumber };
  return (await ledgerEntries().findOne(filter, { projection: { _id: 1 }, session })) !== null;
}

/** The next entries with postings of an organization after a position, oldest first. */
export async function findEntriesOfOrganization(
  organizationNumber: string,
  after: { entryDt: Date; _id: string } | null,
  limit: number,
): Promise<LedgerEntry[]> {
  const found = ledgerEntries().find({
    'postings.organizationNumber': organizationNumber,
    ...(after && {
      entryDt: { $gte: after.entryDt },
      $or: [{ entryDt: { $gt: after.entryDt } }, { _id: { $gt: after._id } }],
    }),
  });
  return found.sort({ entryDt: 1, _id: 1 }).limit(limit).toArray();
}
