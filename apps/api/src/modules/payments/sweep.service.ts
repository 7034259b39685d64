/** The sweep: brings to their end the payments that nobody is finishing (payments.md). It never confirms. */
import { openPayments, payments } from './payment.model.ts';
import { settle, type PaymentDeps } from './settle.service.ts';

const SWEEP_AFTER_MS = 60_000;
const BATCH = 100;
/** A marker whose payment was never recorded is dropped after so long. */
const ORPHAN_AFTER_MS = 3_600_000;

/** Settles payments older than 60 s that are still open. Gives how many it looked at. */
export async function sweep(deps: PaymentDeps): Promise<number> {
  const now = deps.now().getTime();
  const open = await openPayments()
    .find({ createdDt: { $lte: new Date(now - SWEEP_AFTER_MS) } })
    .sort({ createdDt: 1, _id: 1 })
    .limit(BATCH)
    .toArray();
  for (const { _id, createdDt } of open) {
    try {
      if (await payments().findOne({ _id }, { projection: { _id: 1 } })) {
        await settle(_id, deps, { closesOpen: true });
        await deps.checkpoint('swept-one');
      } else if (createdDt.getTime() <= now - ORPHAN_AFTER_MS) await openPayments().deleteOne({ _id });
    } catch (error) {
      deps.logger.warn(
        { err: error, paymentId: _id },
        'a payment could not be settled; the next sweep tries again',
      );
    }
  }
  return open.length;
}
