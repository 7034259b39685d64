/**
 * Reconciliation: what the card provider says of the last 35 days against the ledger (payments.md). What the provider has
 * and the ledger lacks is booked where a payment here is known; every other difference is named, for the office.
 */
import { DAY_MS } from '@kinfold/domain/dates';
import { cents, showMoney, ZERO, type Cents } from '@kinfold/domain/money';
import type { ProviderMoney, ProviderRecords } from '../../../platform/card-provider.ts';
import { AppError } from '../../../platform/problem.ts';
import { cursorOfMoney, findEntries, type LedgerEntry } from '../ledger/ledger.service.ts';
import { findPayment } from '../ledger/payment.service.ts';
import { noteForReview } from '../review-items/review-item.service.ts';
import { intents, openPayments } from './charge.model.ts';
import { settleDispute, settleRefundOf } from './provider-money.service.ts';
import { settlePayouts } from './payout.service.ts';
import { refundRegisters } from './reversal.model.ts';
import { readReversals } from './reversal.service.ts';
import { moveDues } from './transfer-back.service.ts';
import { settleIntent, type PaymentDeps } from './settle.service.ts';

/** How far back it looks. */
const DAYS = 35;

/** A difference by its name. A repaired one is booked now. */
export type Difference = {
  name: string;
  providerId: string;
  amount: Cents | null;
  paymentId: string | null;
  isRepaired: boolean;
};

export type Reconciliation = { checked: Record<string, number>; differences: Difference[] };

/** A difference as a line: `other amount: refund re_1, $15.00, payment …`. */
export function differenceLine(
  { name, providerId, amount, paymentId, isRepaired }: Difference,
  currency: string,
): string {
  const sum = amount === null ? '' : `, ${showMoney(amount, currency)}`;
  const payment = paymentId ? `, payment ${paymentId}` : '';
  return `${name}: ${providerId}${sum}${payment}${isRepaired ? ' (booked now)' : ''}`;
}

/** Compares the provider with the ledger, and books what can be booked. Throws ProviderUnavailable. */
export async function reconcile(deps: PaymentDeps): Promise<Reconciliation> {
  const since = new Date(deps.now().getTime() - DAYS * DAY_MS);
  // The ledger first: whatever it has, the provider has had before.
  const entries = await readEntries(since);
  const records = await withOlder(await deps.provider.recordsSince(since), entries, deps);
  const differences = [
    ...(await chargeDifferences(records, deps)),
    ...(await refundDifferences(records, deps)),
    ...(await disputeDifferences(records, deps)),
    ...(await transferDifferences(entries, records, deps)),
    ...missingThere(entries, records, since),
    ...movementDifferences(records),
    ...(await payoutDifferences(records, since, deps)),
  ];
  const { charges, refunds, disputes, payouts, movements } = records;
  return {
    checked: {
      entries: entries.length,
      charges: charges.length,
      refunds: refunds.length,
      disputes: disputes.length,
      payouts: payouts.length,
      movements: movements.length,
    },
    differences,
  };
}

/** For the worker: reconciles, and puts what it could not book on the office's list. */
export async function reconcileNightly(deps: PaymentDeps): Promise<void> {
  const { differences } = await reconcile(deps);
  for (const difference of differences.filter(({ isRepaired }) => !isRepaired)) {
    const { name, providerId, amount, paymentId } = difference;
    const isNew = await noteForReview(
      {
        key: `reconcile:${name}:${providerId}`,
        type: 'unknown_payment',
        providerId,
        providerStatus: 'difference',
        answerBy: null,
        amount,
        currency: deps.config.CURRENCY,
        paymentId,
        at: deps.now(),
      },
      deps.now(),
    );
    if (isNew) deps.logger.error({ ...difference }, 'the books differ from the card provider');
  }
}

