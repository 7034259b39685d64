import {
  DEVICE_DAYS,
  IDLE_SECONDS,
  LETTER_YEARS,
  MINIMUM_AGE,
  RESET_CODE_HOURS,
  SESSION_HOURS,
  USER_TOKEN_SECONDS,
} from '@kinfold/domain/constants';
import { ERASED_PERSON } from '@kinfold/domain/erasure';
import { portal } from '../../../lib/portal.ts';
import { WhoRunsIt } from '../../../features/landing/who-runs-it.tsx';
import { Page } from '../../../ui/page.tsx';

/** `/privacy-notice` (spec section 1): what this software stores, why, and who sees it. */
export function PrivacyNoticePage() {
  const { name, privacy } = portal();
  return (
    <Page title="Privacy Notice">
      <div className="prose">
        <p>This notice says what {name} keeps about you, why, who can see it, and what it never does.</p>
        <h2>What is kept</h2>
        <ul>
          <li>
            <strong>Your account:</strong> your email address and a scrambled form of your password, from
            which the password cannot be read.
          </li>
          <li>
            <strong>Your membership:</strong> what your organization keeps about its members: name, birth
            date, address, phone numbers, household and relationships, memberships, and the member number.
          </li>
          <li>
            <strong>Dues and payments:</strong> what was collected, what was paid, when, by which kind of card
            and its last four digits, and the receipts.
          </li>
          <li>
            <strong>Requests to join:</strong> what you write when you ask to become a member: the names, the
            birth date, a phone number or an email address for the answer, and your church or organization.
            The office decides on them.
          </li>
          <li>
            <strong>For safety:</strong> records of requests to the server, attempts to sign in (counted by
            network address), and errors of the site. They hold no passwords and no card numbers.
          </li>
          <li>
            <strong>Against the misuse of cards:</strong> with each payment and each attempt, the network
            address that it came from, scrambled, and a mark by which the card payment provider recognizes the
            same card. The card number cannot be read from that mark. Declined attempts are counted for a day.
          </li>
          <li>
            <strong>Against strangers using your account:</strong> which browsers have signed in to it, each
            by a random mark.
          </li>
        </ul>
        <h2>Cards</h2>
        <p>
          Card data is not stored here. A card payment provider is used: your card number, its expiration date
          and its code go from your browser directly to the provider and never to us. We get back a reference,
          the kind of card, its last four digits and its expiration date. When you keep a card under Payment
          Cards, the provider keeps it for you until you remove it there.
        </p>
        <h2>What it is used for</h2>
        <p>
          To show you your account, to collect and record what is due, to remind you of dues that are open and
          of cover that would end (by mail, by letter or by a call of your office), to send you receipts and
          the mails that you ask for (confirming your email address, a new password), to tell you that your
          password or your link with a member has changed, to answer your request to join, to warn you when
          somebody tries to link to your membership or too many cards were declined under your account, and to
          find and fix errors. Nothing else.
        </p>
        <h2>Who sees it</h2>
        <ul>
          <li>You.</li>
          <li>Staff of your organization who need it for their work there, by the role they were given.</li>
          <li>
            Members whose household the office has linked with yours: they see your name, your fundraisers,
            your dues and whether you are covered, and can pay for you.
          </li>
          <li>
            The person who pays for your cover in a fund: your household's primary member sees that you are
            covered, and pays for you.
          </li>
          <li>The card payment provider sees what it needs to make a payment.</li>
          <li>The mail server that delivers our mails, and the people who run this site and its backups.</li>
        </ul>
        <p>
          No personal data is shared with anybody else. None is sold, and none is used for advertising. There
          is no tracking by others on this site.
        </p>
        <h2>Children</h2>
        <p>
          Nobody under {MINIMUM_AGE} can have an account, and we keep no data on children under {MINIMUM_AGE}{' '}
          beyond what a household's primary member or the organization enters so that they are covered: name,
          birth date and relationship.
        </p>
        <h2>In your browser</h2>
        <p>
          We set one cookie when you sign in: a random mark that tells this browser from strangers who try
          your password, kept for {DEVICE_DAYS} days and used for nothing else. The card payment provider may
          set its own, against fraud, where its card fields are shown. While you are signed in, your browser's
          storage keeps your sign-in, your name, your member id and your email address; logging out, or{' '}
          {IDLE_SECONDS / 60} minutes without use, removes them. So that nothing you type is lost, what you
          typed into a form is kept in its browser tab until you send it or close the tab, and a payment that
          you have prepared is kept until it is made. Card numbers and passwords are never kept.
        </p>
        <h2>How long</h2>
        <p>
          A sign-in that nobody uses ends after {USER_TOKEN_SECONDS / 60} minutes and every sign-in after{' '}
          {SESSION_HOURS} hours; a link for a new password is good for {RESET_CODE_HOURS * 60} minutes.
          Payments and receipts stay for as long as your organization has to account for them. The rest stays
          while you are a member, unless it has a term: a request to join is deleted a year after it was
          answered, what the card payment provider reports of a payment after 90 days, the record of sign-ins
          and password changes after 180 days, what a letter of cover said after {LETTER_YEARS} years, and
          your address in a list of letters after 30 days.
        </p>
        <h2>Being erased</h2>
        <p>
          When you leave, the office can erase you, once nothing is owed and you pay for nobody any more. Your
          name, birth date, address, phone numbers and email addresses are then removed from every place where
          they are kept, and so are your sign-in and your saved cards. Payments stay with their amounts and
          days, the member number and what staff wrote in their own words stay, and the history says “
          {ERASED_PERSON}”. Backups that were made before keep you until they are deleted. You can delete your
          sign-in alone in your profile.
        </p>
        <h2>Your rights</h2>
        <p>
          You see most of what is kept under your overview and your profile, where you change your address and
          phone number and remove cards. For a copy of the rest, a correction, or to be erased, ask the office
          of your organization; its contacts are listed under My organization.
        </p>
        <WhoRunsIt />
        {privacy.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Page>
  );
}
