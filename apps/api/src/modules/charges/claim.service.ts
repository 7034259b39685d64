/** Claims: who may pay a donation right now (payments.md, step 3). */
import { insertMissing, insertOnce } from '../../platform/database.ts';
import { claims, finals, type ClaimRecord } from './charge.model.ts';

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
    const latest = await latestClaim(donationId);
    if (latest?.paymentId === paymentId) return true;
    if (latest && (await isLive(latest))) return false;
    const epoch = (latest?.epoch ?? 0) + 1;
    const record = { _id: `${donationId}:${epoch}`, donationId, epoch, paymentId, createdDt: now };
    if (await insertOnce(claims(), record)) return true;
    // Somebody claimed this epoch a moment ago: look again.
  }
}

/**
 * Whether another payment is paying one of some donations now. A look that decides nothing: who is refused here has
 * left nothing behind, and who is not still has to claim.
 */
export async function isClaimedByOthers(paymentId: string, donationIds: readonly string[]): Promise<boolean> {
  const looks = donationIds.map(async (donationId) => {
    const latest = await latestClaim(donationId);
    return latest !== undefined && latest.paymentId !== paymentId && isLive(latest);
  });
  return (await Promise.all(looks)).includes(true);
}

async function latestClaim(donationId: string): Promise<ClaimRecord | undefined> {
  const [latest] = await claims().find({ donationId }).sort({ epoch: -1 }).limit(1).toArray();
  return latest;
}

/** A claim is live while its payment has no final record. */
async function isLive({ paymentId }: ClaimRecord): Promise<boolean> {
  return (await finals().findOne({ _id: paymentId }, { projection: { _id: 1 } })) === null;
}

/** What is to be claimed together, for one payment. */
export type Wanted = { paymentId: string; donationIds: readonly string[] };

/**
 * Claims donations for many payments at once, each donation for one of them. Gives the payments that have all of
 * theirs; of the others some may be claimed, until these payments have a final record.
 */
export async function claimAll(wanted: readonly Wanted[], now: Date): Promise<Set<string>> {
  const each = wanted.flatMap(({ paymentId, donationIds }) =>
    donationIds.map((donationId) => ({ paymentId, donationId })),
  );
  const latest = await latestClaims(each.map(({ donationId }) => donationId));
  const ended = await finals()
    .find(
      { _id: { $in: [...latest.values()].map(({ paymentId }) => paymentId) } },
      { projection: { _id: 1 } },
    )
    .toArray();
  const endedIds = new Set(ended.map(({ _id }) => _id));
  const free = each.filter(({ donationId }) => {
    const claim = latest.get(donationId);
    return !claim || endedIds.has(claim.paymentId);
  });
  await insertMissing(
    claims(),
    free.map(({ donationId, paymentId }) => {
      const epoch = (latest.get(donationId)?.epoch ?? 0) + 1;
      return { _id: `${donationId}:${epoch}`, donationId, epoch, paymentId, createdDt: now };
    }),
  );
  const after = await latestClaims(each.map(({ donationId }) => donationId));
  const isTheirs = ({ paymentId, donationIds }: Wanted) =>
    donationIds.every((donationId) => after.get(donationId)?.paymentId === paymentId);
  return new Set(wanted.filter(isTheirs).map(({ paymentId }) => paymentId));
}

async function latestClaims(donationIds: readonly string[]): Promise<Map<string, ClaimRecord>> {
  const latest = new Map<string, ClaimRecord>();
  for await (const claim of claims().find({ donationId: { $in: [...donationIds] } }))
    if (claim.epoch > (latest.get(claim.donationId)?.epoch ?? 0)) latest.set(claim.donationId, claim);
  return latest;
}
