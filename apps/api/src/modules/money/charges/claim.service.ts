/** Claims: the right to pay a donation at the moment (payments.md, step 3). */
import { insertMissing, insertOnce } from '../../../platform/database.ts';
import { claims, finals, type ClaimRecord } from './charge.model.ts';

/** The epochs of the next claims, by donation: the claims before them are of payments that have ended. */
export type FreeEpochs = ReadonlyMap<string, number>;

/**
 * Claims donations for a payment, in sorted order. False when another payment without a final record has one of them;
 * the claims made until then stay until the sweep closes the payment, because a concurrent request with the same
 * paymentId may already be charging. `free` are epochs that were found free, if any were looked for.
 */
export async function claimDonations(
  paymentId: string,
  donationIds: readonly string[],
  { now, checkpoint }: { now: Date; checkpoint: (name: string) => Promise<void> | void },
  free?: FreeEpochs,
): Promise<boolean> {
  for (const donationId of donationIds.toSorted()) {
    if (!(await claimDonation(paymentId, donationId, now, free?.get(donationId)))) return false;
    await checkpoint('claimed-one');
  }
  return true;
}

async function claimDonation(
  paymentId: string,
  donationId: string,
  now: Date,
  free: number | undefined,
): Promise<boolean> {
  const claim = (epoch: number) =>
    insertOnce(claims(), { _id: `${donationId}:${epoch}`, donationId, epoch, paymentId, createdDt: now });
  // What was free is still free or taken: a payment that has ended stays ended.
  if (free !== undefined && (await claim(free))) return true;
  for (;;) {
    const latest = await latestClaim(donationId);
    if (latest?.paymentId === paymentId) return true;
    if (latest && (await isLive(latest))) return false;
    if (await claim((latest?.epoch ?? 0) + 1)) return true;
    // Another payment inserted this epoch first: look again.
  }
}

/**
 * The epochs in which a payment may claim donations; undefined when another payment has a live claim on one of them. An
 * early check that writes nothing; only `claimDonations` decides.
 */
export async function findFreeEpochs(
  paymentId: string,
  donationIds: readonly string[],
): Promise<FreeEpochs | undefined> {
  const latest = await latestClaims(donationIds);
  const others = [...latest.values()].filter((claim) => claim.paymentId !== paymentId);
  if ((await endedAmong(others)).size < new Set(others.map((claim) => claim.paymentId)).size)
    return undefined;
  return new Map(
    donationIds
      // Claimed by a concurrent request with the same paymentId: no epoch is needed.
      .filter((donationId) => latest.get(donationId)?.paymentId !== paymentId)
      .map((donationId) => [donationId, (latest.get(donationId)?.epoch ?? 0) + 1]),
  );
}

async function latestClaim(donationId: string): Promise<ClaimRecord | undefined> {
  const [latest] = await claims().find({ donationId }).sort({ epoch: -1 }).limit(1).toArray();
  return latest;
}

/** A claim is live while its payment has no final record. */
async function isLive({ paymentId }: ClaimRecord): Promise<boolean> {
  return (await finals().findOne({ _id: paymentId }, { projection: { _id: 1 } })) === null;
}

/** The donations that one payment needs. */
export type Wanted = { paymentId: string; donationIds: readonly string[] };

/**
 * Claims donations for many payments at once; a donation that several want goes to one of them. Returns the payments
 * that have all their donations; the others may have some, until they have a final record.
 */
export async function claimAll(wanted: readonly Wanted[], now: Date): Promise<Set<string>> {
  const each = wanted.flatMap(({ paymentId, donationIds }) =>
    donationIds.map((donationId) => ({ paymentId, donationId })),
  );
  const latest = await latestClaims(each.map(({ donationId }) => donationId));
  const endedIds = await endedAmong([...latest.values()]);
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

/** The payments of some claims that have a final record: their claims are no longer live. */
async function endedAmong(some: readonly ClaimRecord[]): Promise<Set<string>> {
  if (!some.length) return new Set();
  const ids = some.map(({ paymentId }) => paymentId);
  const ended = await finals()
    .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
    .toArray();
  return new Set(ended.map(({ _id }) => _id));
}

async function latestClaims(donationIds: readonly string[]): Promise<Map<string, ClaimRecord>> {
  const latest = new Map<string, ClaimRecord>();
  for await (const claim of claims().find({ donationId: { $in: [...donationIds] } }))
    if (claim.epoch > (latest.get(claim.donationId)?.epoch ?? 0)) latest.set(claim.donationId, claim);
  return latest;
}
