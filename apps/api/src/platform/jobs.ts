/**
 * Work that grows with the number of members (design of the staff side, "Jobs"): a document that says how far it is, done
 * step by step by whichever worker is free. A step reads after the cursor and does a batch that may be repeated; then
 * cursor and counts are written together. Killed anywhere, another worker goes on within the lease.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@kinfold/domain/dates';
import type { Author } from './author.ts';
import { collection, inTransaction, type Session } from './database.ts';
import { newId } from './documents.ts';
import type { Logger } from './logger.ts';
import { readScopes } from './scopes.ts';

/** A job; `cursor` is where the next step begins, null at the start. Times are UTC. */
export type Job = {
  _id: string;
  type: string;
  /** What it is among the open jobs: pressing twice is one job. */
  openKey: string;
  /** Absent when it is done or has failed. */
  isOpen?: true;
  organizationNumber: string;
  /** Whose roles see it: see `readScopes`. */
  scope: string[];
  input: unknown;
  author: Author;
  state: 'waiting' | 'running' | 'done' | 'failed';
  cursor: unknown;
  /** How much there is to do; null while that is not known. */
  total: number | null;
  done: number;
  failed: number;
  /** Steps that failed one after another. */
  attempts: number;
  owner: string | null;
  /** A worker may take it from then on: the end of the lease, or of the pause after a failure. */
  leaseDt: Date;
  /** What is said of it at its end. */
  report: Record<string, number> | null;
  createdDt: Date;
  startedDt?: Date;
  endedDt?: Date;
  /** A TTL index removes it then. */
  expireDt?: Date;
};

/** What a step came to. */
export type Step = {
  cursor: unknown;
  /** How many were done and how many failed in this step. */
  done: number;
  failed?: number;
  isLast: boolean;
  /** With the last step: figures to be said of the whole. */
  report?: Record<string, number>;
};

/** What a type of jobs does. A step may be interrupted anywhere and repeated. */
export type JobHandler = {
  count?: (job: Job) => Promise<number>;
  step: (job: Job) => Promise<Step>;
};
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export const jobs = () => collection<Job>('jobs');
/** The open job of each key: there from its start to its end. `_id` is the `openKey`. */
const openJobs = () => collection<{ _id: string; jobId: string }>('open_jobs');

const LEASE_MS = 15_000;
const POLL_MS = 1_000;
const AT_A_TIME = 2;
const MAX_ATTEMPTS = 10;
const MAX_PAUSE_MS = 300_000;
const KEPT_MS = 90 * DAY_MS;

const inMs = (ms: number) => new Date(Date.now() + ms);

/** What is to be done. `key` names it among the open jobs of its type. */
export type NewJob = Pick<Job, 'type' | 'organizationNumber' | 'input'> & { key: string };

/**
 * Starts a job, in the transaction of what causes it when there is one. One of the same type and key that is still open
 * is joined; with `restarts` it begins anew, as when what it copies has changed again.
 */
export async function startJob(
  given: NewJob,
  author: Author,
  { session, restarts = false }: { session?: Session; restarts?: boolean } = {},
): Promise<Job> {
  if (!session) return inTransaction((own) => startJob(given, author, { session: own, restarts }));
  const { key, type, organizationNumber, input } = given;
  const openKey = `${type}:${key}`;
  const anew = { cursor: null, done: 0, failed: 0, attempts: 0, owner: null, leaseDt: new Date() };
  const marker = await openJobs().findOne({ _id: openKey }, { session });
  const open = marker && (await jobs().findOne({ _id: marker.jobId }, { session }));
  if (open && restarts) await jobs().updateOne({ _id: open._id }, { $set: anew }, { session });
  if (open) return open;
  const scopeOf = await readScopes([organizationNumber], session);
  const job: Job = {
    ...anew,
    _id: newId(),
    type,
    openKey,
    isOpen: true,
    organizationNumber,
    scope: scopeOf(organizationNumber),
    input,
    author,
    state: 'waiting',
    total: null,
    report: null,
    createdDt: new Date(),
  };
  await openJobs().insertOne({ _id: openKey, jobId: job._id }, { session });
  await jobs().insertOne(job, { session });
  return job;
}