/** Adds refunds and disputes from before that moved money since then: a refund that failed, a dispute that was won. */
async function withOlder(
  records: ProviderRecords,
  entries: readonly LedgerEntry[],
  { provider }: PaymentDeps,
): Promise<ProviderRecords> {
  const { refunds, disputes, movements } = records;
  const missing = (
    listed: readonly { id: string }[],
    kind: LedgerEntry['kind'],
    types: readonly string[],
  ) => {
    const ids = new Set([
      ...entries.filter((entry) => entry.kind === kind).map(({ providerRef }) => providerRef),
      ...movements.filter(({ type }) => types.includes(type)).map(({ sourceId }) => sourceId),
    ]);
    for (const { id } of listed) ids.delete(id);
    return [...ids].filter((id) => id !== null);
  };
  const older = { refunds: [...refunds], disputes: [...disputes] };
  for (const id of missing(refunds, 'refund', ['refund', 'refund_failure'])) {
    const refund = await provider.retrieveRefund(id);
    if (refund) older.refunds.push(refund);
  }
  for (const id of missing(disputes, 'dispute', ['adjustment'])) {
    const dispute = await provider.retrieveDispute(id);
    if (dispute) older.disputes.push(dispute);
  }
  return { ...records, ...older };
}

async function readEntries(since: Date): Promise<LedgerEntry[]> {
  const found: LedgerEntry[] = [];
  for await (const entry of cursorOfMoney(since)) found.push(entry);
  return found;
}

const found = (
  name: string,
  money: Pick<ProviderMoney, 'id' | 'amount' | 'paymentId'>,
  isRepaired = false,
): Difference => ({
  name,
  providerId: money.id,
  amount: money.amount,
  paymentId: money.paymentId,
  isRepaired,
});

/** The amount that an entry moved at the provider, in cents. */
const movedBy = ({ postings }: LedgerEntry): number =>
  postings.filter(({ account }) => account === 'provider:card').reduce((sum, { amount }) => sum + amount, 0);

const entryOf = async (_id: string): Promise<LedgerEntry | undefined> => (await findEntries([_id]))[0];

async function chargeDifferences({ charges }: ProviderRecords, deps: PaymentDeps): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const charge of charges.filter(({ isPaid }) => isPaid)) {
    const registered = charge.intentId ? await intents().findOne({ intentId: charge.intentId }) : null;
    const named = charge.paymentId ? await findPayment(charge.paymentId) : null;
    if (!registered) {
      const name = named ? 'second charge of a payment' : 'charge missing here';
      differences.push(found(name, charge));
      continue;
    }
    const payment = await findPayment(registered._id);
    const entryId = `charge:${registered._id}`;
    let entry = await entryOf(entryId);
    // Under way: the sweep ends it.
    if (!entry && (await openPayments().findOne({ _id: registered._id }))) continue;
    if (!entry && payment) {
      await settleIntent(payment, await deps.provider.retrieveIntent(registered.intentId), deps);
      entry = await entryOf(entryId);
      differences.push(
        found('charge missing here', { ...charge, paymentId: payment._id }, entry !== undefined),
      );
    }
    if (!entry) continue;
    if (movedBy(entry) !== charge.amount) differences.push(found('charge of another amount', charge));
    if (entry.currency !== charge.currency) differences.push(found('charge in another currency', charge));
  }
  return differences;
}

async function refundDifferences({ refunds }: ProviderRecords, deps: PaymentDeps): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const refund of refunds) {
    const entryId = `refund:${refund.id}`;
    const hasFailed = ['failed', 'canceled'].includes(refund.status);
    const before = await findEntries([entryId, `${entryId}:failed`]);
    const lacks = !before.some(({ _id }) => _id === entryId);
    const isKept = hasFailed && !before.some(({ _id }) => _id === `${entryId}:failed`);
    if (lacks || isKept) {
      await settleRefundOf(refund, deps).catch((error: unknown) => {
        // Somebody pays its dues right now: named as missing, and booked by the sweep or the next run.
        if (!(error instanceof AppError && error.code === 'payment_in_progress')) throw error;
      });
      const after = await findEntries([entryId, `${entryId}:failed`]);
      const name = lacks ? 'refund missing here' : 'failed refund not taken back';
      differences.push(found(name, refund, after.length === (hasFailed ? 2 : 1)));
    }
    const entry = await entryOf(entryId);
    if (entry && movedBy(entry) !== -(refund.amount ?? ZERO))
      differences.push(found('refund of another amount', refund));
  }
  return differences;
}

async function disputeDifferences({ disputes }: ProviderRecords, deps: PaymentDeps): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const dispute of disputes) {
    const ids = dispute.moves.map((_move, index) => `dispute:${dispute.id}:${index + 1}`);
    const lacking = new Set(ids);
    for (const { _id } of await findEntries(ids)) lacking.delete(_id);
    if (lacking.size) await settleDispute(dispute, deps);
    const entries = new Map((await findEntries(ids)).map((entry) => [entry._id, entry]));
    for (const [index, move] of dispute.moves.entries()) {
      const entry = entries.get(ids[index] ?? '');
      const moved = { ...dispute, amount: move.amount };
      if (lacking.has(ids[index] ?? ''))
        differences.push(found('dispute missing here', moved, entry !== undefined));
      if (entry && movedBy(entry) !== move.amount)
        differences.push(found('dispute of another amount', moved));
    }
  }
  return differences;
}

