import type * as z from 'zod/mini';
import type { Job as JobOnWire } from '@kinfold/domain/job';
import type { Job } from '../../platform/jobs.ts';

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
    author,
    createdDt,
    startedDt,
    endedDt,
    report,
  } = job;
  return {
    _id,
    type,
    status: state,
    total,
    done,
    failed,
    isRetrying: isOpen === true && attempts > 0,
    createdBy: author.email,
    createdDt: createdDt.toISOString(),
    startedDt: startedDt?.toISOString() ?? null,
    endedDt: endedDt?.toISOString() ?? null,
    report,
  };
}
