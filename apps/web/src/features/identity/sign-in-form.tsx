import { zodResolver } from '@hookform/resolvers/zod';
import { SIGN_IN_FAILED, SignInForm as SignInSchema } from '@kinfold/domain/identity';
import { useState, type ChangeEvent } from 'react';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { signIn } from './identity-queries.ts';

const DRAFT = 'sign-in';

/**
 * Email and password. A success shows itself: the session changes. `onUnconfirmed` is told the address whose
 * password was right but that was never confirmed.
 */
export function SignInForm({
  email,
  onUnconfirmed,
}: {
  /** What to begin with, as after confirming it. */
  email: string;
  onUnconfirmed: (email: string) => void;
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(SignInSchema),
    // The password is never kept.
    defaultValues: { username: email || readDraft(DRAFT, { username: '' }).username, password: '' },
  });
  const [problem, setProblem] = useState<Problem>();
  const { errors, submitCount, isSubmitting } = formState;
  const submit = handleSubmit(async (form) => {
    setProblem(undefined);
    try {
      await signIn(form);
      forgetDraft(DRAFT);
    } catch (error) {
      const failed = asProblem(error);
      if (failed.code === 'email_not_verified') onUnconfirmed(form.username);
      else setProblem(failed);
    }
  });
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {problem && <SignInProblem problem={problem} attempt={submitCount} />}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        error={errors.username?.message}
        errorHelp="Write it like name@example.com."
        required
        {...register('username', {
          onChange: (event: ChangeEvent<HTMLInputElement>) =>
            writeDraft(DRAFT, { username: event.target.value }),
        })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        required
        {...register('password')}
      />
      <SubmitButton busy={isSubmitting} busyText="Signing in">
        Sign In
      </SubmitButton>
    </form>
  );
}

function SignInProblem({ problem, attempt }: { problem: Problem; attempt: number }) {
  if (problem.status === 401)
    return (
      <ProblemNote problem={problem} attempt={attempt} title={SIGN_IN_FAILED}>
        <p>Check both for typing errors. Capital and small letters in the password are different.</p>
      </ProblemNote>
    );
  return <ProblemNote problem={problem} attempt={attempt} />;
}