/**
 * Opens a failed job again, to go on where it ended. Gives the open job of its key: where another was started meanwhile,
 * that one; any other job as it is, unchanged; null when there is none.
 */
export async function reopenJob(_id: string): Promise<Job | null> {
  return inTransaction(async (session) => {
    const job = await jobs().findOne({ _id }, { session });
    if (job?.state !== 'failed') return job;
    const marker = await openJobs().findOne({ _id: job.openKey }, { session });
    if (marker) return jobs().findOne({ _id: marker.jobId }, { session });
    await openJobs().insertOne({ _id: job.openKey, jobId: _id }, { session });
    return jobs().findOneAndUpdate(
      { _id },
      {
        $set: { state: 'waiting', isOpen: true, attempts: 0, owner: null, leaseDt: new Date() },
        $unset: { endedDt: 1, expireDt: 1 },
      },
      { session, returnDocument: 'after' },
    );
  });
}

/** Takes the job that has waited longest, for 15 s at a time; null when none waits. */
async function takeJob(types: readonly string[], owner: string): Promise<Job | null> {
  return jobs().findOneAndUpdate(
    { isOpen: true, leaseDt: { $lte: new Date() }, type: { $in: [...types] } },
    { $set: { state: 'running', owner, leaseDt: inMs(LEASE_MS) }, $min: { startedDt: new Date() } },
    { sort: { leaseDt: 1, _id: 1 }, returnDocument: 'after' },
  );
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
    let job = await takeJob(Object.keys(handlers), owner);
    if (!job) break;
    while (job && !isStopping()) {
      job = await workOn(job, handlers, logger);
      steps += 1;
    }
    // Told to stop: another worker need not wait for the lease.
    if (job) await jobs().updateOne({ _id: job._id, owner }, { $set: { leaseDt: new Date(), owner: null } });
  }
  return steps;
}

/** Makes a step; gives the job as it then is, or null when it is over, put off, or no longer this worker's. */
async function workOn(job: Job, handlers: JobHandlers, logger: Logger): Promise<Job | null> {
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
    const { cursor, done, failed = 0, isLast, report = null } = await handler.step(job);
    if (isLast) {
      const ended = { state: 'done', cursor, total, attempts: 0, report, expireDt: inMs(KEPT_MS) } as const;
      await endJob(job, { $set: ended, $inc: { done, failed } });
      return null;
    }
    return await jobs().findOneAndUpdate(
      own,
      { $set: { cursor, total, attempts: 0, leaseDt: inMs(LEASE_MS) }, $inc: { done, failed } },
      { returnDocument: 'after' },
    );
  } catch (error) {
    logger.warn({ err: error, job: job._id, type: job.type }, 'a step of a job failed');
    await putOff(job);
    return null;
  } finally {
    clearInterval(renewal);
  }
}

/** Ends a job and frees its key, unless it is no longer this worker's. */
async function endJob(
  { _id, owner, openKey }: Job,
  { $set, $inc = {} }: { $set: Partial<Job>; $inc?: { done?: number; failed?: number } },
): Promise<void> {
  await inTransaction(async (session) => {
    const update = {
      $set: { ...$set, owner: null, endedDt: new Date() },
      $inc,
      $unset: { isOpen: 1 as const },
    };
    const { matchedCount } = await jobs().updateOne({ _id, owner }, update, { session });
    if (matchedCount) await openJobs().deleteOne({ _id: openKey, jobId: _id }, { session });
  });
}

/** After a failure a job waits 1 s, 2 s, 4 s … at most 5 minutes; the tenth in a row is its end. */
async function putOff(job: Job): Promise<void> {
  const { _id, owner, attempts } = job;
  const tries = attempts + 1;
  if (tries === MAX_ATTEMPTS) return endJob(job, { $set: { state: 'failed', attempts: tries } });
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
