import { RegistrationForm } from '@kinfold/domain/password';
import { formatWait } from '@kinfold/domain/text';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { NewPasswordFields } from '../../parts/new-password/new-password-fields.tsx';
import { paths } from '../../paths.ts';
import { register as registerAccount } from '../../queries/identity.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ProblemNote, type Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { EmailField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const UNKEPT = ['password', 'confirmPassword', 'terms'] as const;

/**
 * The registration form. `given` is the address of an invitation; `onDone` gets the address that the code was sent to.
 */
export function SignUpForm({ given, onDone }: { given: string; onDone: (email: string) => void }) {
  const edit = useEditForm({
    schema: RegistrationForm,
    initial: { email: given, password: '', confirmPassword: '' } as RegistrationForm,
    draft: given ? undefined : 'sign-up',
    unkept: UNKEPT,
    send: registerAccount,
    onSent: (_answer, { email }) => onDone(email),
  });
  const { form, field } = edit;
  const [password, terms] = useWatch({ control: form.control, name: ['password', 'terms'] });
  return (
    <EditForm edit={edit} problem={(last) => <SignUpProblem {...last} />}>
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
      <SubmitButton busy={edit.isSubmitting} busyText="Making your account" disabled={!terms}>
        Sign Up
      </SubmitButton>
    </EditForm>
  );
}

function SignUpProblem(failure: Failure) {
  const { problem, attempt } = failure;
  if (problem.code === 'too_many_mails')
    return (
      <FormProblem title="We sent many codes to this address" attempt={attempt}>
        <p>
          <Link to={paths.confirmEmail.href()}>Confirm it with the newest code</Link>. If your password is not
          accepted then, choose <Link to={paths.forgotPassword.href()}>Forgot password?</Link> Or sign up
          again in {formatWait(problem.retryAfter ?? 60)}.
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
      <p>
        If you share this mailbox with your husband, wife or somebody else, one sign-in serves you both: ask
        your church or organization to link your account to it.
      </p>
    </ProblemNote>
  );
}
