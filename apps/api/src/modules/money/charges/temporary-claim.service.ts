/**
 * Claims donations without paying them by card: nobody else pays them while what is due on them changes, they are deleted,
 * or entries of the office are booked. A hold is a payment that is never made: it claims donations as one does, and ends
 * with the final record `canceled` (payments.md, steps 2, 3 and 9).
 */
import { randomUUID } from 'node:crypto';
import { isCreditAccount } from '@kinfold/domain/payment';
import { insertMissing, isDuplicateKey, type Session } from '../../../platform/database.ts';
import { conflict } from '../../../platform/problem.ts';
import { projectDonations } from '../ledger/ledger.service.ts';
import { claimAll } from './claim.service.ts';
import { finals, newMarker, openPayments } from './charge.model.ts';

const PREFIX = 'hold:';

/** Returns whether a marker is of a temporary claim. */
export const isTemporaryClaim = (paymentId: string) => paymentId.startsWith(PREFIX);

/** The answer while another payment holds the dues. */
export const paymentInProgress = () =>
  conflict('payment_in_progress', 'Somebody is paying these dues right now. Nothing was recorded.');

/**
 * Ends the claims in a transaction that books entries: their final records are part of it. Throws 409 when the sweep
 * ended them before, so that either the entries are booked while nobody else could pay, or not at all.
 */
type EndClaims = (session: Session) => Promise<void>;

/**
 * Runs `work` while donations are claimed, with the ids of those that could be: the others are being paid right now. If
 * the process dies, the sweep releases the claims, a minute after they began. `work` that books entries calls `end` in
 * its transaction; the projections are written afterwards, here or by the sweep.
 */
export async function whileClaimed<T>(
  donationIds: readonly string[],
  now: Date,
  work: (claimedIds: ReadonlySet<string>, end: EndClaims) => Promise<T>,
): Promise<T> {
  const wanted = donationIds.map((donationId) => ({
    paymentId: `${PREFIX}${randomUUID()}`,
    donationIds: [donationId],
  }));
  const ids = wanted.map(({ paymentId }) => paymentId);
  const markers = wanted.map(({ paymentId, donationIds: held }) => ({ ...newMarker(paymentId, now), held }));
  let books = false;
  const end: EndClaims = async (session) => {
    books = true;
    await endClaims(ids, now, session);
  };
  if (!markers.length) return work(new Set(), end);
  // The markers first, so that the sweep finds every abandoned claim.
  await insertMissing(openPayments(), markers);
  try {
    const paymentIds = await claimAll(wanted, now);
    const claimed = wanted.filter(({ paymentId }) => paymentIds.has(paymentId));
    return await work(new Set(claimed.flatMap((claim) => claim.donationIds)), end);
  } finally {
    // Whether the work succeeded or not: the sweep ends what cannot be ended here.
    await releaseClaims(ids, now, books ? donationIds : []).catch(() => undefined);
  }
}

const finalOf = (_id: string, now: Date) => ({ _id, result: 'canceled' as const, finalDt: now });

async function endClaims(ids: readonly string[], now: Date, session: Session): Promise<void> {
  if (!ids.length) return;
  try {
    await finals().insertMany(
      ids.map((id) => finalOf(id, now)),
      { session },
    );
  } catch (error) {
    if (isDuplicateKey(error, 'payment_finals._id_')) throw paymentInProgress();
    throw error;
  }
}

/** Ends temporary claims: they are no longer live. `held` are donations on which entries may have been booked meanwhile. */
export async function releaseClaims(
  ids: readonly string[],
  now: Date,
  held: readonly string[] = [],
): Promise<void> {
  await insertMissing(
    finals(),
    ids.map((id) => finalOf(id, now)),
  );
  const donationIds = held.filter((key) => !isCreditAccount(key));
  if (donationIds.length) await projectDonations(donationIds, now);
  await openPayments().deleteMany({ _id: { $in: [...ids] } });
}
