/**
 * Runs jobs, step by step: a step reads after the cursor and processes a batch that may be repeated; then cursor and
 * counts are written together. When a worker is killed, another continues after the lease.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobFailure } from '@kinfold/domain/job';
import { inTransaction, type Session } from '../platform/database.ts';
import { closeJob, jobs, KEPT_MS, type Job } from './jobs.ts';
import type { Logger } from '../platform/logger.ts';

/** The result of a step. */
export type Step = {
  cursor: unknown;
  /** How many were done and how many failed in this step. */
  done: number;
  failed?: number;
  isLast: boolean;
  /** The pause in ms before the next step; other jobs run meanwhile. */
  pauseMs?: number;
  /** With the last step: figures about the whole job. */
  report?: Record<string, number>;
};

/** The implementation of a type of jobs. A step can be interrupted at any point and repeated. */
export type JobHandler = {
  count?: (job: Job) => Promise<number>;
  /** `isRepeated`: the step may have been started and interrupted before. */
  step: (job: Job, isRepeated: boolean) => Promise<Step>;
  /** Writes the end of a completed job, in its transaction: once, however often its last step ran. */
  finish?: (job: Job, report: Record<string, number> | null, session: Session) => Promise<void>;
  /** Cleans up before a job ends as failed or cancelled (`failure`); can be repeated. */
  fail?: (job: Job) => Promise<void>;
};
export type JobHandlers = Readonly<Record<string, JobHandler>>;

const LEASE_MS = 15_000;
const POLL_MS = 1_000;
const AT_A_TIME = 2;
const MAX_ATTEMPTS = 10;
/** Leases lost in a row after which the job, not the machine, is blamed for the death of its workers. */
const MAX_LOST_LEASES = 3;
/** Further failures after which a job ends without its cleanup. */
const MAX_CLEANUPS = 3;
const MAX_PAUSE_MS = 300_000;
/** How long a job runs while jobs that were started before wait; it yields at once to one that was never started. */
const TURN_MS = 5_000;

const inMs = (ms: number) => new Date(Date.now() + ms);

/** A job claimed by a worker; `isRepeated`: another worker, which may have died within a step, had it before. */
type TakenJob = { job: Job; isRepeated: boolean };

/** State shared by the loops of a process. */
type Process = {
  /** The owners that have a job. */
  owners: Set<string>;
  /** The owner that tries a job with a lost lease: one at a time, so that of two that die together only one is blamed twice. */
  suspectOwner: string | null;
  /** Resolves when the previous loop has claimed a job: they take turns, because one claim decides what another may claim. */
  taking: Promise<unknown>;
};
const newProcess = (): Process => ({ owners: new Set(), suspectOwner: null, taking: Promise.resolve() });

/** The open jobs that a loop may claim now. */
const takeable = (types: readonly string[], { suspectOwner }: Process) => ({
  isOpen: true as const,
  leaseDt: { $lte: new Date() },
  type: { $in: [...types] },
  ...(suspectOwner !== null && { owner: null, lostLeases: { $not: { $gt: 0 } } }),
});

/** Claims the longest waiting job, for 15 s at a time; null when none waits. */
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
  // Its worker died: that counts as an attempt.
  if (before.owner !== null && !isHandedOver) {
    const attempts = job.attempts + 1;
    const counted = { attempts, lostLeases: Math.min((job.lostLeases ?? 0) + 1, attempts) };
    await jobs().updateOne({ _id: job._id, owner }, { $set: counted });
    Object.assign(job, counted);
  }
  if (job.lostLeases) process.suspectOwner = owner;
  return { job, isRepeated: before.startedDt !== undefined && !isBetweenSteps };
}

/** Returns whether a job of this process should yield: another waits that was never started, or whose turn it is. */
async function isAnotherWaiting(
  types: readonly string[],
  begunMs: number,
  process: Process,
): Promise<boolean> {
  const isTurnOver = Date.now() - begunMs >= TURN_MS;
  const waiting = { ...takeable(types, process), ...(!isTurnOver && { startedDt: { $exists: false } }) };
  return (await jobs().findOne(waiting, { projection: { _id: 1 } })) !== null;
}

/** Releases a job between two steps, to any free worker; it then is the last in the queue. */
async function handBack({ job: { _id } }: TakenJob, owner: string): Promise<void> {
  const given = { leaseDt: new Date(), owner: null, isBetweenSteps: true } as const;
  await jobs().updateOne({ _id, owner }, { $set: given });
}

/** Runs jobs until none waits, or `isStopping`. Returns the number of steps. */
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
        // If the database is unavailable, the next step finds out.
        if (taken && (await isAnotherWaiting(types, begunMs, process).catch(() => false))) break;
      }
      if (process.suspectOwner === owner) process.suspectOwner = null;
      // It yields, or this process is stopping: another worker need not wait for the lease.
      if (taken) await handBack(taken, owner);
    }
  } finally {
    process.owners.delete(owner);
    if (process.suspectOwner === owner) process.suspectOwner = null;
  }
  return steps;
}

/** The reason to end a job as failed instead of running another step; undefined to continue. */
function failureOf({ failure, lostLeases = 0, attempts }: Job): JobFailure | undefined {
  if (failure) return failure;
  if (lostLeases >= MAX_LOST_LEASES) return 'worker_lost';
  return attempts >= MAX_ATTEMPTS ? 'gave_up' : undefined;
}

/** Runs a step; returns the changed job, or null when it has ended, was postponed, or belongs to another worker. */
async function workOn(
  { job, isRepeated }: TakenJob,
  handlers: JobHandlers,
  logger: Logger,
): Promise<TakenJob | null> {
  const own = { _id: job._id, owner: job.owner };
  const renewal = setInterval(() => {
    jobs()
      .updateOne(own, { $set: { leaseDt: inMs(LEASE_MS) } })
      .catch((error: unknown) =>
        logger.warn({ err: error, job: job._id }, 'the lease of a job could not be extended'),
      );
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
      // Where it was is of no use any more, and may name people.
      const ended = {
        ...STEP_MADE,
        state: 'done',
        cursor: null,
        total,
        report,
        expireDt: inMs(KEPT_MS),
      } as const;
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
      // A job that was cancelled meanwhile ends now.
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

/** The reset of the failure counts after a successful step. */
const STEP_MADE = { attempts: 0, lostLeases: 0 } as const;

/** Ends a job and frees its key, unless it belongs to another worker now. */
async function endJob(
  { _id, owner }: Job,
  ended: Partial<Job>,
  finish?: (session: Session) => Promise<void>,
): Promise<void> {
  await inTransaction(async (session) => {
    const job = await jobs().findOne({ _id, owner, isOpen: true }, { session });
    if (!job) return;
    const { failure: _failure, ...uncancelled } = job;
    // A completed job was not cancelled in time.
    const kept = ended.state === 'done' ? uncancelled : job;
    await closeJob(kept, { ...ended, owner: null, endedDt: new Date() }, session);
    await finish?.(session);
  });
}

/** Cleans up after a job, and ends it as failed. Skips a cleanup that killed its worker again, or always fails. */
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

/** After a failure a job waits 1 s, 2 s, 4 s … at most 5 minutes; the tenth in a row ends it. */
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
  // A job that was cancelled meanwhile ends now.
  if (!put.matchedCount)
    await jobs().updateOne({ _id, owner }, { $set: { ...waiting, leaseDt: new Date() } });
}

/**
 * Runs jobs as they come, a few at a time; returns a function that ends this and waits for running steps. A step that is
 * cut off nevertheless, because it takes longer than the process has, does not count against its job.
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
