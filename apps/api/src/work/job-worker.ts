/**
 * Works on jobs, step by step: a step reads after the cursor and does a batch that may be repeated; then cursor and counts
 * are written together. Killed anywhere, another worker goes on within the lease.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobFailure } from '@kinfold/domain/job';
import { inTransaction, type Session } from '../platform/database.ts';
import { closeJob, jobs, KEPT_MS, type Job } from './jobs.ts';
import type { Logger } from '../platform/logger.ts';

/** What a step came to. */
export type Step = {
  cursor: unknown;
  /** How many were done and how many failed in this step. */
  done: number;
  failed?: number;
  isLast: boolean;
  /** Not to go on before so many ms; another job is worked on meanwhile. */
  pauseMs?: number;
  /** With the last step: figures to be said of the whole. */
  report?: Record<string, number>;
};

/** What a type of jobs does. A step may be interrupted anywhere and repeated. */
export type JobHandler = {
  count?: (job: Job) => Promise<number>;
  /** `isRepeated`: the step may have been begun before, and been interrupted. */
  step: (job: Job, isRepeated: boolean) => Promise<Step>;
  /** What is written with the end of a job that is done, in its transaction: once, however often its last step was made. */
  finish?: (job: Job, report: Record<string, number> | null, session: Session) => Promise<void>;
  /** What is put in order before a job ends as failed or cancelled (`failure`); may be repeated. */
  fail?: (job: Job) => Promise<void>;
};
export type JobHandlers = Readonly<Record<string, JobHandler>>;

const LEASE_MS = 15_000;
const POLL_MS = 1_000;
const AT_A_TIME = 2;
const MAX_ATTEMPTS = 10;
/** Leases that run out in a row: then the job ends its worker, and not the machine. */
const MAX_LOST_LEASES = 3;
/** After so many further failures a job ends without what is put in order at its end. */
const MAX_CLEANUPS = 3;
const MAX_PAUSE_MS = 300_000;
/** For so long a job goes on while others wait that were begun before; to one that never was it gives way at once. */
const TURN_MS = 5_000;

const inMs = (ms: number) => new Date(Date.now() + ms);

/** A job that a worker has; `isRepeated`: somebody worked on it before, who may have died within a step. */
type TakenJob = { job: Job; isRepeated: boolean };

/** What the loops of a process share. */
type Process = {
  /** Those that have a job. */
  owners: Set<string>;
  /** Who tries a job that has lost a lease: one at a time, so that only one of two that end together is blamed twice. */
  suspectOwner: string | null;
  /** Ends when the last one has taken a job: they take turns, for what one takes decides what another may. */
  taking: Promise<unknown>;
};
const newProcess = (): Process => ({ owners: new Set(), suspectOwner: null, taking: Promise.resolve() });

/** The open jobs that a loop may take now. */
const takeable = (types: readonly string[], { suspectOwner }: Process) => ({
  isOpen: true as const,
  leaseDt: { $lte: new Date() },
  type: { $in: [...types] },
  ...(suspectOwner !== null && { owner: null, lostLeases: { $not: { $gt: 0 } } }),
});

/** Takes the job that has waited longest, for 15 s at a time; null when none waits. */
async function takeJob(types: readonly string[], owner: string, process: Process): Promise<TakenJob | null> {
  const taken = { state: 'running', owner, leaseDt: inMs(LEASE_MS) } as const;
  const now = new Date();
  const before = await jobs().findOneAndUpdate(
    takeable(types, process),
    { $set: taken, $min: { startedDt: now }, $unset: { isBetweenSteps: 1, isHandedOver: 1 } },
    { sort: { leaseDt: 1, _id: 1 }, returnDocument: 'before' },
  );
  if (!before) return null;
  const { isBetweenSteps, isHandedOver, ...rest } = before;
  const job: Job = { ...rest, ...taken, startedDt: before.startedDt ?? now };
  // Its worker died: that is an attempt.
  if (before.owner !== null && !isHandedOver) {
    const attempts = job.attempts + 1;
    const counted = { attempts, lostLeases: Math.min((job.lostLeases ?? 0) + 1, attempts) };
    await jobs().updateOne({ _id: job._id, owner }, { $set: counted });
    Object.assign(job, counted);
  }
  if (job.lostLeases) process.suspectOwner = owner;
  return { job, isRepeated: before.startedDt !== undefined && !isBetweenSteps };
}

