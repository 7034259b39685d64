import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useParams } from 'react-router-dom';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { paths } from '../../paths.ts';
import { stopReminders } from '../../queries/messages.ts';
import { Callout } from '../../ui/callout.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

/** `/stop-reminders/:token`, the link at the end of a reminder: one press stops them, without a sign-in. */
export function StopRemindersPage() {
  const { token = '' } = useParams();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const stop = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await stopReminders(token);
      setDone(true);
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <div className="page-narrow">
      <Page
        title="Stop reminders"
        lead={
          isDone ? undefined : 'No reminders of dues by email any more. Receipts of your payments still come.'
        }
      >
        {problem && (
          <ProblemNote problem={problem}>
            <p>Nothing was changed. You can stop reminders in your profile, too.</p>
          </ProblemNote>
        )}
        {isDone ? (
          <Callout tone="ok" title="You get no more reminders by email" role="status">
            <p>
              Receipts still come. If you change your mind, have them sent again in{' '}
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
