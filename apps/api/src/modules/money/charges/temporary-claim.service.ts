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

/** Returns whether a marker is of a temporary claim. */
export const isTemporaryClaim = (paymentId: string) => paymentId.startsWith(PREFIX);

/**
 * Runs `work` while donations are claimed, with the ids of those that could be: the others are being paid right now. If
 * the process dies, the sweep releases the claims, a minute after they began.
 */
export async function whileClaimed<T>(
  donationIds: readonly string[],
  now: Date,
  work: (claimedIds: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  if (!donationIds.length) return work(new Set());
  const wanted = donationIds.map((donationId) => ({
    paymentId: `${PREFIX}${randomUUID()}`,
    donationIds: [donationId],
  }));
  const ids = wanted.map(({ paymentId }) => paymentId);
  // The markers first, so that the sweep finds every abandoned claim.
  await insertMissing(
    openPayments(),
    ids.map((id) => newMarker(id, now)),
  );
  try {
    const paymentIds = await claimAll(wanted, now);
    const claimed = wanted.filter(({ paymentId }) => paymentIds.has(paymentId));
    return await work(new Set(claimed.flatMap((claim) => claim.donationIds)));
  } finally {
    // Whether the work succeeded or not: the sweep ends what cannot be ended here.
    await releaseClaims(ids, now).catch(() => undefined);
  }
}

/** Ends temporary claims: they are no longer live. */
export async function releaseClaims(ids: readonly string[], now: Date): Promise<void> {
  await insertMissing(
    finals(),
    ids.map((_id) => ({ _id, result: 'canceled' as const, finalDt: now })),
  );
  await openPayments().deleteMany({ _id: { $in: [...ids] } });
}
