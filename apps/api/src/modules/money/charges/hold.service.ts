/**
 * Claims donations without paying them: nobody pays them while what is due on them changes, or they are deleted. A hold
 * is a payment that is never made: it claims donations as one does, and ends with the final record `canceled`
 * (payments.md, steps 2, 3 and 9).
 */
import { randomUUID } from 'node:crypto';
import { insertMissing } from '../../../platform/database.ts';
import { claimAll } from './claim.service.ts';
import { finals, newMarker, openPayments } from './charge.model.ts';

const PREFIX = 'hold:';

/** Returns whether a marker is of a hold. */
export const isHold = (paymentId: string) => paymentId.startsWith(PREFIX);

/**
 * Runs `work` while donations are claimed, with the ids of those that could be: the others are being paid right now. If
 * the process dies, the sweep ends the holds, a minute after they began.
 */
export async function whileHeld<T>(
  donationIds: readonly string[],
  now: Date,
  work: (heldIds: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  if (!donationIds.length) return work(new Set());
  const holds = donationIds.map((donationId) => ({
    paymentId: `${PREFIX}${randomUUID()}`,
    donationIds: [donationId],
  }));
  const ids = holds.map(({ paymentId }) => paymentId);
  // The markers first, so that the sweep finds every abandoned hold.
  await insertMissing(
    openPayments(),
    ids.map((id) => newMarker(id, now)),
  );
  try {
    const claimed = await claimAll(holds, now);
    const held = holds.filter(({ paymentId }) => claimed.has(paymentId));
    return await work(new Set(held.flatMap((hold) => hold.donationIds)));
  } finally {
    // Whether the work succeeded or not: the sweep ends what cannot be ended here.
    await releaseHolds(ids, now).catch(() => undefined);
  }
}

/** Ends holds: their claims are no longer live. */
export async function releaseHolds(ids: readonly string[], now: Date): Promise<void> {
  await insertMissing(
    finals(),
    ids.map((_id) => ({ _id, result: 'canceled' as const, finalDt: now })),
  );
  await openPayments().deleteMany({ _id: { $in: [...ids] } });
}
