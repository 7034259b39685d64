import { EmailForm } from '@kinfold/domain/identity';
import { Link } from 'react-router-dom';
import { readDraft } from '../../lib/form-draft.ts';
import { EMAIL_DRAFT } from '../../parts/member/email-draft.ts';
import { paths } from '../../paths.ts';
import { forgotPassword } from '../../queries/identity.ts';
import { ProblemNote, type Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { EmailField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useStoreDraft } from '../../ui/use-keep-draft.tsx';

/** Requests a link to reset the password. `onSent` gets the address. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, formProps, field, failure, isSubmitting } = useFormCall({
    schema: EmailForm,
    initial: readDraft(EMAIL_DRAFT, { email: '' }),
    send: async ({ email }) => {
      await forgotPassword(email);
      onSent(email);
    },
  });
  // An address typed for signing in is not announced as a draft.
  useStoreDraft(EMAIL_DRAFT, form.subscribe);
  return (
    <form {...formProps}>
      {failure && <ForgotProblem {...failure} email={form.getValues('email')} />}
      <EmailField {...field('email')} />
      <SubmitButton busy={isSubmitting} busyText="Sending">
        Send the link
      </SubmitButton>
    </form>
  );
}

function ForgotProblem({ email, ...failure }: Failure & { email: string }) {
  if (failure.problem.status !== 404) return <ProblemNote {...failure} />;
  return (
    <ProblemNote {...failure} title="This email is not registered or not confirmed">
      <p>
        Check it for typing errors. New here? <Link to={paths.signUp.href()}>Create your account</Link>.
        Signed up but never confirmed? <Link to={paths.confirmEmail.href({ email })}>Confirm your email</Link>
        .
      </p>
    </ProblemNote>
  );
}
