/**
 * Work that grows with the number of members (design of the staff side, "Jobs"): a document with its progress, processed
 * step by step by any free worker (job-worker.ts).
 */
import { DAY_MS } from '@kinfold/domain/dates';
import type { JobFailure } from '@kinfold/domain/job';
import { authorField, type Author } from '../platform/author.ts';
import { inTransaction, isDuplicateKey, type Session } from '../platform/database.ts';
import { newId } from '../platform/documents.ts';
import { date, flag, int, list, mixed, optional, orNull, text } from '../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../platform/model.ts';
import { readScopes } from '../platform/scopes.ts';
import { replaceFreeing } from '../platform/stand-in.ts';

/** A job; `cursor` is where the next step begins, null at the start. Times are UTC. */
const JobModel = defineModel('jobs', {
  _id: text(),
  type: text(),
  /** Its key among the open jobs, which a unique index guards: pressing twice starts one job. */
  openKey: text(),
  /** Absent when it is done or has failed. */
  isOpen: optional(flag<true>()),
  organizationNumber: text(),
  /** The organizations whose roles see it: see `readScopes`. */
  scope: list(text()),
  input: mixed(),
  author: authorField,
  state: text<'waiting' | 'running' | 'done' | 'failed'>(),
  cursor: mixed(),
  /** The total number of items; null while it is unknown. */
  total: orNull(int()),
  done: int(),
  failed: int(),
  /** Consecutive steps that failed, or whose worker died. */
  attempts: int(),
  /** Of the attempts, the last consecutive ones whose worker died: their lease ran out. */
  lostLeases: optional(int()),
  /** The last step was written completely, and none was started since. */
  isBetweenSteps: optional(flag<true>()),
  /** Its worker was told to stop: a lost lease then says nothing about the job. */
  isHandedOver: optional(flag<true>()),
  /** Why it failed; on an open job: it is being cancelled, and ends before its next step. */
  failure: optional(text<JobFailure>()),
  /** The worker that has claimed it; one whose lease has run out has died. */
  owner: orNull(text()),
  /** When a worker may claim it: the end of the lease, or of the pause after a failure. */
  leaseDt: date(),
  /** The figures at its end. */
  report: orNull(mixed<Record<string, number>>()),
  createdDt: date(),
  startedDt: optional(date()),
  endedDt: optional(date()),
  /** When a TTL index removes it. */
  expireDt: optional(date()),
});
export type Job = DocumentOf<typeof JobModel>;

/** All jobs. */
export const jobs = () => collectionOf(JobModel);

/** A job by its id. */
export async function findJob(jobId: string, session?: Session): Promise<Job | undefined> {
  return (await jobs().findOne({ _id: jobId }, session && { session })) ?? undefined;
}

/** Some jobs by their ids, in any order. */
export async function findJobs(jobIds: readonly string[]): Promise<Job[]> {
  return jobIds.length
    ? jobs()
        .find({ _id: { $in: [...jobIds] } })
        .toArray()
    : [];
}

/** The work to do. `key` identifies it among the open jobs of its type. */
export type NewJob = Pick<Job, 'type' | 'organizationNumber' | 'input'> & { key: string };

/**
 * Starts a job, in the transaction of its cause if there is one. Joins an open job with the same type and key, undoing
 * its cancellation; with `restarts` that job starts over, for example when its source has changed again.
 */
export async function startJob(
  given: NewJob,
  author: Author,
  { session, restarts = false }: { session?: Session; restarts?: boolean } = {},
): Promise<Job> {
  if (!session) return inTransaction((own) => startJob(given, author, { session: own, restarts }));
  const { key, type, organizationNumber, input } = given;
  const openKey = `${type}:${key}`;
  const fromStart = {
    cursor: null,
    total: null,
    done: 0,
    failed: 0,
    attempts: 0,
    lostLeases: 0,
    owner: null,
    leaseDt: new Date(),
  };
  const open = await jobs().findOne({ openKey, isOpen: true }, { session });
  if (open && (restarts || open.failure))
    await jobs().updateOne(
      { _id: open._id },
      {
        ...(restarts && { $set: fromStart }),
        $unset: { failure: 1, ...(restarts && { isBetweenSteps: 1 }) },
      },
      { session },
    );
  if (open) return open;
  const scopeOf = await readScopes([organizationNumber], session);
  const job: Job = {
    ...fromStart,
    _id: newId(),
    type,
    openKey,
    isOpen: true,
    organizationNumber,
    scope: scopeOf(organizationNumber),
    input,
    author,
    state: 'waiting',
    report: null,
    createdDt: new Date(),
  };
  await joinInstead(() => jobs().insertOne(job, { session }));
  return job;
}

