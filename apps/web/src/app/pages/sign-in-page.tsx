import { Navigate, useSearchParams } from 'react-router-dom';
import { SignInForm } from '../../features/identity/sign-in-form.tsx';
import { http } from '../../lib/http.ts';
import { useSession } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { paths, safeReturnTo } from '../paths.ts';

/** While somebody types, the code for the call and for the next page is on its way. */
function warmUp(): void {
  http.warmUp();
  Promise.all([import('../member-area.tsx'), import('./overview-page.tsx')]).catch(() => undefined);
}

/** `/sign-in`; afterwards back to where one came from, or to the overview. */
export function SignInPage() {
  const [query] = useSearchParams();
  const session = useSession();
  const returnTo = safeReturnTo(query.get('returnTo'));
  const target = returnTo ?? paths.overview.href();
  // Signing in, here or in another tab, changes the session and leads on.
  if (session) return <Navigate to={target} replace />;
  return (
    <div className="page-narrow" onFocus={warmUp}>
      <Page
        title="Sign In"
        lead={returnTo && returnTo !== paths.overview.path ? 'Please sign in to go on.' : undefined}
      >
        <SignInForm />
        <p className="muted">
          No sign-in yet, or password forgotten? Ask the office of your church or organization.
        </p>
      </Page>
    </div>
  );
}
