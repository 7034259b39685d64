import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';

/** Shown instead of member data to a sign-in without a member: how to link it or become a member. */
export function LinkAccountOffer() {
  const { pathname, search } = useLocation();
  return (
    <Callout tone="info" title="How to see your dues and payments here">
      <p>
        Your sign-in is not connected with a member yet. Link your account with your last name, birth date and
        phone number. If that does not work, ask the office of your church or organization whether they have
        them right.
      </p>
      <p>
        Not a member yet? <Link to={paths.intakeForm.href()}>Ask to become a member</Link>: the office reads
        your request and answers you.
      </p>
      <p>
        Do you have the letter of a neighbor or a relative?{' '}
        <Link to={paths.payForSomebody.href()}>Pay for them</Link>.
      </p>
      <div className="button-row">
        <ButtonLink to={paths.linkAccount.href({ returnTo: `${pathname}${search}` })}>
          Link Account
        </ButtonLink>
      </div>
    </Callout>
  );
}

/** The same offer in one line, for staff without a member. */
export function LinkAccountHint() {
  const { pathname } = useLocation();
  return (
    <p className="muted">
      Are you a member too? <Link to={paths.linkAccount.href({ returnTo: pathname })}>Link your account</Link>{' '}
      to see what you are covered for and what is due.
    </p>
  );
}
