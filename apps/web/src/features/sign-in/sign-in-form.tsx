import { SIGN_IN_FAILED, SignInForm as SignInSchema } from '@kinfold/domain/identity';
import type { ChangeEvent } from 'react';
import { forgetDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { asProblem } from '../../lib/problem.ts';
import { EMAIL_DRAFT } from '../../parts/member/email-draft.ts';
import { signIn } from '../../queries/identity.ts';
import { ProblemNote, type Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { EmailField, PasswordField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/**
 * The sign-in form; on success the session changes. `onUnconfirmed` gets the e-mail if the password was right but the
 * address is not confirmed.
 */
export function SignInForm({
  email,
  onUnconfirmed,
}: {
  /** The initial e-mail. */
  email: string;
  onUnconfirmed: (email: string) => void;
}) {
  const { formProps, field, failure, isSubmitting } = useFormCall({
    schema: SignInSchema,
    // The password is never stored.
    initial: { username: email || readDraft(EMAIL_DRAFT, { email: '' }).email, password: '' },
    send: async (values) => {
      try {
        await signIn(values);
        forgetDraft(EMAIL_DRAFT);
      } catch (error) {
        if (asProblem(error).code !== 'email_not_verified') throw error;
        onUnconfirmed(values.username);
      }
    },
  });
  const username = field('username');
  return (
    <form {...formProps}>
      {failure && <SignInProblem {...failure} />}
      <EmailField
        {...username}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          writeDraft(EMAIL_DRAFT, { email: event.target.value });
          void username.onChange(event);
        }}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        errorHelp="It is the one that you chose for this site. If it is lost, choose Forgot password? below."
        {...field('password')}
      />
      <SubmitButton busy={isSubmitting} busyText="Signing in">
        Sign In
      </SubmitButton>
    </form>
  );
}

function SignInProblem(failure: Failure) {
  // Another attempt fails too.
  if (failure.problem.code === 'sign_in_ended') return <ProblemNote {...failure}>{null}</ProblemNote>;
  if (failure.problem.status !== 401) return <ProblemNote {...failure} />;
  return (
    <ProblemNote {...failure} title={SIGN_IN_FAILED}>
      <p>Check both for typing errors. Capital and small letters in the password are different.</p>
    </ProblemNote>
  );
}
