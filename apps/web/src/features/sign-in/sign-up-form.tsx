import { zodResolver } from '@hookform/resolvers/zod';
import { RegistrationForm } from '@kinfold/domain/password';
import { formatWait } from '@kinfold/domain/text';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { forgetDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { NewPasswordFields } from '../../parts/new-password/new-password-fields.tsx';
import { paths } from '../../paths.ts';
import { register as registerAccount } from '../../queries/identity.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ProblemNote, type Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { EmailField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useDraftNote } from '../../ui/use-keep-draft.tsx';

const DRAFT = 'sign-up';
const EMPTY = { email: '' };

/** The registration form. `given` is the address of an invitation; `onDone` gets the one that the code was sent to. */
export function SignUpForm({ given, onDone }: { given: string; onDone: (email: string) => void }) {
  const form = useForm({
    resolver: zodResolver(RegistrationForm),
    defaultValues: {
      ...(given ? { email: given } : readDraft(DRAFT, EMPTY)),
      password: '',
      confirmPassword: '',
    },
  });
  const { field, formProps, failure, isSubmitting } = useFormCall(form, async (values) => {
    await registerAccount(values);
    forgetDraft(DRAFT);
    onDone(values.email);
  });
  const [email, password, terms] = useWatch({
    control: form.control,
    name: ['email', 'password', 'terms'],
  });
  const draftNote = useDraftNote(DRAFT, EMPTY, () => form.setValue('email', ''));
  // The passwords are never stored.
  useEffect(() => {
    if (email !== form.formState.defaultValues?.email) writeDraft(DRAFT, { email });
  }, [email, form]);
  return (
    <form {...formProps}>
      {!given && draftNote}
      {failure && <SignUpProblem {...failure} />}
      <EmailField hint="We send a code to this address." {...field('email')} />
      <NewPasswordFields
        label="Password"
        typed={password}
        password={field('password', { deps: form.formState.isSubmitted ? ['confirmPassword'] : [] })}
        confirmPassword={field('confirmPassword')}
      />
      <div className="d-grid gap-2">
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
          {...form.register('terms')}
        />
        {!terms && <p className="form-text">Sign Up can be pressed once this box is ticked.</p>}
      </div>
      <SubmitButton busy={isSubmitting} busyText="Making your account" disabled={!terms}>
        Sign Up
      </SubmitButton>
    </form>
  );
}

function SignUpProblem(failure: Failure) {
  const { problem, attempt } = failure;
  if (problem.code === 'too_many_mails')
    return (
      <FormProblem title="We sent many codes to this address" attempt={attempt}>
        <p>
          <Link to={paths.confirmEmail.href()}>Confirm it with the newest code</Link>. If your password is not
          taken then, choose <Link to={paths.forgotPassword.href()}>Forgot password?</Link> Or sign up again
          in {formatWait(problem.retryAfter ?? 60)}.
        </p>
      </FormProblem>
    );
  if (problem.status !== 409) return <ProblemNote {...failure} />;
  return (
    <ProblemNote {...failure} title="This email address is already registered">
      <p>
        <Link to={paths.signIn.href()}>Sign in</Link> with it. If you do not remember the password, choose{' '}
        <Link to={paths.forgotPassword.href()}>Forgot password?</Link>
      </p>
    </ProblemNote>
  );
}
