import { CONFIRM_CODE_HOURS, IDLE_GRACE_SECONDS, IDLE_SECONDS, MINIMUM_AGE } from '@kinfold/domain/constants';
import { portal } from '../../../lib/portal.ts';
import { WhoRunsIt } from '../../../features/landing/who-runs-it.tsx';
import { Page } from '../../../ui/page.tsx';

/** `/terms` (spec section 1): what this software does and what its users agree to. */
export function TermsPage() {
  const { name, jurisdiction, terms } = portal();
  return (
    <Page title="Terms">
      <div className="prose">
        <p>
          {name} lets members of churches, small organizations and communities see and pay what they owe to
          the funds and fundraisers they belong to. By creating an account or signing in you agree to these
          terms.
        </p>
        <h2>Who may use it</h2>
        <p>
          You must be {MINIMUM_AGE} or older. An account is for one person. It shows a member's data only
          after it has been linked with that member, by last name, birth date and phone number or by the
          office of the organization; link only yourself.
        </p>
        <h2>Your account</h2>
        <ul>
          <li>
            You confirm your email address with a code that is good for {CONFIRM_CODE_HOURS} hours. Until then
            you cannot sign in.
          </li>
          <li>
            Keep your password to yourself. What is done with your sign-in counts as done by you, so change
            the password and tell your organization when you think someone else knows it. A changed password
            ends every sign-in on every device.
          </li>
          <li>
            After {IDLE_SECONDS / 60} minutes without use the site asks whether you are still there, and signs
            you out {IDLE_GRACE_SECONDS} seconds later.
          </li>
          <li>Keep your address and phone number right; the site asks about your address now and then.</li>
        </ul>
        <h2>Funds and cover</h2>
        <p>
          The organization that runs a fund decides its rules: who may join, whom it covers, what each
          person's share is, when a collection opens and what a family receives. What the site says under 'Am
          I covered?' is worked out from those rules and from what has been paid, as of that day. It is
          information, not a policy of insurance and not a promise by {name}. If it seems wrong, ask the
          office of your organization; its records and rules decide.
        </p>
        <h2>Payments</h2>
        <ul>
          <li>
            Before you pay you see the amount, the processing fee and their total. You are charged exactly
            that total, or nothing.
          </li>
          <li>
            The processing fee is 1.25 % of the amount and $0.48. It covers what card payments cost and is
            paid with the amount.
          </li>
          <li>
            A part payment goes to your oldest open dues first. What each of them gets is shown before you pay
            and on the receipt.
          </li>
          <li>
            You may pay for yourself and for accounts that the office has linked with yours. Paying for
            someone else gives you no claim against their fund.
          </li>
          <li>
            Your money goes to the organization that runs the fund. Whether something is paid back is decided
            by it; ask its office.
          </li>
          <li>
            A receipt is sent to you by email, and you can save or print it, and a statement for each year.
          </li>
        </ul>
        <h2>What you may not do</h2>
        <p>
          Do not use another person's sign-in or card without their permission, do not try to see accounts
          that are neither yours nor linked with yours, and do not disrupt the site or test its defenses
          without permission. Attempts to sign in and to enter codes are counted, and refused for a while if
          there are too many.
        </p>
        <h2>The site itself</h2>
        <p>
          We look after the site with care, but it may be out of reach at times, and it is offered as it is. A
          payment is made when you see or receive its receipt; when the answer to a payment is lost, the site
          looks up its outcome and does not charge it twice. As far as the law allows, {name} is not liable
          for damage that comes from the site being out of reach or from wrong data given by an organization
          or a member.
        </p>
        <h2>Ending it</h2>
        <p>
          You may stop using your account whenever you like; the office of your organization closes it when
          you ask. Your membership and what you owe are matters between you and your organization and do not
          end with the account. An account that is misused may be closed.
        </p>
        <h2>Changes and law</h2>
        <p>
          When these terms change, the new ones are shown here and apply to what you do afterwards. They are
          governed by the law of {jurisdiction}.
        </p>
        <WhoRunsIt />
        {terms.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Page>
  );
}
