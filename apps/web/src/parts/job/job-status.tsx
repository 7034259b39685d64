import type { Job } from '@kinfold/domain/job';
import { StatusDot } from '../../ui/status-dot.tsx';
import { JOB_STATUS } from './job-texts.ts';

/** The status of a job: a dot and a word. */
export function JobStatus({ status }: Pick<Job, 'status'>) {
  const { tone, word } = JOB_STATUS[status];
  return <StatusDot tone={tone}>{word}</StatusDot>;
}
