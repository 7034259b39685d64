import { zodResolver } from '@hookform/resolvers/zod';
import { Password } from '@kinfold/domain/identity';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '../../app/paths.ts';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { changePassword } from './account-calls.ts';
import { PasswordChecklist } from './password-checklist.tsx';

const NewPassword = z.object({ password: Password, confirmPassword: z.string() }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    error: 'Password does not match',
    path: ['confirmPassword'],
  }),
);

/** A new password, twice, with the code of the mail's link. */
export function ResetPasswordForm({ code, onDone }: { code: string; onDone: () => void }) {
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(NewPassword),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const [problem, setProblem] = useState<Problem>();
  const { errors, isSubmitting, isSubmitted, submitCount } = formState;
  const submit = handleSubmit(async ({ password }) => {
    setProblem(undefined);
    await changePassword({ code, password }).then(onDone, (error: unknown) => setProblem(asProblem(error)));
  });
  const typed = useWatch({ control, name: 'password' });
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {problem && (
        <ProblemNote
          problem={problem}
          attempt={submitCount}
          title="Something went wrong. Your password hasn't been changed"
        >
          <p>
            The link of the mail works once, for one hour.{' '}
            <Link to={paths.forgotPassword.href()}>Ask for a new link</Link> and use the newest mail.
          </p>
        </ProblemNote>
      )}
      <div className="stack-tight">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          error={errors.password?.message}
          required
          {...register('password', { deps: isSubmitted ? ['confirmPassword'] : [] })}
        />
        <PasswordChecklist password={typed} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        errorHelp="Type the same password in both fields; Show lets you compare them."
        required
        {...register('confirmPassword')}
      />
      <SubmitButton busy={isSubmitting} busyText="Changing your password">
        Change Password
      </SubmitButton>
    </form>
  );
}
