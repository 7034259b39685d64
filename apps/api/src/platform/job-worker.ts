/**
 * Works on jobs, step by step: a step reads after the cursor and does a batch that may be repeated; then cursor and counts
 * are written together. Killed anywhere, another worker goes on within the lease.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@kinfold/domain/dates';
import { inTransaction, type Session } from './database.ts';
import type { IdWalk } from './id-walk.ts';
import { jobs, openJobs, type Job } from './jobs.ts';
import type { Logger } from './logger.ts';

/** What a step came to. */
export type Step = {
  cursor: unknown;
  /** A walk that the next step may go on with, if the same worker makes it; ended otherwise. */
  walk?: IdWalk;
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
  /**
   * `isRepeated`: the step may have been begun before, and been interrupted. `walk`: that of the step before, which stands
   * at the job's cursor.
   */
  step: (job: Job, isRepeated: boolean, walk?: IdWalk) => Promise<Step>;
  /** What is written with the end of a job that is done, in its transaction: once, however often its last step was made. */
  finish?: (job: Job, report: Record<string, number> | null, session: Session) => Promise<void>;
  /** What is put in order before a job ends as failed; may be repeated. */
  fail?: (job: Job) => Promise<void>;
};
export type JobHandlers = Readonly<Record<string, JobHandler>>;

const LEASE_MS = 15_000;
const POLL_MS = 1_000;
const AT_A_TIME = 2;
const MAX_ATTEMPTS = 10;
const MAX_PAUSE_MS = 300_000;
const KEPT_MS = 90 * DAY_MS;

const inMs = (ms: number) => new Date(Date.now() + ms);

/** A job that a worker has; `isRepeated`: somebody worked on it before, who may have died within a step. */
type TakenJob = { job: Job; isRepeated: boolean; walk?: IdWalk | undefined };

/** Takes the job that has waited longest, for 15 s at a time; null when none waits. */
async function takeJob(types: readonly string[], owner: string): Promise<TakenJob | null> {
  const taken = { state: 'running', owner, leaseDt: inMs(LEASE_MS) } as const;
  const now = new Date();
  const before = await jobs().findOneAndUpdate(
    { isOpen: true, leaseDt: { $lte: now }, type: { $in: [...types] } },
    { $set: taken, $min: { startedDt: now } },
    { sort: { leaseDt: 1, _id: 1 }, returnDocument: 'before' },
  );
  if (!before) return null;
  const { startedDt } = before;
  return { job: { ...before, ...taken, startedDt: startedDt ?? now }, isRepeated: startedDt !== undefined };
}

/** Works on jobs until none waits, or `isStopping`. Gives how many steps it made. */
export async function workOnJobs(
  handlers: JobHandlers,
  logger: Logger,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const owner = randomUUID();
  let steps = 0;
  while (!isStopping()) {
    let taken = await takeJob(Object.keys(handlers), owner);
    if (!taken) break;
    while (taken && !isStopping()) {
      taken = await workOn(taken, handlers, logger);
      steps += 1;
    }
    if (!taken) continue;
    // Told to stop: another worker need not wait for the lease.
    await taken.walk?.return(undefined);
    await jobs().updateOne({ _id: taken.job._id, owner }, { $set: { leaseDt: new Date(), owner: null } });
  }
  return steps;
}

/** Makes a step; gives the job as it then is, or null when it is over, put off, or no longer this worker's. */
async function workOn(
  { job, isRepeated, walk: before }: TakenJob,
  handlers: JobHandlers,
  logger: Logger,
): Promise<TakenJob | null> {
  let walk = before;
  let next: Job | null = null;
  const own = { _id: job._id, owner: job.owner };
  const renewal = setInterval(() => {
    jobs()
      .updateOne(own, { $set: { leaseDt: inMs(LEASE_MS) } })
      .catch((error: unknown) => logger.warn({ err: error, job: job._id }, 'a job could not be kept'));
  }, LEASE_MS / 3);
  try {
    const handler = handlers[job.type];
    if (!handler) throw new Error(`there are no jobs of type ${job.type}`);
    const total = job.total ?? (await handler.count?.(job)) ?? null;
    const step = await handler.step(job, isRepeated, before);
    const { cursor, done, failed = 0, isLast, pauseMs, report = null } = step;
    walk = step.walk;
    if (isLast) {
      const ended = { state: 'done', cursor, total, attempts: 0, report, expireDt: inMs(KEPT_MS) } as const;
      await endJob(job, { $set: ended, $inc: { done, failed } }, (session) =>
        Promise.resolve(handler.finish?.(job, report, session)),
      );
      return null;
    }
    const written = { cursor, total, attempts: 0 };
    if (pauseMs !== undefined) {
      const paused = { ...written, state: 'waiting', owner: null, leaseDt: inMs(pauseMs) } as const;
      await jobs().updateOne(own, { $set: paused, $inc: { done, failed } });
      return null;
    }
    next = await jobs().findOneAndUpdate(
      own,
      { $set: { ...written, leaseDt: inMs(LEASE_MS) }, $inc: { done, failed } },
      { returnDocument: 'after' },
    );
    return next && { job: next, isRepeated: false, walk };
  } catch (error) {
    logger.warn({ err: error, job: job._id, type: job.type }, 'a step of a job failed');
    await putOff(job, handlers[job.type]);
    return null;
  } finally {
    clearInterval(renewal);
    if (!next) await walk?.return(undefined);
    if (walk !== before) await before?.return(undefined);
  }
}

/** Ends a job and frees its key, unless it is no longer this worker's. */
async function endJob(
  { _id, owner, openKey }: Job,
  { $set, $inc = {} }: { $set: Partial<Job>; $inc?: { done?: number; failed?: number } },
  finish?: (session: Session) => Promise<void>,
): Promise<void> {
  await inTransaction(async (session) => {
    const update = {
      $set: { ...$set, owner: null, endedDt: new Date() },
      $inc,
      $unset: { isOpen: 1 as const },
    };
    const { matchedCount } = await jobs().updateOne({ _id, owner }, update, { session });
    if (!matchedCount) return;
    await openJobs().deleteOne({ _id: openKey, jobId: _id }, { session });
    await finish?.(session);
  });
}

/** After a failure a job waits 1 s, 2 s, 4 s … at most 5 minutes; the tenth in a row is its end. */
async function putOff(job: Job, handler: JobHandler | undefined): Promise<void> {
  const { _id, owner, attempts } = job;
  const tries = attempts + 1;
  if (tries === MAX_ATTEMPTS) {
    await handler?.fail?.(job);
    return endJob(job, { $set: { state: 'failed', attempts: tries } });
  }
  const pause = Math.min(1_000 * 2 ** attempts, MAX_PAUSE_MS);
  await jobs().updateOne(
    { _id, owner },
    { $set: { state: 'waiting', attempts: tries, owner: null, leaseDt: inMs(pause) } },
  );
}

/** Works on jobs as they come, a few at a time; gives what ends it, which waits for the steps under way. */
export function startJobWorker(handlers: JobHandlers, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await workOnJobs(handlers, logger, () => stopping.signal.aborted).catch((error: unknown) =>
        logger.warn({ err: error }, 'jobs could not be worked on'),
      );
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const loops = Array.from({ length: AT_A_TIME }, loop);
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}
