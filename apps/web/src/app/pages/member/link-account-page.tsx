import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { LinkAccountForm } from '../../../features/account-linking/link-account-form.tsx';
import { useSession } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { paths, safeReturnTo } from '../../../paths.ts';
import { Page } from '../../../ui/page.tsx';
import { homePath, signInRedirect } from '../../sign-in-redirect.ts';

/** `/link-account`: links a sign-in to its member, then continues as after sign-in. */
export function LinkAccountPage() {
  const session = useSession();
  const now = useNow();
  const returnTo = safeReturnTo(useSearchParams()[0].get('returnTo'));
  if (!session) return null;
  if (session.memberId !== null) return <Navigate to={signInRedirect(session, now, returnTo)} replace />;
  return (
    <div className="page-narrow">
      <Page
        title="Link Account"
        lead="We find your membership by three things that your church or organization knows about you."
      >
        <LinkAccountForm />
        <p>
          Not a member of a church or organization here yet? Read{' '}
          <Link to={paths.public.href()}>how to belong</Link>, or{' '}
          <Link to={paths.intakeForm.href()}>ask to become a member</Link>: the office reads your request and
          answers you.
        </p>
        <p className="targets mt-4">
          In a hurry? <Link to={returnTo ?? homePath(session)}>Go on without linking</Link>
        </p>
      </Page>
    </div>
  );
}
