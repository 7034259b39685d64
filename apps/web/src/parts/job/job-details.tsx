import { isJobOpen, type Job } from '@kinfold/domain/job';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import Button from 'react-bootstrap/Button';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { retryJob } from '../../queries/jobs.ts';
import '../../theme/staff.scss';
import { DateText } from '../../ui/date-text.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useCall } from '../../ui/use-call.ts';
import { JobStatus } from './job-status.tsx';
import { jobDuration, jobOutcome, jobProgress, RETRYING } from './job-texts.ts';

/** How far a job is, how long it takes, what came of it, and for who may start it a retry when it failed. */
export function JobDetails({
  job,
  asOf,
  mayRetry = true,
}: {
  job: Job;
  /** When it was so. */
  asOf: Date;
  mayRetry?: boolean;
}) {
  const status = useRef<HTMLDivElement>(null);
  const progressId = useId();
  const { total, done, failed, createdBy, createdDt, endedDt } = job;
  const duration = jobDuration(job, asOf);
  return (
    <section className="panel" aria-label="Progress">
      {/* Announced when it changes, which the figures do too often. */}
      <div role="status" ref={status} tabIndex={-1}>
        <JobStatus status={job.status} />
        {job.isRetrying && <p>{RETRYING}</p>}
      </div>
      {total !== null && total > 0 && (
        <progress className="job-progress" value={done + failed} max={total} aria-labelledby={progressId} />
      )}
      <p id={progressId}>{jobProgress(job)}</p>
      {jobOutcome(job) && <p>{jobOutcome(job)}</p>}
      <dl className="job-facts">
        <div>
          <dt>Started by</dt>
          <dd className="break-anywhere">{createdBy}</dd>
        </div>
        <Moment name="Started" value={createdDt} />
        {endedDt && <Moment name="Ended" value={endedDt} />}
        {duration && (
          <div>
            <dt>{isJobOpen(job) ? 'Takes so far' : 'Took'}</dt>
            <dd>{duration}</dd>
          </div>
        )}
      </dl>
      {job.status === 'failed' && mayRetry && <Retry job={job} onRetried={() => status.current?.focus()} />}
    </section>
  );
}

function Moment({ name, value }: { name: string; value: Date }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <DateText value={value} /> <TimeText value={value} />
      </dd>
    </div>
  );
}

function Retry({ job, onRetried }: { job: Job; onRetried: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isBusy, failure, call } = useCall();
  const retry = async () => {
    const open = await retryJob(client, job._id);
    if (open._id === job._id) onRetried();
    else await navigate(paths.job.href(open._id));
  };
  return (
    <div className="button-row">
      <Button disabled={isBusy} aria-busy={isBusy || undefined} onClick={() => void call(retry)}>
        <Icon name="refresh" /> Retry
      </Button>
      {failure && <ErrorLine>This was not tried again: {failure.problem.detail}</ErrorLine>}
    </div>
  );
}
