import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useLoaderData, useParams } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { fetchStopLink, stopByLink } from '../../../queries/autopay.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Page } from '../../../ui/page.tsx';
import { ProblemNote } from '../../../ui/problem-note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { linkLoader, type FoundLink } from './autopay-link.ts';
import { LinkProblem } from './link-problem.tsx';

/** What the link of the address stops; opening it stops nothing. */
export const loadStopLink = linkLoader(fetchStopLink);

/** `/stop-autopay/:token`, the link in a mail, to stop autopay with one press, without a sign-in. */
export function StopAutopayPage() {
  const { token = '' } = useParams();
  const { link, problem } = useLoaderData<FoundLink>();
  const [isDone, setDone] = useState(false);
  const { isBusy, failure, call } = useCall();
  const stop = () =>
    call(async () => {
      await stopByLink(token);
      setDone(true);
    });
  return (
    <div className="page-narrow">
      <Page title="Stop paying by itself">
        {failure && (
          <ProblemNote {...failure}>
            <p>Nothing was changed. Please try again, or sign in and stop it there.</p>
          </ProblemNote>
        )}
        {problem && (
          <LinkProblem problem={problem} title="We cannot stop it at the moment.">
            You can see and stop everything that is paid by itself{' '}
            <Link to={paths.autopay.href()}>once you are signed in</Link>.
          </LinkProblem>
        )}
        {link && (isDone || link.isStopped) && (
          <Callout tone="ok" title="It has stopped" role="status">
            <p>
              {link.campaignName} is no longer paid by itself. Your dues stay open until you pay them. To turn
              it on again, <Link to={paths.autopay.href()}>sign in</Link>.
            </p>
          </Callout>
        )}
        {link && !isDone && !link.isStopped && (
          <>
            <p>
              Your dues of {link.campaignName} are paid with your saved card by themselves. Press the button,
              and nothing more is taken from your card.
            </p>
            <div className="button-row">
              <Button aria-busy={isBusy || undefined} onClick={() => void stop()}>
                Stop it
              </Button>
            </div>
          </>
        )}
      </Page>
    </div>
  );
}
