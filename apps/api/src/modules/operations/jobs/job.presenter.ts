import type * as z from 'zod/mini';
import { JOB_FAILURES, type Job as JobOnWire } from '@kinfold/domain/job';
import type { Job } from '../../../work/jobs.ts';

/** A job on the wire. */
export function presentJob(job: Job): z.input<typeof JobOnWire> {
  const {
    _id,
    type,
    state,
    isOpen,
    total,
    done,
    failed,
    attempts,
    failure = 'gave_up',
    author,
    createdDt,
    startedDt,
    endedDt,
    report,
  } = job;
  const isCancelling = isOpen === true && job.failure !== undefined;
  return {
    _id,
    type,
    status: state,
    total,
    done,
    failed,
    isRetrying: isOpen === true && !isCancelling && attempts > 0,
    ...(isCancelling && { isCancelling }),
    ...(state === 'failed' && { failure: { code: failure, detail: JOB_FAILURES[failure] } }),
    createdBy: author.email,
    createdDt: createdDt.toISOString(),
    startedDt: startedDt?.toISOString() ?? null,
    endedDt: endedDt?.toISOString() ?? null,
    report,
  };
}
