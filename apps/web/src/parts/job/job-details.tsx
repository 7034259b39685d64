import { isJobOpen, jobTitle, type Job } from '@kinfold/domain/job';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { cancelJob, retryJob } from '../../queries/jobs.ts';
import '../../theme/staff.scss';
import { Dialog } from '../../ui/dialog.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useCall } from '../../ui/use-call.ts';
import { JobStatus } from './job-status.tsx';
import { CANCELLING, jobDuration, jobOutcome, jobProgress, RETRYING } from './job-texts.ts';

/** The progress, duration and outcome of a job, with Cancel or Try again for users who may start it. */
export function JobDetails({
  job,
  asOf,
  mayChange = true,
}: {
  job: Job;
  /** The time at which this was the state of the job. */
  asOf: Date;
  mayChange?: boolean;
}) {
  const status = useRef<HTMLDivElement>(null);
  const progressId = useId();
  const { total, done, failed, createdBy, createdDt, endedDt } = job;
  const duration = jobDuration(job, asOf);
  return (
    <section className="card card-body" aria-label="Progress">
      {/* Announced on every change; the figures change too often for that. */}
      <div role="status" ref={status} tabIndex={-1}>
        <JobStatus job={job} />
        {job.isRetrying && <p>{RETRYING}</p>}
        {job.isCancelling && <p>{CANCELLING}</p>}
      </div>
      {total !== null && total > 0 && (
        <progress className="job-progress" value={done + failed} max={total} aria-labelledby={progressId} />
      )}
      <p id={progressId}>{jobProgress(job)}</p>
      {jobOutcome(job) && <p>{jobOutcome(job)}</p>}
      <dl className="fact-grid">
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
      {isJobOpen(job) && !job.isCancelling && mayChange && (
        <Cancel job={job} onCancelled={() => status.current?.focus()} />
      )}
      {job.status === 'failed' && mayChange && <Retry job={job} onRetried={() => status.current?.focus()} />}
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

/** The button that cancels an open job, after a confirmation, because finished work is not undone. */
function Cancel({ job, onCancelled }: { job: Job; onCancelled: () => void }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, call, forget } = useCall();
  const close = () => {
    setAsking(false);
    forget();
  };
  const cancel = async () => {
    const isCancelled = await call(() => cancelJob(client, job._id));
    // If the job has ended meanwhile, its outcome is loaded.
    if (!isCancelled) return;
    close();
    onCancelled();
  };
  return (
    <div className="button-row">
      <Button variant="outline-primary" onClick={() => setAsking(true)}>
        Cancel this job
      </Button>
      {isAsking && (
        <Dialog title={`Cancel “${jobTitle(job.type)}”?`} role="alertdialog" onClose={close}>
          <Form className="stack" onSubmit={cancel}>
            {failure && <ProblemNote {...failure} />}
            <p>
              It ends as soon as the current step is finished. Finished work is not undone; a retry continues
              from there.
            </p>
            <div className="button-row">
              <SubmitButton busy={isBusy} busyText="Cancelling">
                Cancel this job
              </SubmitButton>
              <Button variant="outline-primary" onClick={close}>
                Let it go on
              </Button>
            </div>
          </Form>
        </Dialog>
      )}
    </div>
  );
}
