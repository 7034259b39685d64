import { RESET_REDIRECT_MS } from '@kinfold/domain/constants';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { ResetPasswordForm } from '../../../features/password-reset/reset-password-form.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Page } from '../../../ui/page.tsx';
import { useRedirect } from '../../use-redirect.ts';

const CodeState = z.object({ code: z.string() });

/**
 * Returns the code of the link in the e-mail. It moves the code from the URL, which others can see and browsers store,
 * to the history state, which survives a reload.
 */
function useCode(): string | undefined {
  const given = useSearchParams()[0].get('code');
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (given) void navigate(paths.resetPassword.href(), { replace: true, state: { code: given } });
  }, [given, navigate]);
  return given ?? CodeState.safeParse(state).data?.code;
}

/** `/reset-password`: sets a new password, with the link in the e-mail (query `code`). */
export function ResetPasswordPage() {
  const code = useCode();
  const [changedFor, setChangedFor] = useState<string>();
  const isDone = changedFor !== undefined;
  const known = isDone ? { email: changedFor } : undefined;
  useRedirect(isDone ? paths.signIn.href() : undefined, RESET_REDIRECT_MS, known);
  if (!code)
    return (
      <div className="page-narrow">
        <Page
          title="Reset Password"
          lead="This address is not complete. Open the link in our mail, or ask for a new one."
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
