/** The dues of a run: one donation for each active membership of its campaign (rules.md "What is owed, and when"). */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { chunksOf } from '../../../platform/in-batches.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import type { Job } from '../../../work/jobs.ts';
import { markStale } from '../../../work/projections.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { findCampaign } from '../campaigns/campaign.service.ts';
import {
  findRun,
  markRunTotalsStale,
  requireRun,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import type { RunDuesInput } from '../campaign-runs/run-changes.service.ts';
import {
  countByState,
  countLeftOut,
  eachState,
  findActiveSince,
  findMemberships,
  isActiveSince,
  type MembershipRecord,
  type MembershipStateRow,
} from '../memberships/membership.service.ts';
import { findMembershipIdsAfter } from '../memberships/membership-list.service.ts';
import {
  existsInRun,
  insertMissingDonations,
  readCharged,
  readOfMembershipsInRun,
  type CountedDonation,
} from './donation.model.ts';
import { ageLimitsOf, freeOverAge, type AgeLimits } from './age-limits.service.ts';
import { newDonation } from './new-donation.service.ts';
import { rosterStep, type RosterOf } from './roster-dues.service.ts';

/** Memberships whose dues are stored together, and batches in flight: while the database stores one, the next is made. */
const BATCH = 500;
const AT_A_TIME = 2;
/** Memberships per step of the job. */
const STEP = 20 * BATCH;
/** Memberships counted together. */
const STATES_AT_ONCE = 1_000;

/** The dues made for some memberships; `sum` in cents. */
type Dues = { made: number; sum: Cents; has_dues: number; no_price: number };

const NONE: Dues = { made: 0, sum: ZERO, has_dues: 0, no_price: 0 };

const add = (one: Dues, other: Dues): Dues => ({
  made: one.made + other.made,
  sum: sumCents([one.sum, other.sum]),
  has_dues: one.has_dues + other.has_dues,
  no_price: one.no_price + other.no_price,
});

/** Pays dues of some members from the credit of their households: what they have paid ahead. */
export type UseCredit = (payerIds: readonly string[], author: Author) => Promise<void>;

type Making = {
  run: CampaignRunRecord;
  /** The fund's, where it has any. */
  limits: AgeLimits | undefined;
  author: Author;
  /** The maker: dues that it made before an interruption count as its own, not as existing. */
  madeBy: string;
  /** The job may have been interrupted among these memberships. */
  isRepeated?: boolean;
  /** The run had no dues at the start, so existing ones are not read; the unique key catches the few. */
  wasEmpty?: boolean;
  /** Pays what was made from the credit of the payers. */
  useCredit?: UseCredit | undefined;
  /** Memberships without a price that became active since then are counted at the end of the job, not here. */
  lateSince?: Date;
  now: Date;
};

/** Makes the dues of memberships that had none in a run; `ids` are theirs, and those of others that had dues. */
async function chargeThem(
  found: readonly MembershipRecord[],
  { ids, has_dues }: { ids: readonly string[]; has_dues: number },
  making: Making,
): Promise<Dues> {
  const { limits, author, madeBy: by } = making;
  const memberships = await freeOverAge(found, limits, { author, by, now: making.now });
  const charged = memberships.filter(({ totalPrice }) => totalPrice > 0);
  const { run, madeBy, isRepeated, lateSince, now } = making;
  const no_price = memberships.filter(
    (membership) => membership.totalPrice <= 0 && !(lateSince && isActiveSince(membership, lateSince)),
  ).length;
  const donations = charged.map((membership) => ({
    ...newDonation(membership, run, membership.totalPrice, now),
    madeBy,
  }));
  const made = await insertMissingDonations(donations);
  // An interruption may have come between.
  const payers = making.isRepeated ? await findMemberships(ids) : charged;
  await making.useCredit?.(
    payers.map(({ primaryMemberId }) => primaryMemberId),
    author,
  );
  if (made === charged.length && !isRepeated)
    return { made, sum: sumCents(charged.map(({ totalPrice }) => totalPrice)), has_dues, no_price };
  // Another process made some of them meanwhile, or this job did before an interruption.
  const there = await readOfMembershipsInRun(ids, run._id);
  // Those that this job made for memberships that became active meanwhile are counted with the late ones.
  const others = there.filter((donation) => !donation.madeBy?.startsWith(madeBy));
  return { ...countOwn(there, madeBy), has_dues: others.length, no_price };
}

/** Returns the active ones of some memberships without dues in a run, and how many have dues. */
async function findWithout(
  ids: readonly string[],
  { run, wasEmpty, isRepeated }: Making,
): Promise<{ memberships: MembershipRecord[]; has_dues: number }> {
  const isAsked = !wasEmpty || isRepeated;
  const have = isAsked ? await readCharged(ids, run._id) : new Set<string>();
  const without = ids.filter((id) => !have.has(id));
  const found = await findMemberships(without);
  return { memberships: found.filter(({ isActive }) => isActive), has_dues: ids.length - without.length };
}

/**
 * Makes the missing dues in a run of the next active memberships after an id. Each batch is read when its turn comes, so
 * that changes meanwhile count. `stillMakes` is asked before each batch: once it says no, no more dues are made, and
 * those made before an interruption are counted. `passed` is the number of memberships looked at, `lastId` the last one
 * read.
 */
async function makeDues(
  afterId: string | null,
  making: Making,
  stillMakes = () => Promise.resolve(true),
): Promise<Dues & { passed: number; lastId: string | null; isEnded: boolean }> {
  let dues = NONE;
  let passed = 0;
  const active = { campaignId: making.run.campaignId, organizationNumbers: undefined, isActive: true };
  const next = await findMembershipIdsAfter(active, afterId, STEP);
  await inParallel(chunksOf(next, BATCH), AT_A_TIME, async (ids) => {
    const [isMaking, { memberships, has_dues }] = await Promise.all([stillMakes(), findWithout(ids, making)]);
    if (!isMaking && !making.isRepeated) return;
    // Once no more is made, what was made before an interruption counts.
    const made = isMaking
      ? await chargeThem(memberships, { ids, has_dues }, making)
      : countOwn(await readOfMembershipsInRun(ids, making.run._id), making.madeBy);
    dues = add(dues, made);
    passed += ids.length;
  });
  return { ...dues, passed, lastId: next.at(-1) ?? afterId, isEnded: next.length < STEP };
}

/** Counts those of some dues that a maker made. */
function countOwn(there: readonly CountedDonation[], madeBy: string): Dues {
  const own = there.filter((donation) => donation.madeBy === madeBy);
  return { ...NONE, made: own.length, sum: sumCents(own.map(({ minAmountDue }) => minAmountDue)) };
}

/** Records that the dues of a run were made: one figure for all of them. */
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

/**
 * Makes the dues of a run at once; a run of an open campaign has none. Can be interrupted and repeated: the unique key
 * (membership, run) admits one donation each. Returns how many were made. Throws 404 for an unknown run.
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
  const madeBy = newId();
  const limits = await ageLimitsOf(run.campaignId, now, 'UTC');
  let [made, done, isEnded] = [0, 0, false];
  let afterId: string | null = null;
  while (!isEnded) {
    const some = await makeDues(afterId, { run, limits, author, madeBy, now });
    ({ isEnded, lastId: afterId } = some);
    made += some.made;
    done += some.passed;
    onProgress(done);
  }
  // Also when nothing was made: an earlier maker may have died here.
  await markDuesMade(run);
  // One figure for all of them, which were stored batch by batch.
  await recordDues(run, made, author, now, undefined);
  return made;
}

/** Marks a run for a recount, and the covers of its campaign as stale. */
async function markDuesMade({ _id, campaignId }: CampaignRunRecord): Promise<void> {
  await markRunTotalsStale([_id]);
  await markStale({ campaign_cover: [campaignId] });
}

const inputOf = ({ input }: Job) => input as RunDuesInput;
const runIdOf = (job: Job) => inputOf(job).runId;

/** Longer than any request takes: a request that began before the job may activate a membership after the job passed it. */
const REQUEST_MAX_MS = 120_000;

/** Memberships that became active since then are late: the job may have passed them already. */
const lateSince = ({ startedDt, createdDt }: Job) =>
  new Date((startedDt ?? createdDt).getTime() - REQUEST_MAX_MS);

/** Makes the dues of memberships that became active while the job ran, whether it had passed them or not. */
async function makeLateDues(
  job: Job,
  run: CampaignRunRecord,
  limits: AgeLimits | undefined,
  now: Date,
  stillMakes: () => Promise<boolean>,
  useCredit: UseCredit | undefined,
): Promise<Pick<Dues, 'made' | 'sum' | 'no_price'> & { seen: number }> {
  const since = lateSince(job);
  const madeBy = `${job._id}:late`;
  const make = async (ids: readonly string[]) => {
    const there = await readOfMembershipsInRun(ids, run._id);
    const done = new Set(there.filter((one) => one.madeBy !== madeBy).map((one) => one.campaignMembershipId));
    const left = ids.filter((id) => !done.has(id));
    return chargeThem(
      await findMemberships(left),
      { ids: left, has_dues: 0 },
      { run, limits, author: job.author, madeBy, isRepeated: true, useCredit, now },
    );
  };
  let late = NONE;
  let seen = 0;
  for (const ids of chunksOf(await findActiveSince(run.campaignId, since), BATCH)) {
    if (!(await stillMakes())) break;
    late = add(late, await make(ids));
    seen += ids.length;
  }
  const { made, sum, no_price } = late;
  return { made, sum, no_price, seen };
}

/** Memberships by reason: dues made, or why not; each is counted once. */
type Reasons = Record<'made' | 'has_dues' | 'no_price' | 'not_active' | 'not_confirmed', number>;

/**
 * Counts the memberships of a run's campaign one by one, by their state at the end of the job. A membership that became
 * active after the late ones were read has no dues, and counts as inactive.
 */
async function countReasons(
  job: Job,
  run: CampaignRunRecord,
): Promise<Reasons & { sum: Cents; has_died?: number }> {
  const counts: Reasons = { made: 0, has_dues: 0, no_price: 0, not_active: 0, not_confirmed: 0 };
  let sum = ZERO;
  for await (const memberships of eachState({ campaignId: run.campaignId }, STATES_AT_ONCE)) {
    const there = await readOfMembershipsInRun(
      memberships.map((one) => one._id),
      run._id,
    );
    const makers = new Map(there.map((one) => [one.campaignMembershipId, one.madeBy ?? null]));
    const own = there.filter(({ madeBy }) => madeBy?.startsWith(job._id));
    sum = sumCents([sum, ...own.map(({ minAmountDue }) => minAmountDue)]);
    for (const membership of memberships) counts[reasonOf(membership, makers.get(membership._id), job)] += 1;
  }
  const { died } = await countLeftOut(run.campaignId);
  const has_died = Math.min(died, counts.not_active);
  const left = { ...counts, not_active: counts.not_active - has_died, sum };
  return has_died > 0 ? { ...left, has_died } : left;
}

/** `madeBy`: undefined without dues in the run, null where the maker is not stored. */
function reasonOf(
  { isActive, totalPrice }: MembershipStateRow,
  madeBy: string | null | undefined,
  { _id: jobId }: Job,
): keyof Reasons {
  if (madeBy?.startsWith(jobId)) return 'made';
  if (isActive === null) return 'not_confirmed';
  if (!isActive) return 'not_active';
  if (madeBy !== undefined) return 'has_dues';
  return totalPrice <= 0 ? 'no_price' : 'not_active';
}

type Cursor = { afterId: string | null; dues: Dues; wasEmpty?: boolean };

/** The figures that the preview showed, for the report. */
const previewedIn = (job: Job) =>
  Object.fromEntries(
    Object.entries(inputOf(job).preview ?? {}).map(([name, figure]) => [`preview_${name}`, figure]),
  );

/** Ends the dues of a run for a claim as any others end. */
async function asDues(job: Job, run: CampaignRunRecord, step: Step): Promise<Step> {
  if (!step.isLast) return step;
  await markDuesMade(run);
  return { ...step, report: { ...step.report, ...previewedIn(job) } };
}

/**
 * The job that makes the dues of a run, some batches of memberships a step. It ends when the run is paused or has ended:
 * pausing stops new dues. Its report has the amount made, in cents, how many were left out and why, and the figures of
 * the preview.
 */
export const runDuesJob = ({
  now,
  config,
  useCredit,
  rosterOf,
}: {
  now: () => Date;
  config: { TIME_ZONE: string };
  useCredit?: UseCredit;
  /** Who shares a run that collects for a claim. */
  rosterOf: RosterOf;
}): JobHandler => ({
  async count(job) {
    const run = await findRun(runIdOf(job));
    return run ? (await countByState(run.campaignId)).active : 0;
  },
  async step(job, isRepeated) {
    const run = await requireRun(runIdOf(job));
    if (run.roster) return asDues(job, run, await rosterStep(job, run, { rosterOf, useCredit, now: now() }));
    const begun = job.cursor as Cursor | null;
    const {
      afterId,
      dues,
      wasEmpty = false,
    } = begun ?? { afterId: null, dues: NONE, wasEmpty: !(await existsInRun(run._id)) };
    let isStopped = campaignRunStatus(run, now()) !== 'active';
    const stillMakes = async () => {
      isStopped ||= campaignRunStatus(await requireRun(run._id), now()) !== 'active';
      return !isStopped;
    };
    const limits = await ageLimitsOf(run.campaignId, now(), config.TIME_ZONE);
    const making = {
      run,
      limits,
      author: job.author,
      madeBy: job._id,
      isRepeated,
      useCredit,
      wasEmpty,
      now: now(),
      lateSince: lateSince(job),
    };
    const nothing = { ...NONE, passed: 0, lastId: afterId, isEnded: true };
    const isMade = !isStopped || isRepeated;
    const some = isMade ? await makeDues(afterId, making, stillMakes) : nothing;
    const { passed: done, lastId, isEnded, ...made } = some;
    const all = add(dues, made);
    if (!isEnded && !isStopped)
      return { cursor: { afterId: lastId, dues: all, wasEmpty }, done, isLast: false };
    const late = await makeLateDues(job, run, limits, now(), stillMakes, useCredit);
    await markDuesMade(run);
    const { active, inactive, died, unconfirmed } = await countLeftOut(run.campaignId);
    const counted = {
      made: all.made + late.made,
      has_dues: all.has_dues,
      no_price: all.no_price + late.no_price,
      ...(died > 0 && { has_died: died }),
      not_active: inactive,
      not_confirmed: unconfirmed,
    };
    const countedTotal = Object.values(counted).reduce((total, count) => total + count, 0);
    // Otherwise memberships changed while the job ran.
    const isExact = late.seen === 0 && countedTotal === active + inactive + died + unconfirmed;
    const report = {
      ...(isExact || isStopped
        ? { ...counted, sum: sumCents([all.sum, late.sum]) }
        : await countReasons(job, run)),
      ...(isStopped && { stopped: 1 }),
      ...previewedIn(job),
    };
    const cursor = { afterId: isStopped ? afterId : lastId, dues: all };
    return { cursor, done, isLast: true, report };
  },
  // A cancelled job leaves some dues behind.
  async fail(job) {
    const run = await findRun(runIdOf(job));
    if (run) await markDuesMade(run);
  },
  async finish(job, report, session) {
    const run = await requireRun(runIdOf(job), session);
    await recordDues(run, report?.['made'] ?? 0, job.author, now(), session);
  },
});
