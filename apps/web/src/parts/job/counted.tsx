import type { RunPreview } from '@kinfold/domain/campaign-run';
import { collectionCountOf } from '@kinfold/domain/collection';
import { isJobOpen, type Job } from '@kinfold/domain/job';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { jobQuery } from '../../queries/jobs.ts';
import '../../theme/staff.scss';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { jobOutcome, jobProgress } from './job-texts.ts';

type Count = RunPreview | ReturnType<typeof collectionCountOf>;

/** Renders what a run would charge; while a job counts it, its progress. */
export function Counted({
  preview,
  children,
}: {
  preview: RunPreview | Job;
  children: (count: Count) => ReactNode;
}) {
  return 'status' in preview ? (
    <CountedByJob jobId={preview._id}>{children}</CountedByJob>
  ) : (
    children(preview)
  );
}

function CountedByJob({ jobId, children }: { jobId: string; children: (count: Count) => ReactNode }) {
  const query = useQuery(jobQuery(jobId));
  return (
    <Loaded query={query} what="what it would ask" rows={2}>
      {(job) => {
        if (job.status === 'done') return children(collectionCountOf(job.report ?? {}));
        if (!isJobOpen(job)) return <ErrorLine>{jobOutcome(job)}</ErrorLine>;
        return (
          <div>
            <p role="status">Many are in this fund: they are counted first.</p>
            <progress
              className="job-progress"
              aria-label="Counting"
              value={job.done}
              max={Math.max(job.total ?? 1, job.done, 1)}
            />
            <p>{jobProgress(job)}</p>
          </div>
        );
      }}
    </Loaded>
  );
}
