import { isJobOpen } from '@kinfold/domain/job';
import { reminderCountOf, type ReminderCount, type ReminderPreview } from '@kinfold/domain/message';
import { countOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import type { RunIds } from '../../queries/campaign-runs.ts';
import { jobQuery } from '../../queries/jobs.ts';
import { reminderCountQuery, reminderPreviewQuery, type Sent } from '../../queries/messages.ts';
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
import { ReportText } from './report-text.tsx';

const WORDS = {
  reminder: {
    would: 'who would be reminded',
    many: 'Many owe in this run: they are counted before anything is sent.',
    who: '{who} a mail. They owe {sum} together, other collections included.',
  },
  report: {
    would: 'who would be told',
    many: 'This run is large: those who gave are counted before anything is sent.',
    who: '{who} a mail. They gave {sum} together.',
  },
} as const;

/**
 * The page that reminds people who owe in a run, or tells those who gave what it came to: who gets it and who does not,
 * the text, a preview of a reminder to the user, and the button.
 */
export function Remind({ ids, runName, kind }: { ids: RunIds; runName: string; kind: Sent }) {
  const [address] = useSearchParams();
  const query = useQuery(reminderPreviewQuery(ids, kind));
  const isReport = kind === 'report';
  const { would } = WORDS[kind];
  return (
    <section
      className="stack"
      aria-label={isReport ? `Tell those who gave to ${runName}` : `Remind who owes in ${runName}`}
    >
      <div className="button-row">
        <ButtonLink variant="link" to={messageViewLink(address, isReport ? 'report' : undefined)}>
          <Icon name="back" /> Back to the {isReport ? 'report' : 'run'}
        </ButtonLink>
      </div>
      <Loaded
        query={query}
        what={would}
        title={`We cannot say at the moment ${would}.`}
        loading={<SkeletonRows rows={4} label={`Counting ${would}`} />}
        on={{ 409: ({ detail }) => <EmptyState title={detail} /> }}
      >
        {(preview) => <Reminder ids={ids} runName={runName} kind={kind} preview={preview} />}
      </Loaded>
    </section>
  );
}

function Reminder({
  ids,
  runName,
  kind,
  preview,
}: {
  ids: RunIds;
  runName: string;
  kind: Sent;
  preview: ReminderPreview;
}) {
  const { would, many } = WORDS[kind];
  const isCountedByJob = preview.counted === null;
  const begun = useQuery({ ...reminderCountQuery(ids, kind), enabled: isCountedByJob });
  const followed = useQuery({ ...jobQuery(begun.data?._id ?? ''), enabled: begun.data !== undefined });
  const job = followed.data ?? begun.data;
  const counted = preview.counted ?? (job?.status === 'done' ? reminderCountOf(job.report ?? {}) : undefined);
  const failed = [begun, followed].find(({ error }) => error);
  return (
    <>
      {counted && <WhoGetsIt kind={kind} counted={counted} waitsUntil={preview.waitsUntil} />}
      {!counted && (
        <Card title="Who gets it">
          <p>{many}</p>
          {failed && (
            <ErrorPanel
              problem={asProblem(failed.error)}
              title={`We cannot say at the moment ${would}.`}
              onRetry={() => void failed.refetch()}
            />
          )}
          {!job && !failed && <SkeletonRows rows={3} label={`Counting ${would}`} />}
          {job && (isJobOpen(job) || job.status === 'failed') && (
            <JobDetails job={job} asOf={new Date(followed.dataUpdatedAt || begun.dataUpdatedAt)} />
          )}
        </Card>
      )}
      {kind === 'report' ? (
        <ReportText ids={ids} runName={runName} preview={preview} count={counted?.count} />
      ) : (
        <ReminderText ids={ids} preview={preview} count={counted?.count} />
      )}
    </>
  );
}

function WhoGetsIt({
  kind,
  counted: { count, sum, leftOut },
  waitsUntil,
}: { kind: Sent; counted: ReminderCount } & Pick<ReminderPreview, 'waitsUntil'>) {
  return (
    <Card title="Who gets it">
      <p className="fs-5">
        {count > 0
          ? filled(WORDS[kind].who, {
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
