import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { isJobOpen } from '@kinfold/domain/job';
import type { RunReminder } from '@kinfold/domain/message';
import { wholeNumber } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { RunIds } from '../../queries/campaign-runs.ts';
import { RETRYING } from '../../parts/job/job-texts.ts';
import { remindersQuery } from '../../queries/messages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { reminderFigures } from './message-texts.ts';
import { messageViewLink } from './message-view.ts';

/** The reminders of a run and the warnings that cover ends, with their outcome, and a link to a new reminder. */
export function ReminderList({
  ids,
  run: { name, status },
}: {
  ids: RunIds;
  run: Pick<CampaignRun, 'name' | 'status'>;
}) {
  const [address] = useSearchParams();
  const query = useQuery(remindersQuery(ids));
  return (
    <Card
      title="Reminders"
      aside={
        status !== 'paused' && (
          <ButtonLink to={messageViewLink(address, 'remind')}>Remind who owes</ButtonLink>
        )
      }
    >
      <Loaded query={query} what="the reminders" rows={2}>
        {({ reminders }) =>
          reminders.length === 0 ? (
            <p className="muted">Nobody was reminded yet. Before anything is sent you see who gets it.</p>
          ) : (
            <>
              <ul className="entries">
                {reminders.map((reminder) => (
                  <Row key={reminder._id} reminder={reminder} runName={name} />
                ))}
              </ul>
              <div className="button-row">
                <ButtonLink variant="outline-primary" to={messageViewLink(address, 'messages')}>
                  Who was reminded
                </ButtonLink>
              </div>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const titleOf = ({ kind, days, subject }: RunReminder, runName: string) =>
  kind === 'warning' ? `Warning ${days ?? ''} days before cover ends` : subject.replaceAll('[Run]', runName);

function Row({ reminder, runName }: { reminder: RunReminder; runName: string }) {
  const id = useId();
  const { job, createdBy, createdDt, waitsUntil } = reminder;
  const isOpen = job !== undefined && isJobOpen(job);
  const isCancelled = job?.failure?.code === 'cancelled';
  return (
    <li className="line" data-row>
      <p className="fw-semibold" id={id}>
        {titleOf(reminder, runName)}
      </p>
      <StatusDot tone={isCancelled ? 'info' : job?.status === 'failed' ? 'danger' : isOpen ? 'info' : 'ok'}>
        {isCancelled
          ? 'Cancelled'
          : job?.status === 'failed'
            ? 'Interrupted'
            : isOpen
              ? 'Being sent'
              : 'Done'}
      </StatusDot>
      <p className="row-note break-anywhere">
        {!isOpen && `${reminderFigures(reminder)} · `}
        {createdBy}, <DateText value={createdDt} /> <TimeText value={createdDt} />
      </p>
      {job?.isRetrying && <p className="row-note">{RETRYING}</p>}
      {job?.status === 'failed' && (
        <p className="row-note">
          <Link to={paths.job.href(job._id)}>
            {isCancelled ? 'See the job' : 'It could not be finished: try again'}
          </Link>
        </p>
      )}
      {isOpen && job.total !== null && (
        <progress className="job-progress line-wide" value={job.done} max={job.total} aria-labelledby={id} />
      )}
      {isOpen && !waitsUntil && job.total !== null && (
        <p className="row-note">
          {wholeNumber(job.done)} of {wholeNumber(job.total)} households checked
        </p>
      )}
      {waitsUntil && (
        <p className="row-note">
          Nobody is written to at night: it goes on <DateText inWords value={waitsUntil} /> at{' '}
          <TimeText value={waitsUntil} />.
        </p>
      )}
    </li>
  );
}
