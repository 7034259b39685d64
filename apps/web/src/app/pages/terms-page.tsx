import { MINIMUM_AGE } from '@kinfold/domain/constants';
import { Page } from '../../ui/page.tsx';
import { GOVERNING_STATE } from '../legal.ts';

/** `/terms` (spec section 1). */
export function TermsPage() {
  return (
    <Page title="Terms">
      <div className="prose">
        <p>
          Kinfold lets members of churches and communities see and pay what they owe to the funds they belong
          to. By signing in you agree to these terms.
        </p>
        <h2>Who may use it</h2>
        <p>
          You must be {MINIMUM_AGE} or older to have a sign-in. Keep your password to yourself; what is done
          with your sign-in counts as done by you, so tell your organization at once when you think someone
          else knows it.
        </p>
        <h2>Payments</h2>
        <p>
          Before you pay you see the amount, the processing fee and their total, and you are charged exactly
          that total. Your dues go to the organization that runs the fund; which dues there are, whom a fund
          covers and whether something is paid back is decided by its rules, so ask its office about them.
        </p>
        <h2>Law</h2>
        <p>
          These terms are governed by the law of the State of {GOVERNING_STATE}, United States of America.
        </p>
      </div>
    </Page>
  );
}
