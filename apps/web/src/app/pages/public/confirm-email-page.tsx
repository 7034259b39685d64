import { CONFIRM_REDIRECT_MS } from '@kinfold/domain/constants';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ConfirmEmailForm } from '../../../features/sign-in/confirm-email-form.tsx';
import { paths, safeReturnTo } from '../../../paths.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Page } from '../../../ui/page.tsx';
import { useRedirect } from '../../use-redirect.ts';

/** `/confirm-email`: with the link in the e-mail (query `email` and `code`) or by typing the code. */
export function ConfirmEmailPage() {
  const [query] = useSearchParams();
  const [given] = useState(() => ({ email: query.get('email') ?? '', code: query.get('code') ?? '' }));
  const [confirmed, setConfirmed] = useState<string>();
  const isDone = confirmed !== undefined;
  const signIn = paths.signIn.href({ returnTo: safeReturnTo(query.get('returnTo')) });
  const known = { email: confirmed ?? given.email };
  useRedirect(isDone ? signIn : undefined, CONFIRM_REDIRECT_MS, known);
  return (
    <div className="page-narrow">
      <Page
        title="Confirm Your Email"
        lead={
          isDone ? undefined : 'So that nobody else uses your address, enter the code that we mailed to it.'
        }
      >
        {isDone ? (
          <Callout tone="ok" title="Your email address is confirmed" role="status">
            <p>
              You can{' '}
              <Link to={signIn} state={known}>
                sign in
              </Link>{' '}
              now.
            </p>
          </Callout>
        ) : (
          <>
            <ConfirmEmailForm given={given} onDone={setConfirmed} />
            <p className="targets mt-4">
              Confirmed already?{' '}
              <Link to={signIn} state={known}>
                Sign In
              </Link>
            </p>
          </>
        )}
      </Page>
    </div>
  );
}
