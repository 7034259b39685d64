import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Example } from '../../../features/landing/example.tsx';
import { portal } from '../../../lib/portal.ts';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Page } from '../../../ui/page.tsx';

const KINFOLD = 'Kinfold';

// Below what members come for.
const ForOffices = lazy(() =>
  import('../../../features/landing/for-offices.tsx').then((module) => ({ default: module.ForOffices })),
);

/** `/`: the start page. */
export function LandingPage() {
  const session = useSession();
  const { name, landing } = portal();
  return (
    <Page title={name} heading={`Welcome to ${name}`}>
      <div className="landing">
        <div className="stack">
          <div className="landing-text">{landing && <p>{landing}</p>}</div>
          <div className="button-row">
            {session ? (
              <ButtonLink to={paths.overview.href()}>Go to your overview</ButtonLink>
            ) : (
              <>
                <ButtonLink to={paths.signIn.href()}>Sign In</ButtonLink>
                <ButtonLink variant="outline-primary" to={paths.signUp.href()}>
                  Register
                </ButtonLink>
              </>
            )}
          </div>
          <div className="landing-text">
            <p>
              In a funeral fund everybody pays small dues, so that the family is supported when someone dies.
            </p>
            <p>
              Here you see whether you and your family are covered, pay what is due by card, and keep the
              receipt.
            </p>
          </div>
          <p className="muted">
            Not a member yet? Read{' '}
            <Link to={paths.public.href()}>what a funeral fund is and how to belong</Link>, or{' '}
            <Link to={paths.intakeForm.href()}>ask to become a member</Link>.
          </p>
        </div>
        <Example />
      </div>
      {/* A portal of one's own is not where others look for software. */}
      {name === KINFOLD && !session && (
        <Suspense fallback={null}>
          <ForOffices />
        </Suspense>
      )}
    </Page>
  );
}
