/** The dues of a run: one donation for each active membership of its campaign (decisions.md "What is owed, and when"). */
import type * as z from 'zod/mini';
import { campaignRunStatus, type RunPreview } from '@kinfold/domain/campaign-run';
import { dollarsFromCents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { Author } from '../../platform/author.ts';
import type { Session } from '../../platform/database.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import type { JobHandler } from '../../platform/job-worker.ts';
import type { Job } from '../../platform/jobs.ts';
import { coverChanged } from '../../platform/stale-cover.ts';
import { recordChanges } from '../audit/audit.service.ts';
import { findCampaign } from '../campaigns/campaign.service.ts';
import {
  findRun,
  markRunTotalStale,
  requireRun,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import type { RunDuesInput } from '../campaign-runs/run-changes.service.ts';
import { fullName } from '../members/member.service.ts';
import {
  activeSince,
  countByState,
  findActiveMemberships,
  findActivePrices,
  findMemberships,
  type ChargedMembership,
  type PricedMembership,
} from '../memberships/membership.service.ts';
import { insertMissingDonations, readOfMembershipsInRun } from './donation.model.ts';
import { newDonation } from './new-donation.service.ts';

/** Memberships whose dues are stored together. */
const BATCH = 500;
/** Batches that a step of the job stores, so many of them at a time: while the database stores one, another is made. */
const BATCHES = 10;
const AT_A_TIME = 2;

/** What came of some memberships; `sum` in cents. */
type Dues = { made: number; sum: Cents; has_dues: number; no_price: number };

const NONE: Dues = { made: 0, sum: ZERO, has_dues: 0, no_price: 0 };

const add = (one: Dues, other: Dues): Dues => ({
  made: one.made + other.made,
  sum: sumCents([one.sum, other.sum]),
  has_dues: one.has_dues + other.has_dues,
  no_price: one.no_price + other.no_price,
});

/**
 * Makes the dues of some memberships in a run, of those that have none there. `madeBy` is the job that does it: what it
 * made before it was interrupted still counts as made by it, and not as there already.
 */
async function makeDues(
  memberships: readonly ChargedMembership[],
  run: CampaignRunRecord,
  madeBy: string,
  now: Date,
): Promise<Dues> {
  const charged = memberships.filter(({ totalPrice }) => totalPrice > 0);
  const read = () =>
    readOfMembershipsInRun(
      charged.map(({ _id }) => _id),
      run._id,
    );
  const before = await read();
  const have = new Set(before.map(({ campaignMembershipId }) => campaignMembershipId));
  const missing = charged.filter(({ _id }) => !have.has(_id));
  const donations = missing.map((membership) => ({
    ...newDonation(membership, run, membership.totalPrice, now),
    madeBy,
  }));
  const inserted = await insertMissingDonations(donations);
  // Fewer, when somebody else made some of them meanwhile.
  const there = inserted === donations.length ? [...before, ...donations] : await read();
  const own = there.filter((donation) => donation.madeBy === madeBy);
  // What the same job made of those who became active meanwhile is counted with them.
  const others = there.filter((donation) => !donation.madeBy?.startsWith(madeBy));
  return {
    made: own.length,
    sum: sumCents(own.map(({ minAmountDue }) => minAmountDue)),
    has_dues: others.length,
    no_price: memberships.length - charged.length,
  };
}

/** The same for many memberships, some batches at a time. */
async function makeDuesInBatches(
  memberships: readonly ChargedMembership[],
  run: CampaignRunRecord,
  madeBy: string,
  now: Date,
): Promise<Dues> {
  const starts = Array.from({ length: Math.ceil(memberships.length / BATCH) }, (_, index) => index * BATCH);
  let all = NONE;
  await inParallel(starts, AT_A_TIME, async (start) => {
    const dues = await makeDues(memberships.slice(start, start + BATCH), run, madeBy, now);
    all = add(all, dues);
  });
  return all;
}

/** That the dues of a run were made: one figure for all of them. */
async function recordDues(
  { organizationNumber, _id, name }: CampaignRunRecord,
  made: number,
  author: Author,
  now: Date,
  session: Session | undefined,
): Promise<void> {
  if (made === 0) return;
  const changes = [{ field: 'dues', from: null, to: made }];
  const subject = { type: 'campaign_run', id: _id, label: name } as const;
  await recordChanges(
    [{ organizationNumber, action: 'dues.created', subject, changes }],
    author,
    now,
    session,
  );
}

/** Everything that comes after an id, batch by batch; null: from the first. */
async function* batches<T extends { _id: string }>(
  read: (afterId: string | null) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let batch = await read(null); batch.length; batch = await read(batch.at(-1)?._id ?? null)) yield batch;
}

/**
 * Makes the dues of a run at once; a run of an open campaign has none. May be interrupted and repeated: the unique key
 * (membership, run) never lets a second one in. Gives how many were made. Throws 404 for an unknown run.
 */
export async function createDuesOfRun(
  runId: string,
  author: Author,
  now: Date,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  const run = await requireRun(runId);
  const campaign = await findCampaign(run.campaignId);
  if (!campaign?.requiresMembership) return 0;
  let made = 0;
  let done = 0;
  for await (const memberships of batches((afterId) =>
    findActiveMemberships(run.campaignId, afterId, BATCH),
  )) {
    const donations = memberships.map((membership) =>
      newDonation(membership, run, membership.totalPrice, now),
    );
    made += await insertMissingDonations(donations.filter(({ minAmountDue }) => minAmountDue > 0));
    done += memberships.length;
    onProgress(done);
  }
  // Always: whoever made them before may have died here.
  await markRunTotalStale(runId);
  await coverChanged('campaign', [run.campaignId]);
  // One figure for all of them, which were stored batch by batch.
  await recordDues(run, made, author, now, undefined);
  return made;
}

const inputOf = ({ input }: Job) => input as RunDuesInput;
const runIdOf = (job: Job) => inputOf(job).runId;

/** Longer than any request takes: one that began before the job may make a membership active after it passed by. */
const REQUEST_MAX_MS = 120_000;

/** Who became active since then is late: the job may have passed them by. */
const lateSince = ({ startedDt, createdDt }: Job) =>
  new Date((startedDt ?? createdDt).getTime() - REQUEST_MAX_MS);

/** How many of some memberships cost nothing and are late: they are counted with the late ones, and not twice. */
const countFreeLate = (memberships: readonly ChargedMembership[], since: Date) =>
  memberships.filter(({ totalPrice, activeDt }) => totalPrice <= 0 && activeDt !== null && activeDt >= since)
    .length;

/** Makes the dues of the memberships that became active while the job was at work, wherever it had passed by already. */
async function makeLateDues(
  job: Job,
  run: CampaignRunRecord,
  now: Date,
): Promise<Pick<Dues, 'made' | 'sum' | 'no_price'>> {
  const since = lateSince(job);
  const madeBy = `${job._id}:late`;
  const make = async (ids: readonly string[]) => {
    const there = await readOfMembershipsInRun(ids, run._id);
    const done = new Set(there.filter((one) => one.madeBy !== madeBy).map((one) => one.campaignMembershipId));
    return makeDues(await findMemberships(ids.filter((id) => !done.has(id))), run, madeBy, now);
  };
  let late = NONE;
  let ids: string[] = [];
  for await (const id of activeSince(run.campaignId, since)) {
    ids.push(id);
    if (ids.length < BATCH) continue;
    late = add(late, await make(ids));
    ids = [];
  }
  const { made, sum, no_price } = add(late, await make(ids));
  return { made, sum, no_price };
}

type Cursor = { afterId: string; dues: Dues };

/**
 * The job that makes the dues of a run, some batches of memberships a step. It ends where the run is paused or has ended:
 * pausing stops new dues. Its report has what was made, in cents, how many were left out and why, and what the preview had
 * said.
 */
export const runDuesJob = ({ now }: { now: () => Date }): JobHandler => ({
  async count(job) {
    const run = await findRun(runIdOf(job));
    return run ? (await countByState(run.campaignId)).active : 0;
  },
  async step(job) {
    const { afterId = null, dues = NONE } = (job.cursor as Cursor | null) ?? {};
    const run = await requireRun(runIdOf(job));
    const isStopped = campaignRunStatus(run, now()) !== 'active';
    const atOnce = BATCH * BATCHES;
    const memberships = isStopped ? [] : await findActiveMemberships(run.campaignId, afterId, atOnce);
    const some = await makeDuesInBatches(memberships, run, job._id, now());
    const all = add(dues, { ...some, no_price: some.no_price - countFreeLate(memberships, lateSince(job)) });
    const done = memberships.length;
    const lastId = memberships.at(-1)?._id;
    if (lastId !== undefined && done === atOnce)
      return { cursor: { afterId: lastId, dues: all }, done, isLast: false };
    const late = isStopped ? NONE : await makeLateDues(job, run, now());
    await markRunTotalStale(run._id);
    await coverChanged('campaign', [run.campaignId]);
    const { inactive, unconfirmed } = await countByState(run.campaignId);
    const said = Object.entries(inputOf(job).preview ?? {});
    const report = {
      ...all,
      made: all.made + late.made,
      sum: sumCents([all.sum, late.sum]),
      no_price: all.no_price + late.no_price,
      not_active: inactive,
      not_confirmed: unconfirmed,
      ...(isStopped && { stopped: 1 }),
      ...Object.fromEntries(said.map(([name, figure]) => [`preview_${name}`, figure])),
    };
    return { cursor: { afterId: lastId ?? afterId, dues: all }, done, isLast: true, report };
  },
  async finish(job, report, session) {
    const run = await requireRun(runIdOf(job), session);
    await recordDues(run, report?.['made'] ?? 0, job.author, now(), session);
  },
});

const SAMPLES = 3;
const PREVIEW_BATCH = 5_000;

/** What activating a run would do now. Reads prices only, a large batch at a time. */
export async function previewRun(run: CampaignRunRecord): Promise<z.input<typeof RunPreview>> {
  let dues = NONE;
  let samples: PricedMembership[] = [];
  for await (const memberships of batches((afterId) =>
    findActivePrices(run.campaignId, afterId, PREVIEW_BATCH),
  )) {
    const charged = memberships.filter(({ totalPrice }) => totalPrice > 0);
    const there = new Set(
      (
        await readOfMembershipsInRun(
          charged.map(({ _id }) => _id),
          run._id,
        )
      ).map(({ campaignMembershipId }) => campaignMembershipId),
    );
    const without = charged.filter(({ _id }) => !there.has(_id));
    samples = [...samples, ...without].slice(0, SAMPLES);
    dues = add(dues, {
      made: without.length,
      sum: sumCents(without.map(({ totalPrice }) => totalPrice)),
      has_dues: there.size,
      no_price: memberships.length - charged.length,
    });
  }
  const { inactive, unconfirmed } = await countByState(run.campaignId);
  const leftOut = [
    { reason: 'has_dues', count: dues.has_dues },
    { reason: 'no_price', count: dues.no_price },
    { reason: 'not_active', count: inactive },
    { reason: 'not_confirmed', count: unconfirmed },
  ] as const;
  return {
    count: dues.made,
    sum: dollarsFromCents(dues.sum),
    leftOut: leftOut.filter(({ count }) => count > 0),
    samples: samples.map(({ primaryMember, totalPrice }) => ({
      primaryMemberName: fullName(primaryMember),
      totalPrice: dollarsFromCents(totalPrice),
    })),
  };
}