/** Whether a job of this process should make room: another waits that was never begun, or whose turn it is. */
async function isAnotherWaiting(
  types: readonly string[],
  begunMs: number,
  process: Process,
): Promise<boolean> {
  const isTurnOver = Date.now() - begunMs >= TURN_MS;
  const waiting = { ...takeable(types, process), ...(!isTurnOver && { startedDt: { $exists: false } }) };
  return (await jobs().findOne(waiting, { projection: { _id: 1 } })) !== null;
}

/** Hands a job back between two steps, to whoever is free; it then has waited less long than any other. */
async function handBack({ job: { _id } }: TakenJob, owner: string): Promise<void> {
  const given = { leaseDt: new Date(), owner: null, isBetweenSteps: true } as const;
  await jobs().updateOne({ _id, owner }, { $set: given });
}

/** Works on jobs until none waits, or `isStopping`. Gives how many steps it made. */
export async function workOnJobs(
  handlers: JobHandlers,
  logger: Logger,
  isStopping: () => boolean = () => false,
  process = newProcess(),
): Promise<number> {
  const owner = randomUUID();
  const types = Object.keys(handlers);
  process.owners.add(owner);
  let steps = 0;
  try {
    while (!isStopping()) {
      const taking = process.taking.then(() => takeJob(types, owner, process));
      process.taking = taking.catch(() => undefined);
      let taken = await taking;
      if (!taken) break;
      const begunMs = Date.now();
      while (taken && !isStopping()) {
        taken = await workOn(taken, handlers, logger);
        steps += 1;
        // Where the database cannot say, the next step meets that.
        if (taken && (await isAnotherWaiting(types, begunMs, process).catch(() => false))) break;
      }
      if (process.suspectOwner === owner) process.suspectOwner = null;
      // It gives way, or this process is told to stop: another worker need not wait for the lease.
      if (taken) await handBack(taken, owner);
    }
  } finally {
    process.owners.delete(owner);
    if (process.suspectOwner === owner) process.suspectOwner = null;
  }
  return steps;
}

/** Why a job is to be ended as failed instead of another step; undefined for one that goes on. */
function failureOf({ failure, lostLeases = 0, attempts }: Job): JobFailure | undefined {
  if (failure) return failure;
  if (lostLeases >= MAX_LOST_LEASES) return 'worker_lost';
  return attempts >= MAX_ATTEMPTS ? 'gave_up' : undefined;
}

/** Makes a step; gives the job as it then is, or null when it is over, put off, or no longer this worker's. */
async function workOn(
  { job, isRepeated }: TakenJob,
  handlers: JobHandlers,
  logger: Logger,
): Promise<TakenJob | null> {
  const own = { _id: job._id, owner: job.owner };
  const renewal = setInterval(() => {
    jobs()
      .updateOne(own, { $set: { leaseDt: inMs(LEASE_MS) } })
      .catch((error: unknown) => logger.warn({ err: error, job: job._id }, 'a job could not be kept'));
  }, LEASE_MS / 3);
  try {
    const handler = handlers[job.type];
    const failure = failureOf(job);
    if (failure) {
      await endAsFailed(job, failure, handler);
      return null;
    }
    if (!handler) throw new Error(`there are no jobs of type ${job.type}`);
    const total = job.total ?? (await handler.count?.(job)) ?? null;
    const step = await handler.step(job, isRepeated);
    const { cursor, done, failed = 0, isLast, pauseMs, report = null } = step;
    if (isLast) {
      const ended = { ...STEP_MADE, state: 'done', cursor, total, report, expireDt: inMs(KEPT_MS) } as const;
      const counted = { done: job.done + done, failed: job.failed + failed };
      await endJob(job, { ...ended, ...counted }, (session) =>
        Promise.resolve(handler.finish?.(job, report, session)),
      );
      return null;
    }
    const written = { ...STEP_MADE, cursor, total };
    if (pauseMs !== undefined) {
      const resting = {
        state: 'waiting',
        owner: null,
        leaseDt: inMs(pauseMs),
        isBetweenSteps: true,
      } as const;
      const paused = { $set: { ...written, ...resting }, $inc: { done, failed } };
      // One that was cancelled meanwhile ends now.
      if ((await jobs().updateOne({ ...own, failure: { $exists: false } }, paused)).matchedCount) return null;
    }
    const next = await jobs().findOneAndUpdate(
      own,
      { $set: { ...written, leaseDt: inMs(LEASE_MS) }, $inc: { done, failed } },
      { returnDocument: 'after' },
    );
    return next && { job: next, isRepeated: false };
  } catch (error) {
    logger.warn({ err: error, job: job._id, type: job.type }, 'a step of a job failed');
    await putOff(job, handlers[job.type], logger);
    return null;
  } finally {
    clearInterval(renewal);
  }
}

