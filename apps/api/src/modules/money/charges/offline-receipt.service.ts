/**
 * Cash and checks: payments without a provider (payments.md "Offline receipts"). A receipt claims its donations, reads
 * again what is owed, and is booked once; a concurrent card payment of the same dues gets a 409, as between two cards.
 * Amounts are integer cents.
 *
 * Each try of a receipt has an id of its own for claims, intent register and final record: a refused try is closed, and
 * the receipt can be recorded again. The ledger entry has the receipt's id, so there is never a second one. The intent
 * register decides between a request that books the try and a sweep that closes it: `booked` with the entry, or `none`;
 * the first insert wins. Concurrent requests for one receipt share a try; when their lines differ, the registered are
 * booked.
 */
import { sumCents, type Cents } from '@kinfold/domain/money';
import { paidOn } from '@kinfold/domain/payment';
import { insertMissing } from '../../../platform/database.ts';
import { AppError, conflict, invalid } from '../../../platform/problem.ts';
import { findDonations } from '../../funds/donations/donation.service.ts';
import {
  bookEntries,
  donationPosting,
  findEntries,
  settledOnDonations,
  projectDonations,
  type LedgerEntry,
} from '../ledger/ledger.service.ts';
import { finals, intents, newMarker, openPayments, type OpenPayment } from './charge.model.ts';
import { claimAll } from './claim.service.ts';
import { NO_INTENT, type PaymentDeps } from './settle.service.ts';

/** An offline receipt; recording the same `receiptId` again is a no-op. */
export type OfflineReceipt = {
  receiptId: string;
  method: 'cash' | 'check';
  lines: readonly { donationId: string; amount: Cents }[];
  /** When the money was received. */
  paidDt: Date;
  recordedBy: string;
  currency: string;
};

type ReceiptDeps = Pick<PaymentDeps, 'now' | 'checkpoint'>;
type Try = { _id: string; receipt: LedgerEntry };
/** The registered entry of each try, by the try's id; undefined when the try is closed. */
type Registered = ReadonlyMap<string, LedgerEntry | undefined>;

const BOOKED = 'booked';

/**
 * Books cash and checks; no donation may appear twice among them. Throws 409 while another user pays one of the dues, 422
 * for more than is owed and for a known `receiptId` with other details; the other receipts are booked nevertheless.
 */
export async function recordOfflineReceipts(
  receipts: readonly OfflineReceipt[],
  deps: ReceiptDeps,
): Promise<void> {
  const entries = await entriesOf(receipts);
  const known = await bookedOf(entries);
  requireSameReceipt(entries, known);
  const tries = await newTries(entries.filter(({ _id }) => !known.some((entry) => entry._id === _id)));
  // The markers first, with the entries: the sweep completes what this process does not.
  await insertMissing(
    openPayments(),
    tries.map(({ _id, receipt }) => ({ ...newMarker(_id, deps.now()), isAttempted: true, receipt })),
  );
  await deps.checkpoint('receipt-opened');
  const claimed = await claimAll(tries.map(claimOf), deps.now());
  await deps.checkpoint('receipt-claimed');
  const owed = await owedOn(tries.flatMap(({ receipt }) => receipt.donationIds));
  const isOwed = ({ receipt }: Try) =>
    receipt.donationIds.every((id) => paidOn(id, [receipt]) <= (owed.get(id) ?? 0));
  const refusalOf = (each: Try): AppError | undefined => {
    if (!claimed.has(each._id)) return inProgress();
    return isOwed(each) ? undefined : tooMuch();
  };
  const registered = await register(tries, (each) => !refusalOf(each));
  await deps.checkpoint('receipt-registered');
  await finish(tries, registered, deps);
  await projectDonations(
    known.flatMap(({ donationIds }) => donationIds),
    deps.now(),
  );
  // By the ledger, not by the register: the receipt may have been booked under an earlier try.
  const booked = await bookedOf(entries);
  requireSameReceipt(entries, booked);
  const bookedIds = new Set(booked.map(({ _id }) => _id));
  for (const each of tries) if (!bookedIds.has(each.receipt._id)) throw refusalOf(each) ?? inProgress();
}

const bookedOf = (entries: readonly LedgerEntry[]) => findEntries(entries.map(({ _id }) => _id));

const inProgress = () =>
  conflict('payment_in_progress', 'Somebody is paying these dues right now. Nothing was recorded.');
const tooMuch = () =>
  invalid([{ path: 'lines', message: 'This is more than is owed. Nothing was recorded.' }]);

/** For the sweep: completes a try. It is booked when it was registered as `booked`, else closed. */
export async function settleReceipt({ _id, receipt }: OpenPayment, deps: ReceiptDeps): Promise<void> {
  if (!receipt) return;
  const tries = [{ _id, receipt }];
  await finish(tries, await register(tries, () => false), deps);
}

