import { isJobOpen, type Job } from '@kinfold/domain/job';
import { pluralOf, wholeNumber } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useFocusWhenLost } from '../../lib/use-focus-when-lost.ts';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { paths } from '../../paths.ts';
import { jobQuery } from '../../queries/jobs.ts';
import { refreshAll } from '../../queries/change.ts';
import { CANCELLING, jobOutcome, keptWhilePaid, RETRYING } from '../../parts/job/job-texts.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';

const PARAMETER = 'job';

/** The job of the address: it survives a reload and can be shared as a link. */
export function useJobOfAddress() {
  const [query, setQuery] = useAddressQuery();
  const [started, setStarted] = useState<string>();
  const jobId = query.get(PARAMETER) ?? undefined;
  return {
    jobId,
    /** True if it was just started on this page. */
    isStarted: jobId !== undefined && jobId === started,
    show: (shown: string) => {
      setStarted(shown);
      setQuery(
        (before) => {
          before.set(PARAMETER, shown);
        },
        { replace: true },
      );
    },
  };
}

function outcomeOf({ type, report }: Job): string {
  const { changed = 0, dues = 0, dues_paid = 0, dues_being_paid = 0 } = report ?? {};
  const { active, inactive, refused = 0 } = report ?? {};
  if (type === 'refresh-prices') {
    const paid = dues_paid > 0 ? ` ${wholeNumber(dues_paid)} with a payment kept theirs.` : '';
    const kept = `${paid}${keptWhilePaid(dues_being_paid)}`;
    return changed + dues > 0
      ? `Prices are refreshed: ${wholeNumber(changed)} changed, and the dues of ${wholeNumber(dues)}.${kept}`
      : `Prices are refreshed: every price was right already.${kept}`;
  }
  const left = refused > 0 ? ` ${wholeNumber(refused)} could not be changed.` : '';
  const done =
    active === undefined
      ? pluralOf(inactive ?? 0, '# is inactive now.', '# are inactive now.')
      : pluralOf(active, '# is active now.', '# are active now.');
  return `${done}${left}`;
}

const TITLES = new Map([
  ['refresh-prices', 'Refreshing prices'],
  ['membership-states', 'Changing memberships'],
]);

/** The progress and outcome of a job started here; takes the focus if the button that started it is gone. */
export function JobBar({ jobId, isStarted }: { jobId: string; isStarted: boolean }) {
  const client = useQueryClient();
  const { data: job } = useQuery(jobQuery(jobId));
  const id = useId();
  const status = job?.status;
  useEffect(() => {
    if (status === 'done' || status === 'failed') void refreshAll(client);
  }, [client, status]);
  const bar = useFocusWhenLost<HTMLDivElement>(isStarted ? status : undefined);
  if (!job) return null;
  const { total, done, failed, type } = job;
  const isCancelled = job.failure?.code === 'cancelled';
  if (isJobOpen(job))
    return (
      <Callout ref={bar} tabIndex={-1} tone="info" title={TITLES.get(type) ?? 'Working'} role="status">
        {job.isRetrying && <p>{RETRYING}</p>}
        {job.isCancelling && <p>{CANCELLING}</p>}
        <p id={id}>
          {total === null
            ? `${wholeNumber(done)} done`
            : `${wholeNumber(done + failed)} of ${wholeNumber(total)} done`}
        </p>
        <progress
          className="job-progress"
          value={done + failed}
          max={total ?? undefined}
          aria-labelledby={id}
        />
        <SeeTheJob jobId={jobId} />
      </Callout>
    );
  return (
    <Callout
      ref={bar}
      tabIndex={-1}
      tone={job.status === 'done' ? 'ok' : isCancelled ? 'warn' : 'danger'}
      role="status"
      title={
        job.status === 'done'
          ? outcomeOf(job)
          : type === 'refresh-prices' && !isCancelled
            ? 'could NOT refresh prices'
            : 'Not everything was changed.'
      }
    >
      {job.status === 'failed' && <p>{jobOutcome(job)}</p>}
      <SeeTheJob jobId={jobId} />
    </Callout>
  );
}

function SeeTheJob({ jobId }: { jobId: string }) {
  return (
    <ButtonLink variant="link" to={paths.job.href(jobId)}>
      See the job
    </ButtonLink>
  );
}