/** What a step that was made writes of those before it: none failed since. */
const STEP_MADE = { attempts: 0, lostLeases: 0 } as const;

/** Ends a job and frees its key, unless it is no longer this worker's. */
async function endJob(
  { _id, owner }: Job,
  ended: Partial<Job>,
  finish?: (session: Session) => Promise<void>,
): Promise<void> {
  await inTransaction(async (session) => {
    const job = await jobs().findOne({ _id, owner, isOpen: true }, { session });
    if (!job) return;
    const { failure: _failure, ...uncancelled } = job;
    // One that is done was not cancelled in time.
    const kept = ended.state === 'done' ? uncancelled : job;
    await closeJob(kept, { ...ended, owner: null, endedDt: new Date() }, session);
    await finish?.(session);
  });
}

/** Puts in order what a job leaves behind, and ends it as failed. What ended its worker again, or always fails, is left out. */
async function endAsFailed(job: Job, failure: JobFailure, handler: JobHandler | undefined): Promise<void> {
  const { attempts, lostLeases = 0 } = job;
  if (lostLeases <= MAX_LOST_LEASES && attempts < MAX_ATTEMPTS + MAX_CLEANUPS)
    await handler?.fail?.({ ...job, failure });
  const isLookedAt = failure !== 'cancelled';
  const ended = {
    state: 'failed',
    failure,
    attempts,
    ...(!isLookedAt && { expireDt: inMs(KEPT_MS) }),
  } as const;
  await endJob(job, ended);
}

/** After a failure a job waits 1 s, 2 s, 4 s … at most 5 minutes; the tenth in a row is its end. */
async function putOff(job: Job, handler: JobHandler | undefined, logger: Logger): Promise<void> {
  const { _id, owner } = job;
  const attempts = job.attempts + 1;
  if (attempts === MAX_ATTEMPTS)
    try {
      return await endAsFailed({ ...job, attempts }, job.failure ?? 'gave_up', handler);
    } catch (error) {
      logger.warn({ err: error, job: _id, type: job.type }, 'a job could not be ended');
    }
  const waiting = { state: 'waiting', attempts, lostLeases: 0, owner: null } as const;
  const pause = inMs(Math.min(1_000 * 2 ** (attempts - 1), MAX_PAUSE_MS));
  const pausing = { _id, owner, ...(!job.failure && { failure: { $exists: false } }) };
  const put = await jobs().updateOne(pausing, { $set: { ...waiting, leaseDt: pause } });
  // One that was cancelled meanwhile ends now.
  if (!put.matchedCount)
    await jobs().updateOne({ _id, owner }, { $set: { ...waiting, leaseDt: new Date() } });
}

/**
 * Works on jobs as they come, a few at a time; gives what ends it, which waits for the steps under way. What is cut off
 * nevertheless, because a step takes longer than the process has, does not count against its job.
 */
export function startJobWorker(handlers: JobHandlers, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const process = newProcess();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await workOnJobs(handlers, logger, () => stopping.signal.aborted, process).catch((error: unknown) =>
        logger.warn({ err: error }, 'jobs could not be worked on'),
      );
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const loops = Array.from({ length: AT_A_TIME }, loop);
  return async () => {
    stopping.abort();
    const theirs = { isOpen: true as const, owner: { $in: [...process.owners] } };
    await jobs()
      .updateMany(theirs, { $set: { isHandedOver: true } })
      .catch((error: unknown) => logger.warn({ err: error }, 'jobs could not be handed over'));
    await Promise.all(loops);
  };
}
