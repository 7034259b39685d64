/** The sweep: completes payments that no handler is finishing (payments.md). It never confirms. */
import { ProviderUnavailable } from '../../../platform/card-provider.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { findPayment } from '../ledger/payment.service.ts';
import { openPayments, type OpenPayment } from './charge.model.ts';
import { isTemporaryClaim, releaseClaims } from './temporary-claim.service.ts';
import { settleMoney } from './provider-money.service.ts';
import { sweepRefund } from './refund.service.ts';
import { settleReceipt } from './offline-receipt.service.ts';
import { settle, type PaymentDeps } from './settle.service.ts';

/** Small batches, so that a more urgent payment that becomes due meanwhile waits for at most one. */
const BATCH = 40;
const AT_A_TIME = 8;
/** Exponential backoff of a payment that cannot be settled: 15 s, 30 s, 1 min … at most 5 min. */
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 300_000;
/** A marker without a payment is removed after this time. */
const ORPHAN_AFTER_MS = 3_600_000;

/**
 * Settles the due payments, the most urgent first, until none is left; returns their number. Any number of processes
 * may sweep at once: each payment is taken by one of them.
 */
export async function sweep(deps: PaymentDeps): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await mostUrgent(deps.now());
    await inParallel(due, AT_A_TIME, (marker) => sweepOne(marker, deps));
    count += due.length;
    if (due.length < BATCH) return count;
  }
}

/** Due markers: first where money may have moved and no sweep has tried, then the other attempted, then the rest. */
async function mostUrgent(now: Date): Promise<OpenPayment[]> {
  const due: OpenPayment[] = [];
  const dueBy = { nextDt: { $lte: now } };
  for (const urgent of [
    { isAttempted: true, sweeps: 0, ...dueBy },
    { isAttempted: true, sweeps: { $gt: 0 }, ...dueBy },
    { isAttempted: false, ...dueBy },
  ])
    if (due.length < BATCH)
      due.push(
        ...(await openPayments()
          .find(urgent)
          .sort({ nextDt: 1, _id: 1 })
          .limit(BATCH - due.length)
          .toArray()),
      );
  return due;
}

async function sweepOne(marker: OpenPayment, deps: PaymentDeps): Promise<void> {
  const { _id, nextDt, sweeps, receipt, reported } = marker;
  const now = deps.now();
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** sweeps, MAX_PAUSE_MS);
  // Postponed before it is tried: no other process takes it meanwhile, and a payment that fails delays no others.
  const taken = await openPayments().updateOne(
    { _id, nextDt },
    { $set: { nextDt: new Date(now.getTime() + pause) }, $inc: { sweeps: 1 } },
  );
  if (taken.modifiedCount === 0) return;
  try {
    if (receipt) await settleReceipt(marker, deps);
    else if (reported) await settleReported(marker, deps);
    else if (marker.refundId) {
      if (!(await sweepRefund(marker, deps))) await deleteOrphan(marker, now);
    } else if (isTemporaryClaim(_id)) await releaseClaims([_id], now, marker.held);
    else if (await findPayment(_id)) await settle(_id, deps, { closesOpen: true });
    else await deleteOrphan(marker, now);
    await deps.checkpoint('swept-one');
  } catch (error) {
    // The provider is unavailable: no backoff where money may have moved.
    if (error instanceof ProviderUnavailable && marker.isAttempted)
      await openPayments().updateOne(
        { _id },
        { $set: { nextDt: new Date(now.getTime() + FIRST_PAUSE_MS), sweeps: Math.max(sweeps, 1) } },
      );
    deps.logger.warn(
      { err: error, paymentId: _id },
      'a payment could not be settled; a later sweep tries again',
    );
  }
}

/** Removes a marker whose payment or refund was never recorded, when no request can be recording it any more. */
async function deleteOrphan({ _id, createdDt }: OpenPayment, now: Date): Promise<void> {
  if (createdDt.getTime() <= now.getTime() - ORPHAN_AFTER_MS) await openPayments().deleteOne({ _id });
}

/** Books what the event of a marker reports. */
export async function settleReported({ _id, reported }: OpenPayment, deps: PaymentDeps): Promise<void> {
  if (reported) await settleMoney(reported, deps);
  await openPayments().deleteOne({ _id });
}

/** Makes a postponed payment due for the next sweep, because its state may have changed. */
export async function resetBackoff(paymentId: string, now: Date): Promise<void> {
  await openPayments().updateOne(
    { _id: paymentId, sweeps: { $gt: 0 } },
    { $set: { nextDt: now, sweeps: 0 } },
  );
}

/** The number of some payments that are not completely done. */
export const countUnderWay = (paymentIds: readonly string[]): Promise<number> =>
  openPayments().countDocuments({ _id: { $in: [...paymentIds] } });
