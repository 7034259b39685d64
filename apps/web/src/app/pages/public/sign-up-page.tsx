import { REGISTER_REDIRECT_MS } from '@kinfold/domain/constants';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { SignUpForm } from '../../../features/sign-in/sign-up-form.tsx';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../../paths.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Page } from '../../../ui/page.tsx';
import { useRedirect } from '../../use-redirect.ts';

/** `/sign-up`: registration, which leads on to confirming the e-mail. */
export function SignUpPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const [email, setEmail] = useState<string>();
  const next = email === undefined ? undefined : paths.confirmEmail.href({ email });
  useRedirect(next, REGISTER_REDIRECT_MS);
  if (session) return <Navigate to={paths.overview.href()} replace />;
  return (
    <div className="page-narrow">
      <Page title="Create your account">
        {next === undefined ? (
          <>
            <SignUpForm given={query.get('email') ?? ''} onDone={setEmail} />
            <p className="targets mt-4">
              Do you have an account already? <Link to={paths.signIn.href()}>Sign In</Link>
            </p>
          </>
        ) : (
          <Callout tone="ok" title="Your account has been created" role="status">
            <p>
              We sent a code to <strong className="break-anywhere">{email}</strong>. In a moment you can enter
              it; or <Link to={next}>go on now</Link>.
            </p>
          </Callout>
        )}
      </Page>
    </div>
  );
}
