/** The dues of a run: one donation for each active membership of its campaign (rules.md "What is owed, and when"). */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { chunksOf } from '../../../platform/in-batches.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { JobHandler } from '../../../work/job-worker.ts';
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
} from './donation.model.ts';
import { ageLimitsOf, freeOverAge, type AgeLimits } from './age-limits.service.ts';
import { newDonation } from './new-donation.service.ts';

/** Memberships whose dues are stored together, so many times at once: while the database stores some, others are made. */
const BATCH = 500;
const AT_A_TIME = 2;
/** Memberships of a step. */
const STEP = 20 * BATCH;
/** Memberships that are counted together. */
const STATES_AT_ONCE = 1_000;

/** What came of some memberships; `sum` in cents. */
type Dues = { made: number; sum: Cents; has_dues: number; no_price: number };

const NONE: Dues = { made: 0, sum: ZERO, has_dues: 0, no_price: 0 };

const add = (one: Dues, other: Dues): Dues => ({
  made: one.made + other.made,
  sum: sumCents([one.sum, other.sum]),
  has_dues: one.has_dues + other.has_dues,
  no_price: one.no_price + other.no_price,
});

type Making = {
  run: CampaignRunRecord;
  /** Of the fund, where it has any. */
  limits: AgeLimits | undefined;
  author: Author;
  /** What makes them: what the same made before it was interrupted counts as made by it, and not as there already. */
  madeBy: string;
  /** It may have been interrupted among these memberships. */
  isRepeated?: boolean;
  /** The run had no dues when this began: whose are there already is not asked, the unique key tells of the few. */
  wasEmpty?: boolean;
  /** Who became active since then and costs nothing is counted at the end of the job, and not twice. */
  lateSince?: Date;
  now: Date;
};

/** Makes the dues of memberships that were seen without any in a run; `ids` are theirs, and those of others that had dues. */
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
  if (made === charged.length && !isRepeated)
    return { made, sum: sumCents(charged.map(({ totalPrice }) => totalPrice)), has_dues, no_price };
  // Somebody else made some of them meanwhile, or this job did before it was interrupted.
  const there = await readOfMembershipsInRun(ids, run._id);
  const own = there.filter((donation) => donation.madeBy === madeBy);
  // What the same job made of those who became active meanwhile is counted with them.
  const others = there.filter((donation) => !donation.madeBy?.startsWith(madeBy));
  const sum = sumCents(own.map(({ minAmountDue }) => minAmountDue));
  return { made: own.length, sum, has_dues: others.length, no_price };
}

/** Which of some memberships are active and have no dues in a run, and how many have some. */
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
 * Makes the dues in a run of the next active memberships after an id, of those that have none there: each batch is read
 * when it is its turn, so that what was changed meanwhile counts. `stillMakes` is asked with each: once it says no, nobody
 * gets new dues, and what this made of them before it was interrupted is counted. `passed` is how many memberships were
 * looked at, `lastId` the last of those that were taken.
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
    const made = await (isMaking
      ? chargeThem(memberships, { ids, has_dues }, making)
      : countOwn(ids, making));
    dues = add(dues, made);
    passed += ids.length;
  });
  return { ...dues, passed, lastId: next.at(-1) ?? afterId, isEnded: next.length < STEP };
}

