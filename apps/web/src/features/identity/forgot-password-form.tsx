import { zodResolver } from '@hookform/resolvers/zod';
import { EmailForm } from '@kinfold/domain/identity';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import type { Problem } from '../../lib/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { forgotPassword } from './account-calls.ts';
import { showProblem } from './form-problems.ts';

const DRAFT = 'forgot-password';

/** Asks for a link to set a new password. `onSent` is told the address it went to. */
export function ForgotPasswordForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const form = useForm({ resolver: zodResolver(EmailForm), defaultValues: readDraft(DRAFT, { email }) });
  const [problem, setProblem] = useState<Problem>();
  const { register, handleSubmit, subscribe, formState } = form;
  useKeepDraft(DRAFT, subscribe);
  const { errors, isSubmitting, submitCount } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await forgotPassword(values.email);
      forgetDraft(DRAFT);
      onSent(values.email);
    } catch (error) {
      setProblem(showProblem(form, error));
    }
  });
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {problem && <ForgotProblem problem={problem} attempt={submitCount} />}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        error={errors.email?.message}
        errorHelp="Write it like name@example.com."
        required
        {...register('email')}
      />
      <SubmitButton busy={isSubmitting} busyText="Sending">
        Send the link
      </SubmitButton>
    </form>
  );
}

function ForgotProblem({ problem, attempt }: { problem: Problem; attempt: number }) {
  if (problem.status === 404)
    return (
      <ProblemNote problem={problem} attempt={attempt} title="This email is not registered or not confirmed">
        <p>
          Check it for typing errors. New here? <Link to={paths.signUp.href()}>Create your account</Link>.
          Signed up but never confirmed? <Link to={paths.confirmEmail.href()}>Confirm your email</Link>.
        </p>
      </ProblemNote>
    );
  return <ProblemNote problem={problem} attempt={attempt} />;
}