/** Registers tries as `booked` or `none`, unless they are registered; returns what is registered. */
async function register(tries: readonly Try[], isWanted: (each: Try) => boolean): Promise<Registered> {
  await insertMissing(
    intents(),
    tries.map((each) =>
      isWanted(each)
        ? { _id: each._id, intentId: BOOKED, receipt: each.receipt }
        : { _id: each._id, intentId: NO_INTENT },
    ),
  );
  const found = await intents()
    .find({ _id: { $in: tries.map(({ _id }) => _id) } })
    .toArray();
  const wanted = new Map(tries.map(({ _id, receipt }) => [_id, receipt]));
  return new Map(
    found.map(({ _id, intentId, receipt = wanted.get(_id) }) => [
      _id,
      intentId === BOOKED ? receipt : undefined,
    ]),
  );
}

/** Books or closes tries by the register: ledger entries, final records, projections, markers, in this order. */
async function finish(tries: readonly Try[], registered: Registered, deps: ReceiptDeps): Promise<void> {
  const booked = [...registered.values()].filter((entry) => entry !== undefined);
  await bookEntries(booked);
  await deps.checkpoint('receipt-booked');
  await insertMissing(
    finals(),
    tries.map(({ _id }) => ({
      _id,
      result: registered.get(_id) ? ('paid' as const) : ('canceled' as const),
      finalDt: deps.now(),
    })),
  );
  await deps.checkpoint('receipt-finalized');
  await projectDonations(
    booked.flatMap(({ donationIds }) => donationIds),
    deps.now(),
  );
  await openPayments().deleteMany({ _id: { $in: tries.map(({ _id }) => _id) } });
}

/** The first try of each receipt that is not closed: concurrent requests for one receipt get the same try. */
async function newTries(entries: readonly LedgerEntry[]): Promise<Try[]> {
  const found: Try[] = [];
  let left = [...entries];
  for (let number = 1; left.length; number += 1) {
    const tries = left.map((receipt): Try => ({ _id: `${receipt._id}:${number}`, receipt }));
    const closed = new Set(
      (
        await finals()
          .find({ _id: { $in: tries.map(({ _id }) => _id) } })
          .toArray()
      ).map(({ _id }) => _id),
    );
    found.push(...tries.filter(({ _id }) => !closed.has(_id)));
    left = tries.filter(({ _id }) => closed.has(_id)).map(({ receipt }) => receipt);
  }
  return found;
}

const claimOf = ({ _id, receipt }: Try) => ({ paymentId: _id, donationIds: receipt.donationIds });

/** What is owed on each donation, in cents, by the ledger. */
async function owedOn(donationIds: readonly string[]): Promise<Map<string, number>> {
  const [donations, paid] = await Promise.all([findDonations(donationIds), settledOnDonations(donationIds)]);
  return new Map(donations.map(({ _id, minAmountDue }) => [_id, minAmountDue - (paid.get(_id) ?? 0)]));
}

/** The ledger entries of receipts. Throws 422 for an unknown donation or an amount that is not positive. */
async function entriesOf(receipts: readonly OfflineReceipt[]): Promise<LedgerEntry[]> {
  const donations = await findDonations(
    receipts.flatMap(({ lines }) => lines.map((line) => line.donationId)),
  );
  const byId = new Map(donations.map((donation) => [donation._id, donation]));
  return receipts.map(({ receiptId, method, lines, paidDt, recordedBy, currency }) => {
    const total = sumCents(lines.map((line) => line.amount));
    const postings = lines.map(({ donationId, amount }) => {
      const donation = byId.get(donationId);
      if (!donation || amount <= 0) throw tooMuch();
      return donationPosting({ donationId, organizationNumber: donation.organizationNumber, amount });
    });
    return {
      _id: `cash:${receiptId}`,
      kind: method,
      entryDt: paidDt,
      postings: [{ account: `offline:${method}`, amount: total }, ...postings],
      donationIds: lines.map((line) => line.donationId),
      total,
      currency,
      providerRef: null,
      recordedBy,
    };
  });
}

/** Throws 422 when a receipt differs from the booked one with the same id. */
function requireSameReceipt(entries: readonly LedgerEntry[], known: readonly LedgerEntry[]): void {
  const contentOf = ({ kind, postings }: LedgerEntry) =>
    JSON.stringify([kind, ...postings.map(({ account, amount }) => [account, amount])]);
  const byId = new Map(known.map((entry) => [entry._id, entry]));
  for (const entry of entries) {
    const other = byId.get(entry._id);
    if (other && contentOf(other) !== contentOf(entry))
      throw new AppError(
        422,
        'idempotency_mismatch',
        'This receipt was already recorded with other details.',
      );
  }
}
