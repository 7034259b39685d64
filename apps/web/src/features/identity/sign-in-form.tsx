import { zodResolver } from '@hookform/resolvers/zod';
import { SIGN_IN_FAILED, SignInForm as SignInSchema } from '@kinfold/domain/identity';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { signIn } from './identity-queries.ts';

/** Email and password. A success shows itself: the session changes. */
export function SignInForm() {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(SignInSchema),
    defaultValues: { username: '', password: '' },
  });
  const [problem, setProblem] = useState<Problem>();
  const { errors, submitCount, isSubmitting } = formState;
  const submit = handleSubmit(async (form) => {
    setProblem(undefined);
    await signIn(form).catch((error: unknown) => setProblem(asProblem(error)));
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
        required
        {...register('username')}
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
  if (problem.code === 'email_not_verified')
    return (
      <FormProblem title="Your email address is not confirmed yet" attempt={attempt}>
        <p>
          Open the mail we sent you when your account was made and follow its link, then sign in here. If you
          cannot find it, look in the spam folder or ask your organization's office.
        </p>
      </FormProblem>
    );
  if (problem.status === 429)
    return (
      <FormProblem title="There were too many tries" attempt={attempt}>
        <p>
          To keep your account safe, please wait {waitText(problem.retryAfter)} and then try again. What you
          typed is still here.
        </p>
      </FormProblem>
    );
  if (problem.status === 401)
    return (
      <FormProblem title={SIGN_IN_FAILED} attempt={attempt}>
        <p>Check both for typing errors. Capital and small letters in the password are different.</p>
      </FormProblem>
    );
  return (
    <FormProblem title={problem.detail} attempt={attempt}>
      <p>You are not signed in. What you typed is still here; please try again.</p>
    </FormProblem>
  );
}

function waitText(seconds = 60): string {
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'one minute' : `${minutes} minutes`;
}
