import type { ReminderPreview } from '@kinfold/domain/message';
import { pluralOf } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { RunIds } from '../../queries/campaign-runs.ts';
import { refreshAll } from '../../queries/change.ts';
import { beginReport } from '../../queries/messages.ts';
import { AmountLines } from '../../ui/amount-table.tsx';
import { Card } from '../../ui/card.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useCall } from '../../ui/use-call.ts';
import { messageViewLink } from './message-view.ts';

/** What those who gave are told, and the button that sends it to all, once. */
export function ReportText({
  ids,
  runName,
  preview: { subject, text, lines = [], memorials = [] },
  count,
}: {
  ids: RunIds;
  runName: string;
  preview: ReminderPreview;
  /** The number of recipients; undefined while they are counted. */
  count: number | undefined;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  // It may have been sent meanwhile, or the figures have changed.
  const { isBusy, failure, call } = useCall(({ status }) => {
    if (status === 409) void refreshAll(client);
  });
  const send = () =>
    call(async () => {
      await beginReport(client, ids, { lines });
      await navigate(messageViewLink(query, 'report'));
    });
  const [title, ...paragraphs] = [subject, ...text.split('\n\n')].map((part) =>
    part.replaceAll('[Run]', runName),
  );
  return (
    <Card title="What it says">
      <h3>{title}</h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {memorials.map((words) => (
        <blockquote key={words}>{words}</blockquote>
      ))}
      <AmountLines
        label="What it came to"
        lines={lines.map(({ label, amount }) => [label, amount] as const)}
      />
      <p>It is sent once. Who gets no mail can be given the page to print.</p>
      {failure && (
        <ProblemNote {...failure}>
          <p>Nobody was told by this press.</p>
        </ProblemNote>
      )}
      <div className="button-row">
        <Button aria-busy={isBusy || undefined} disabled={!count} onClick={() => void send()}>
          {count === undefined
            ? 'Tell them when they are counted'
            : pluralOf(count, 'Tell # person', 'Tell # people')}
        </Button>
      </div>
    </Card>
  );
}
