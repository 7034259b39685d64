import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { stopReminders } from '../../../queries/messages.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Page } from '../../../ui/page.tsx';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { useCall } from '../../../ui/use-call.ts';

/** `/stop-reminders/:token`, the link at the end of a reminder, to stop reminders with one press, without a sign-in. */
export function StopRemindersPage() {
  const { token = '' } = useParams();
  const [isDone, setDone] = useState(false);
  const { isBusy, failure, call } = useCall();
  const stop = () =>
    call(async () => {
      await stopReminders(token);
      setDone(true);
    });
  return (
    <div className="page-narrow">
      <Page
        title="Stop reminders"
        lead={
          isDone
            ? undefined
            : 'This stops reminders of dues by email; open dues may still come by letter. You still get receipts for your payments.'
        }
      >
        {failure && (
          <ProblemNote {...failure}>
            <p>Nothing was changed. You can stop reminders in your profile, too.</p>
          </ProblemNote>
        )}
        {isDone ? (
          <Callout tone="ok" title="You get no more reminders by email" role="status">
            <p>
              You still get receipts. If you change your mind, turn reminders on again in{' '}
              <Link to={paths.profile.href()}>your profile</Link>.
            </p>
          </Callout>
        ) : (
          <div className="button-row">
            <Button aria-busy={isBusy || undefined} onClick={() => void stop()}>
              Stop reminders
            </Button>
          </div>
        )}
      </Page>
    </div>
  );
}