/** Opens a job. If another one with its key was opened meanwhile, the transaction starts over, and finds that. */
async function joinInstead<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (isDuplicateKey(error, 'jobs.open_key')) error.addErrorLabel('TransientTransactionError');
    throw error;
  }
}

/** Returns whether a job of a type is open for any of some keys. */
export async function isAnyJobOpen(
  type: string,
  keys: readonly string[],
  session?: Session,
): Promise<boolean> {
  const openKey = { $in: keys.map((key) => `${type}:${key}`) };
  const options = { projection: { _id: 1 }, session };
  return (await jobs().findOne({ openKey, isOpen: true }, options)) !== null;
}

/**
 * Reopens a failed job, to continue where it stopped. Returns the open job with its key, which may be another started
 * meanwhile; any other job unchanged; null when there is none.
 */
export async function reopenJob(_id: string): Promise<Job | null> {
  return inTransaction(async (session) => {
    const job = await jobs().findOne({ _id }, { session });
    if (job?.state !== 'failed') return job;
    const open = await jobs().findOne({ openKey: job.openKey, isOpen: true }, { session });
    if (open) return open;
    const opened = {
      $set: {
        state: 'waiting',
        isOpen: true,
        attempts: 0,
        lostLeases: 0,
        owner: null,
        leaseDt: new Date(),
      },
      $unset: { endedDt: 1, expireDt: 1, failure: 1 },
    } as const;
    return joinInstead(() => jobs().findOneAndUpdate({ _id }, opened, { session, returnDocument: 'after' }));
  });
}

/** How long a job that is done or was cancelled is kept, in ms. */
export const KEPT_MS = 90 * DAY_MS;

/**
 * Cancels an open job, as it was read in the same transaction: one that was never started ends at once, any other before
 * its next step, after its worker has cleaned up. Returns the changed job.
 */
export async function cancelOpenJob(job: Job, session: Session): Promise<Job> {
  const { _id, startedDt, state } = job;
  const now = new Date();
  const failure = 'cancelled' as const;
  if (startedDt) {
    const cancelled = { failure, ...(state === 'waiting' && { leaseDt: now }) };
    await jobs().updateOne({ _id }, { $set: cancelled }, { session });
    return { ...job, ...cancelled };
  }
  const ended = {
    failure,
    state: 'failed',
    endedDt: now,
    expireDt: new Date(now.getTime() + KEPT_MS),
  } as const;
  return closeJob(job, ended, session);
}

/** Ends an open job, as it was read in the same transaction, and frees its key. Returns the changed job. */
export async function closeJob(
  { isOpen: _isOpen, ...rest }: Job,
  ended: Partial<Job>,
  session: Session,
): Promise<Job> {
  const closed = { ...rest, ...ended };
  await replaceFreeing(jobs(), closed, session);
  return closed;
}

/** The numbers of open jobs by state, and how long the longest waiting one waits, in s. */
export async function jobFigures(): Promise<Record<'waiting' | 'running' | 'paused' | 'ageSeconds', number>> {
  const now = Date.now();
  const found = await jobs()
    .find({ isOpen: true }, { projection: { owner: 1, leaseDt: 1 } })
    .toArray();
  const free = found.filter(({ owner }) => owner === null).map(({ leaseDt }) => leaseDt.getTime());
  const waiting = free.filter((from) => from <= now);
  return {
    waiting: waiting.length,
    running: found.length - free.length,
    paused: free.length - waiting.length,
    ageSeconds: waiting.reduce((most, from) => Math.max(most, (now - from) / 1000), 0),
  };
}
