import { isJobOpen } from '@kinfold/domain/job';
import { reminderCountOf, type ReminderCount, type ReminderPreview } from '@kinfold/domain/message';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import type { RunIds } from '../../queries/campaign-runs.ts';
import { jobQuery } from '../../queries/jobs.ts';
import { reminderCountQuery, reminderPreviewQuery } from '../../queries/messages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { filled } from '../../ui/filled.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { JobDetails } from '../../parts/job/job-details.tsx';
import { REASONS } from './message-texts.ts';
import { messageViewLink } from './message-view.ts';
import { ReminderText } from './reminder-text.tsx';

/**
 * The page that reminds people who owe in a run: who gets it and who does not, the text, a preview to the user, and the
 * button.
 */
export function Remind({ ids, runName }: { ids: RunIds; runName: string }) {
  const [address] = useSearchParams();
  const query = useQuery(reminderPreviewQuery(ids));
  return (
    <section className="stack" aria-label={`Remind who owes in ${runName}`}>
      <div className="button-row">
        <ButtonLink variant="link" to={messageViewLink(address)}>
          <Icon name="back" /> Back to the run
        </ButtonLink>
      </div>
      <Loaded
        query={query}
        what="who would be reminded"
        title="We cannot say at the moment who would be reminded."
        loading={<SkeletonRows rows={4} label="Counting who would be reminded" />}
        on={{ 409: ({ detail }) => <EmptyState title={detail} /> }}
      >
        {(preview) => <Reminder ids={ids} preview={preview} />}
      </Loaded>
    </section>
  );
}

function Reminder({ ids, preview }: { ids: RunIds; preview: ReminderPreview }) {
  const isCountedByJob = preview.counted === null;
  const begun = useQuery({ ...reminderCountQuery(ids), enabled: isCountedByJob });
  const followed = useQuery({ ...jobQuery(begun.data?._id ?? ''), enabled: begun.data !== undefined });
  const job = followed.data ?? begun.data;
  const counted = preview.counted ?? (job?.status === 'done' ? reminderCountOf(job.report ?? {}) : undefined);
  const failed = [begun, followed].find(({ error }) => error);
  return (
    <>
      {counted && <WhoGetsIt counted={counted} waitsUntil={preview.waitsUntil} />}
      {!counted && (
        <Card title="Who gets it">
          <p>Many owe in this run: they are counted before anything is sent.</p>
          {failed && (
            <ErrorPanel
              problem={asProblem(failed.error)}
              title="We cannot say at the moment who would be reminded."
              onRetry={() => void failed.refetch()}
            />
          )}
          {!job && !failed && <SkeletonRows rows={3} label="Counting who would be reminded" />}
          {job && (isJobOpen(job) || job.status === 'failed') && (
            <JobDetails job={job} asOf={new Date(followed.dataUpdatedAt || begun.dataUpdatedAt)} />
          )}
        </Card>
      )}
      <ReminderText ids={ids} preview={preview} count={counted?.count} />
    </>
  );
}

function WhoGetsIt({
  counted: { count, sum, leftOut },
  waitsUntil,
}: { counted: ReminderCount } & Pick<ReminderPreview, 'waitsUntil'>) {
  return (
    <Card title="Who gets it">
      <p className="fs-5">
        {count > 0
          ? filled('{who} a mail. They owe {sum} together.', {
              who: <strong>{countOf(count, 'person gets', 'people get')}</strong>,
              sum: (
                <strong>
                  <Money amount={sum} />
                </strong>
              ),
            })
          : 'Nobody gets a mail now.'}
      </p>
      {leftOut.length > 0 && (
        <div>
          <h3>
            Who does not:{' '}
            {countOf(
              leftOut.reduce((all, one) => all + one.count, 0),
              'household',
              'households',
            )}
          </h3>
          <ul className="plain-list">
            {leftOut.map(({ reason, count: number }) => (
              <li key={reason}>{REASONS[reason](number)}</li>
            ))}
          </ul>
        </div>
      )}
      {waitsUntil && count > 0 && (
        <Callout tone="info" title="Nobody is written to at night">
          <p>
            The mails go out from <DateText inWords value={waitsUntil} /> at <TimeText value={waitsUntil} />.
          </p>
        </Callout>
      )}
    </Card>
  );
}
