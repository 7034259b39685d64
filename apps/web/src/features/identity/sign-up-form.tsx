import { zodResolver } from '@hookform/resolvers/zod';
import { RegistrationForm } from '@kinfold/domain/identity';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { forgetDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import type { Problem } from '../../lib/problem.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { register as registerAccount } from './account-calls.ts';
import { showProblem } from './form-problems.ts';
import { PasswordChecklist } from './password-checklist.tsx';

const DRAFT = 'sign-up';

/** Email, password twice and the terms. `onDone` is told the address that the code was mailed to. */
export function SignUpForm({ onDone }: { onDone: (email: string) => void }) {
  const form = useForm({
    resolver: zodResolver(RegistrationForm),
    defaultValues: { ...readDraft(DRAFT, { email: '' }), password: '', confirmPassword: '' },
  });
  const [problem, setProblem] = useState<Problem>();
  const { register, handleSubmit, control, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const [email, password, terms] = useWatch({ control, name: ['email', 'password', 'terms'] });
  // The passwords are never kept.
  useEffect(() => writeDraft(DRAFT, { email }), [email]);

  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await registerAccount(values);
      forgetDraft(DRAFT);
      onDone(values.email);
    } catch (error) {
      setProblem(showProblem(form, error));
    }
  });
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {problem && <SignUpProblem problem={problem} attempt={submitCount} />}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        hint="We send a code to this address."
        error={errors.email?.message}
        errorHelp="Write it like name@example.com."
        required
        {...register('email')}
      />
      <div className="stack-tight">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          error={errors.password?.message}
          required
          {...register('password', { deps: formState.isSubmitted ? ['confirmPassword'] : [] })}
        />
        <PasswordChecklist password={password} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        errorHelp="Type the same password in both fields; Show lets you compare them."
        required
        {...register('confirmPassword')}
      />
      <div className="stack-tight">
        <Checkbox
          label={
            <>
              I am 18 or older and accept the{' '}
              <Link to={paths.terms.href()} target="_blank">
                Terms<span className="visually-hidden"> (opens in a new tab)</span>
              </Link>
            </>
          }
          aria-required
          {...register('terms')}
        />
        {!terms && <p className="field-hint">Sign Up can be pressed once this box is ticked.</p>}
      </div>
      <SubmitButton busy={isSubmitting} busyText="Making your account" disabled={!terms}>
        Sign Up
      </SubmitButton>
    </form>
  );
}

function SignUpProblem({ problem, attempt }: { problem: Problem; attempt: number }) {
  if (problem.status === 409)
    return (
      <ProblemNote problem={problem} attempt={attempt} title="This email address is already registered">
        <p>
          <Link to={paths.signIn.href()}>Sign in</Link> with it. If you do not remember the password, choose{' '}
          <Link to={paths.forgotPassword.href()}>Forgot password?</Link>
        </p>
      </ProblemNote>
    );
  return <ProblemNote problem={problem} attempt={attempt} />;
}