/** Refunds and disputes whose dues were not taken back from a connected account, or not given to it again. */
async function transferDifferences(
  entries: readonly LedgerEntry[],
  { refunds }: ProviderRecords,
  deps: PaymentDeps,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const moved = new Set(refunds.filter(({ hasTakenBack }) => hasTakenBack).map(({ id }) => id));
  const back = entries.filter(({ paymentId, providerRef }) => paymentId && !moved.has(providerRef ?? ''));
  for (const { _id, paymentId = '', total } of back) {
    const payment = await findPayment(paymentId);
    if (!payment?.account) continue;
    const log = await readReversals(paymentId);
    const registers = await refundRegisters()
      .find({ _id: { $in: log.map((record) => record._id) }, providerId: _id.replace('refund:', '') })
      .toArray();
    const record = log.find((one) => one.key === _id || one._id === registers[0]?._id);
    if (record && (await moveDues(record, _id, payment, deps)))
      differences.push(
        found('transfer not changed', { id: _id, amount: cents(Math.abs(total)), paymentId }, true),
      );
  }
  return differences;
}

/** Entries of which the provider knows nothing; those of the first day may be about objects made before it. */
function missingThere(
  entries: readonly LedgerEntry[],
  { charges, refunds, disputes }: ProviderRecords,
  since: Date,
): Difference[] {
  const known = new Set([
    ...charges.map(({ intentId }) => intentId),
    ...refunds.map(({ id }) => id),
    ...disputes.map(({ id }) => id),
  ]);
  const counted = new Map(disputes.map(({ id, moves }) => [id, moves.length]));
  const isUnknown = ({ _id, providerRef, kind }: LedgerEntry) =>
    !known.has(providerRef) ||
    // A movement that the dispute does not have.
    (kind === 'dispute' && Number(_id.split(':')[2]) > (counted.get(providerRef ?? '') ?? 0));
  return entries
    .filter((entry) => entry.entryDt.getTime() > since.getTime() + DAY_MS && isUnknown(entry))
    .map((entry) =>
      found(`${entry.kind} missing there`, {
        id: entry._id,
        amount: cents(movedBy(entry)),
        paymentId: entry.paymentId ?? (entry.kind === 'charge' ? entry._id.slice('charge:'.length) : null),
      }),
    );
}

/** Payouts, of connected accounts too, of which there is no deposit here: they are recorded now. */
async function payoutDifferences(
  { payouts }: ProviderRecords,
  since: Date,
  deps: PaymentDeps,
): Promise<Difference[]> {
  const recorded = await settlePayouts(payouts, since, deps);
  return recorded.map((payout) => found('payout missing here', payout, true));
}

/** Movements of the balance against what the provider lists, and payouts against their movements. */
function movementDifferences(records: ProviderRecords): Difference[] {
  const { charges, refunds, disputes, payouts, movements } = records;
  const known = new Set([...charges, ...refunds, ...disputes, ...payouts].map(({ id }) => id));
  // Fees, transfers to connected accounts and their reversals have sources of their own.
  const unexplained = movements
    .filter(({ type, sourceId }) => SOURCES.has(type) && !known.has(sourceId ?? ''))
    .map((movement) => found('movement without a source', { ...movement, paymentId: null }));
  const ofPayouts = payouts.flatMap((payout) => {
    const moved = movements.filter(({ sourceId }) => sourceId === payout.id);
    const sum = moved.reduce((total, { amount }) => total + amount, 0);
    const isBack = ['failed', 'canceled'].includes(payout.status);
    if (!moved.length) return isBack ? [] : [found('payout without a movement', payout)];
    return sum === (isBack ? 0 : -(payout.amount ?? ZERO)) ? [] : [found('payout of another amount', payout)];
  });
  return [...unexplained, ...ofPayouts];
}

/** The types of movements whose source is a charge, refund, dispute or payout. */
const SOURCES = new Set(['charge', 'refund', 'refund_failure', 'adjustment', 'payout']);
