import { Link } from 'react-router-dom';
import { useSession } from '../../lib/session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Page } from '../../ui/page.tsx';

/** `/`: the start page. */
export function LandingPage() {
  const session = useSession();
  return (
    <Page
      title="Kinfold"
      heading="Welcome to Kinfold"
      lead="Kinfold has managed private fundraising initiatives since 2001. Churches and communities use it to stand by a family when someone dies, and to collect for what they decide together."
    >
      <div className="stack">
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
        <section className="stack-tight" aria-labelledby="what">
          <h2 id="what">What you can do here</h2>
          <ul className="plain-list">
            <li>See whether you and your family are covered by your funeral fund.</li>
            <li>See what is due, until when, and what it is for.</li>
            <li>Pay by card, for yourself and for relatives you look after, and keep the receipt.</li>
          </ul>
        </section>
        {!session && (
          <p className="muted">
            New here? Sign up with your email address. If the office of your church or organization knows you,
            your name, birth date and phone number lead you to your account.
          </p>
        )}
        <p className="muted">
          Not a member yet? Read{' '}
          <Link to={paths.public.href()}>what a funeral fund is and how to belong</Link>, or{' '}
          <Link to={paths.intakeForm.href()}>ask to become a member</Link>.
        </p>
      </div>
    </Page>
  );
}
