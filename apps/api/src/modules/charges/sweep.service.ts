/** The sweep: brings to their end the payments that nobody is finishing (payments.md). It never confirms. */
import { ProviderUnavailable } from '../../platform/card-provider.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { findPayment } from '../ledger/payment.service.ts';
import { adoptMarkers, openPayments, type OpenPayment } from './charge.model.ts';
import { settleReceipt } from './offline-receipt.service.ts';
import { settle, type PaymentDeps } from './settle.service.ts';

/** Few at a time, so that what becomes due meanwhile and is more urgent waits for few. */
const BATCH = 40;
const AT_A_TIME = 8;
/** What the provider does not settle is looked at again after 15 s, 30 s, 1 min … at most so much later. */
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 300_000;
/** A marker whose payment was never recorded is dropped after so long. */
const ORPHAN_AFTER_MS = 3_600_000;

/**
 * Settles payments that are due, the most urgent first, until none is left. Gives how many it looked at. Any number
 * of processes may sweep at once: each payment is taken by one of them.
 */
export async function sweep(deps: PaymentDeps): Promise<number> {
  await adoptMarkers(deps.now());
  let count = 0;
  for (;;) {
    const due = await mostUrgent(deps.now());
    await inParallel(due, AT_A_TIME, (marker) => sweepOne(marker, deps));
    count += due.length;
    if (due.length < BATCH) return count;
  }
}

/** What may have been charged and was not looked at yet; then what was; then what cannot have been charged. */
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
  const { _id, nextDt, sweeps, receipt } = marker;
  const now = deps.now();
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** sweeps, MAX_PAUSE_MS);
  // Put off before it is tried: no other process tries it meanwhile, and what cannot settle holds up nothing else.
  const taken = await openPayments().updateOne(
    { _id, nextDt },
    { $set: { nextDt: new Date(now.getTime() + pause) }, $inc: { sweeps: 1 } },
  );
  if (taken.modifiedCount === 0) return;
  try {
    if (receipt) await settleReceipt(marker, deps);
    else if (await findPayment(_id)) await settle(_id, deps, { closesOpen: true });
    else if (marker.createdDt.getTime() <= now.getTime() - ORPHAN_AFTER_MS)
      await openPayments().deleteOne({ _id });
    await deps.checkpoint('swept-one');
  } catch (error) {
    // The provider said nothing of it: what may have been charged is asked again soon, however long that goes on.
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

/** Lets the next sweep look at a payment that was put off: something has happened to it. */
export async function wake(paymentId: string, now: Date): Promise<void> {
  await openPayments().updateOne(
    { _id: paymentId, sweeps: { $gt: 0 } },
    { $set: { nextDt: now, sweeps: 0 } },
  );
}
