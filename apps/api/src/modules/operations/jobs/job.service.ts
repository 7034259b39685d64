/** Staff read, retry and cancel jobs; work/jobs.ts stores and runs them. */
import type * as z from 'zod/mini';
import type { JobsQuery } from '@kinfold/domain/job';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import { cutNewest, NEWEST_FIRST, olderThan, placeOf } from '../../../platform/cursor.ts';
import type { Author } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import { cancelOpenJob, findJob, jobs, reopenJob, type Job } from '../../../work/jobs.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { recordChanges, type AuditEntry } from '../audit/audit.service.ts';
import { presentJob } from './job.presenter.ts';

export type { Job };

/** The grant of the policy for a job. */
export type JobGrant = { job: Job };

/** The grant of the policy for lists of jobs: the organization, and the types. */
export type JobsGrant = { organizationNumber: string; types: readonly string[] };

/** A page of the jobs of an organization and all below it, newest first. Throws 422 for a wrong cursor. */
export async function listJobs(
  { organizationNumber, types }: JobsGrant,
  { cursor, page_size }: z.output<typeof JobsQuery>,
) {
  const after = placeOf(cursor);
  const found = jobs().find({
    scope: organizationNumber,
    type: { $in: [...types] },
    ...olderThan(after),
  });
  const rows = await found
    .sort(NEWEST_FIRST)
    .limit(page_size + 1)
    .toArray();
  const { page, next } = cutNewest(rows, page_size);
  return { jobs: page.map(presentJob), next };
}

/** The numbers of open and of failed jobs of some types, within a scope; up to `ATTENTION_MAX` of each. */
export async function countUnfinishedJobs({
  scope,
  types,
}: {
  scope: readonly string[];
  types: readonly string[];
}): Promise<{ running: number; failed: number }> {
  if (!scope.length) return { running: 0, failed: 0 };
  const states: Job['state'][] = ['waiting', 'running', 'failed'];
  // One query for both: the index has the states in their order.
  const found = await jobs()
    .find(
      {
        scope: { $in: [...scope] },
        state: { $in: states },
        type: { $in: [...types] },
        // Cancelled jobs need no attention.
        failure: { $ne: 'cancelled' },
      },
      { projection: { state: 1 }, limit: 2 * ATTENTION_MAX, batchSize: 2 * ATTENTION_MAX },
    )
    .toArray();
  const failed = found.filter(({ state }) => state === 'failed').length;
  return { running: Math.min(found.length - failed, ATTENTION_MAX), failed: Math.min(failed, ATTENTION_MAX) };
}

/**
 * Retries a failed job from where it stopped; joins one that is open already. Returns the job that does the work. Throws
 * 409 for a job that is done.
 */
export async function retryJob({ _id, state }: Job): Promise<Job> {
  if (state === 'done') throw conflict('job_done', 'This job is done: nothing is left to retry.');
  const open = await reopenJob(_id);
  if (!open) throw notFound('There is no such job.');
  return open;
}

/**
 * Cancels a job that waits or runs, with an entry in the history of `subject`, to which the job belongs. Returns the
 * changed job: it has ended, or ends before its next step. Repeating changes nothing. Throws 409 for a job that has
 * ended.
 */
export async function cancelJob(
  given: Job,
  subject: AuditEntry['subject'],
  author: Author,
  now: Date,
): Promise<Job> {
  return inTransaction(async (session) => {
    const before = await findJob(given._id, session);
    if (!before) throw notFound('There is no such job.');
    if (!before.isOpen) throw conflict('job_ended', 'This job has ended: nothing is left to cancel.');
    if (before.failure) return before;
    const { organizationNumber, type } = before;
    const changes = [{ field: 'job', from: type, to: null }];
    await recordChanges(
      [{ organizationNumber, action: 'job.cancelled', subject, changes }],
      author,
      now,
      session,
    );
    return cancelOpenJob(before, session);
  });
}
