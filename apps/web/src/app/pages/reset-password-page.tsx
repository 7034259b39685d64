import { RESET_REDIRECT_MS } from '@kinfold/domain/constants';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ResetPasswordForm } from '../../features/identity/reset-password-form.tsx';
import { useRedirect } from '../../features/identity/use-redirect.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../paths.ts';

/** `/reset-password`: a new password, by the link of the mail (query `code`). */
export function ResetPasswordPage() {
  const code = useSearchParams()[0].get('code');
  const [changedFor, setChangedFor] = useState<string>();
  const isDone = changedFor !== undefined;
  const known = isDone ? { email: changedFor } : undefined;
  useRedirect(isDone ? paths.signIn.href() : undefined, RESET_REDIRECT_MS, known);
  if (!code)
    return (
      <div className="page-narrow">
        <Page
          title="Reset Password"
          lead="This address is not complete. Open the link of our mail, or ask for a new one."
        >
          <div className="button-row">
            <ButtonLink to={paths.forgotPassword.href()}>Ask for a new link</ButtonLink>
          </div>
        </Page>
      </div>
    );
  return (
    <div className="page-narrow">
      <Page title="Reset Password">
        {isDone ? (
          <Callout tone="ok" title="Your password has been changed" role="status">
            <p>
              For your safety you were signed out everywhere. In {RESET_REDIRECT_MS / 1000} seconds the
              sign-in page opens, or{' '}
              <Link to={paths.signIn.href()} state={known}>
                go to Sign In now
              </Link>
              .
            </p>
          </Callout>
        ) : (
          <ResetPasswordForm code={code} onDone={setChangedFor} />
        )}
      </Page>
    </div>
  );
}