/** What was made of some memberships, of which no more is made. */
async function countOwn(ids: readonly string[], { run, madeBy }: Making): Promise<Dues> {
  const there = await readOfMembershipsInRun(ids, run._id);
  const own = there.filter((donation) => donation.madeBy === madeBy);
  return { ...NONE, made: own.length, sum: sumCents(own.map(({ minAmountDue }) => minAmountDue)) };
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

/**
 * Makes the dues of a run at once; a run of an open campaign has none. May be interrupted and repeated: the unique key
 * (membership, run) never lets a second one in. Gives how many were made. Throws 404 for an unknown run.
 */
export async function createDuesOfRun(
  runId: string,
  author: Author,
  now: Date,
  onProgress: (done: number) => void = () => undefined,
  timeZone = 'UTC',
): Promise<number> {
  const run = await requireRun(runId);
  const campaign = await findCampaign(run.campaignId);
  if (!campaign?.requiresMembership) return 0;
  const madeBy = newId();
  const limits = await ageLimitsOf(run.campaignId, now, timeZone);
  let [made, done, isEnded] = [0, 0, false];
  let afterId: string | null = null;
  while (!isEnded) {
    const some = await makeDues(afterId, { run, limits, author, madeBy, now });
    ({ isEnded, lastId: afterId } = some);
    made += some.made;
    done += some.passed;
    onProgress(done);
  }
  // Always: whoever made them before may have died here.
  await markDuesMade(run);
  // One figure for all of them, which were stored batch by batch.
  await recordDues(run, made, author, now, undefined);
  return made;
}

/** Has a run counted, and the covers of its campaign looked at. */
async function markDuesMade({ _id, campaignId }: CampaignRunRecord): Promise<void> {
  await markRunTotalsStale([_id]);
  await markStale({ campaign_cover: [campaignId] });
}

const inputOf = ({ input }: Job) => input as RunDuesInput;
const runIdOf = (job: Job) => inputOf(job).runId;

/** Longer than any request takes: one that began before the job may make a membership active after it passed by. */
const REQUEST_MAX_MS = 120_000;

/** Who became active since then is late: the job may have passed them by. */
const lateSince = ({ startedDt, createdDt }: Job) =>
  new Date((startedDt ?? createdDt).getTime() - REQUEST_MAX_MS);

/** Makes the dues of the memberships that became active while the job was at work, wherever it had passed by already. */
async function makeLateDues(
  job: Job,
  run: CampaignRunRecord,
  limits: AgeLimits | undefined,
  now: Date,
  stillMakes: () => Promise<boolean>,
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
      { run, limits, author: job.author, madeBy, isRepeated: true, now },
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

/** Why memberships have no dues of a job, or that they have: each is counted once. */
type Reasons = Record<'made' | 'has_dues' | 'no_price' | 'not_active' | 'not_confirmed', number>;

/**
 * Counts the memberships of a run's campaign one by one, as they are at the end of the job that made its dues. Who became
 * active after it looked has none, and was not active when it did.
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

/** `madeBy`: undefined without dues in the run, null where nobody knows who made them. */
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

/**
 * The job that makes the dues of a run, some batches of memberships a step. It ends where the run is paused or has ended:
 * pausing stops new dues. Its report has what was made, in cents, how many were left out and why, and what the preview had
 * said.
 */
export const runDuesJob = ({
  now,
  config,
}: {
  now: () => Date;
  config: { TIME_ZONE: string };
}): JobHandler => ({
  async count(job) {
    const run = await findRun(runIdOf(job));
    return run ? (await countByState(run.campaignId)).active : 0;
  },
  async step(job, isRepeated) {
    const run = await requireRun(runIdOf(job));
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
    const late = await makeLateDues(job, run, limits, now(), stillMakes);
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
    const told = Object.values(counted).reduce((total, count) => total + count, 0);
    // Else some changed while it was at work.
    const isExact = late.seen === 0 && told === active + inactive + died + unconfirmed;
    const said = Object.entries(inputOf(job).preview ?? {});
    const report = {
      ...(isExact || isStopped
        ? { ...counted, sum: sumCents([all.sum, late.sum]) }
        : await countReasons(job, run)),
      ...(isStopped && { stopped: 1 }),
      ...Object.fromEntries(said.map(([name, figure]) => [`preview_${name}`, figure])),
    };
    const cursor = { afterId: isStopped ? afterId : lastId, dues: all };
    return { cursor, done, isLast: true, report };
  },
  // Of one that is cancelled, some dues are there.
  async fail(job) {
    const run = await findRun(runIdOf(job));
    if (run) await markDuesMade(run);
  },
  async finish(job, report, session) {
    const run = await requireRun(runIdOf(job), session);
    await recordDues(run, report?.['made'] ?? 0, job.author, now(), session);
  },
});
