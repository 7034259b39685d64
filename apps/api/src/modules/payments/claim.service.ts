/** Claims: who may pay a donation right now (payments.md, step 3). */
import { insertOnce } from '../../platform/database.ts';
import { claims, finals } from './payment.model.ts';

/**
 * Claims donations for a payment, in sorted order. False when one of them belongs to another payment that has no
 * final record yet; what was claimed until then stays, for the sweep to free: a second handler of this very payment
 * may be further along.
 */
export async function claimDonations(
  paymentId: string,
  donationIds: readonly string[],
  now: Date,
  checkpoint: (name: string) => Promise<void> | void,
): Promise<boolean> {
  for (const donationId of donationIds.toSorted()) {
    if (!(await claimDonation(paymentId, donationId, now))) return false;
    await checkpoint('claimed-one');
  }
  return true;
}

async function claimDonation(paymentId: string, donationId: string, now: Date): Promise<boolean> {
  for (;;) {
    const [latest] = await claims().find({ donationId }).sort({ epoch: -1 }).limit(1).toArray();
    if (latest?.paymentId === paymentId) return true;
    if (latest && !(await finals().findOne({ _id: latest.paymentId }, { projection: { _id: 1 } })))
      return false;
    const epoch = (latest?.epoch ?? 0) + 1;
    const record = { _id: `${donationId}:${epoch}`, donationId, epoch, paymentId, createdDt: now };
    if (await insertOnce(claims(), record)) return true;
    // Somebody claimed this epoch a moment ago: look again.
  }
}
