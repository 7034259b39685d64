import { IDLE_SECONDS } from '@kinfold/domain/constants';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { SignInForm } from '../../../features/sign-in/sign-in-form.tsx';
import { useSession } from '../../../lib/session.ts';
import { readSignedOut } from '../../../lib/signed-out.ts';
import { useNow } from '../../../lib/use-now.ts';
import { paths, safeReturnTo } from '../../../paths.ts';
import { Page } from '../../../ui/page.tsx';
import { signInRedirect } from '../../sign-in-redirect.ts';

const LEADS = {
  everywhere: 'You are signed out on every device. Sign in wherever you want to go on.',
  elsewhere:
    'Your session has ended on another device, or your password was changed. What was typed here has been removed. Sign in to go on.',
  away: `You were signed out because nothing happened for ${IDLE_SECONDS / 60} minutes. Sign in to go on; what you had typed is kept.`,
  deleted: 'Your sign-in is deleted.',
  ended: 'Your session has ended. Sign in to go on; what you had typed is kept.',
};
const GivenState = z.object({ email: z.string() });

/** Loads the code of the overview while the user types. */
function preloadOverview(): void {
  Promise.all([import('../../member-area.tsx'), import('../member/overview-page.tsx')]).catch(
    () => undefined,
  );
}

/** `/sign-in`; then redirects by `signInRedirect` (spec section 4). */
export function SignInPage() {
  const [query] = useSearchParams();
  const given = z.safeParse(GivenState, useLocation().state);
  const navigate = useNavigate();
  const session = useSession();
  const now = useNow();
  const [signedOut] = useState(readSignedOut);
  const [isTried, setTried] = useState(false);
  const returnTo = safeReturnTo(query.get('returnTo'));
  // A sign-in, here or in another tab, changes the session, which rerenders the page.
  if (session) return <Navigate to={signInRedirect(session, now, returnTo)} replace />;
  const isSentHere = returnTo !== undefined && returnTo !== paths.overview.path;
  return (
    <div className="page-narrow" onFocus={preloadOverview} onSubmitCapture={() => setTried(true)}>
      <Page
        title="Sign In"
        lead={
          isTried
            ? undefined
            : signedOut
              ? LEADS[signedOut.why]
              : isSentHere
                ? 'Please sign in to go on.'
                : undefined
        }
      >
        <SignInForm
          email={given.success ? given.data.email : (signedOut?.email ?? '')}
          onUnconfirmed={(email) => void navigate(paths.confirmEmail.href({ email, returnTo }))}
        />
        <ul className="facts targets justify-content-between">
          <li>
            <Link to={paths.forgotPassword.href()}>Forgot password?</Link>
          </li>
          <li>
            <Link to={paths.signUp.href()}>Create your account</Link>
          </li>
        </ul>
      </Page>
    </div>
  );
}
