import type { Job } from '@kinfold/domain/job';
import { StatusDot } from '../../ui/status-dot.tsx';
import { jobStatus } from './job-texts.ts';

/** The status of a job: a dot and a word. */
export function JobStatus({ job }: { job: Pick<Job, 'status' | 'failure'> }) {
  const { tone, word } = jobStatus(job);
  return <StatusDot tone={tone}>{word}</StatusDot>;
}
