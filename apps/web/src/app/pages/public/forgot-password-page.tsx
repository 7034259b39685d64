import { CODE_MAILS_PER_HOUR, RESET_CODE_HOURS } from '@kinfold/domain/constants';
import { countOf } from '@kinfold/domain/text';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { ForgotPasswordForm } from '../../../features/password-reset/forgot-password-form.tsx';
import { paths } from '../../../paths.ts';
import { Page } from '../../../ui/page.tsx';

/** `/forgot-password`, then a check-your-email screen whose Resend leads back to the form. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  return (
    <div className="page-narrow">
      {isSent ? (
        <Page
          key="sent"
          title="Check your email"
          lead={
            <>
              We sent a link to <strong className="break-anywhere">{email}</strong>. Follow it to set a new
              password.
            </>
          }
        >
          <p>
            The link works once, for {countOf(RESET_CODE_HOURS, 'hour', 'hours')}. The mail can take a few
            minutes; look in the spam folder too. We send at most {CODE_MAILS_PER_HOUR} mails an hour: use the
            newest one.
          </p>
          <div className="button-row">
            <Button variant="outline-primary" onClick={() => setSent(false)}>
              Resend
            </Button>
          </div>
        </Page>
      ) : (
        <Page
          key="form"
          title="Forgot Password"
          lead="Enter the email address of your account, and we will send you a link to set a new password."
        >
          <ForgotPasswordForm
            onSent={(address) => {
              setEmail(address);
              setSent(true);
            }}
          />
        </Page>
      )}
      <p className="targets mt-4">
        <Link to={paths.signIn.href()}>Back to Sign In</Link>
      </p>
    </div>
  );
}
