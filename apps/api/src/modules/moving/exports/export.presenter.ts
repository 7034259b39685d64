import type * as z from 'zod/mini';
import type { Export } from '@kinfold/domain/export';
import type { Job } from '../../../work/jobs.ts';
import { presentJob } from '../../operations/jobs/job.presenter.ts';
import type { ExportRecord } from './export.model.ts';

/** An export on the wire, with its job. */
export function presentExport(given: ExportRecord, job: Job | undefined): z.input<typeof Export> {
  const { _id, organizationNumber, isDone, rows, size, createdBy, createdDt, expireDt } = given;
  const times = { createdDt: createdDt.toISOString(), expireDt: expireDt.toISOString() };
  return {
    _id,
    organizationNumber,
    isDone,
    rows,
    size,
    createdBy,
    ...times,
    job: job ? presentJob(job) : null,
  };
}
