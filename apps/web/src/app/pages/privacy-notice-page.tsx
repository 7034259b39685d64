import { MINIMUM_AGE } from '@kinfold/domain/constants';
import { Page } from '../../ui/page.tsx';

/** `/privacy-notice` (spec section 1). */
export function PrivacyNoticePage() {
  return (
    <Page title="Privacy Notice">
      <div className="prose">
        <h2>What is kept</h2>
        <p>
          Your email address, a scrambled form of your password, and what your organization keeps about its
          members: name, birth date, address, phone, household, memberships, dues and payments.
        </p>
        <h2>Cards</h2>
        <p>
          Card data is not stored here. A card payment provider takes your card number directly from your
          browser; we get back a reference, the kind of card, its last four digits and its expiration date.
        </p>
        <h2>Who sees it</h2>
        <p>
          You, the staff of your organization who need it for their work, and members whose household is
          linked with yours. No personal data is shared with anyone else, sold, or used for advertising.
        </p>
        <h2>Children</h2>
        <p>
          Nobody under {MINIMUM_AGE} can have a sign-in, and we keep no data on children under {MINIMUM_AGE}{' '}
          beyond what a household's primary member or the organization enters so that they are covered: name,
          birth date and relationship.
        </p>
        <h2>In your browser</h2>
        <p>
          While you are signed in, your browser keeps your sign-in, your first name and your email address.
          Logging out removes them. There are no advertising or tracking cookies.
        </p>
      </div>
    </Page>
  );
}
