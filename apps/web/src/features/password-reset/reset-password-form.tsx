import { NewPasswordForm } from '@kinfold/domain/password';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { NewPasswordFields } from '../../parts/new-password/new-password-fields.tsx';
import { paths } from '../../paths.ts';
import { changePassword } from '../../queries/identity.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/** The form for a new password, with the code of the link. `onDone` gets the e-mail of the account. */
export function ResetPasswordForm({ code, onDone }: { code: string; onDone: (email: string) => void }) {
  const { form, formProps, field, failure, isSubmitting } = useFormCall({
    schema: NewPasswordForm,
    initial: { password: '', confirmPassword: '' },
    send: async ({ password }) => onDone(await changePassword({ code, password })),
  });
  const typed = useWatch({ control: form.control, name: 'password' });
  return (
    <form {...formProps}>
      {failure && (
        <ProblemNote {...failure} title="Something went wrong. Your password hasn't been changed">
          <p>
            The link in the mail works once, for one hour.{' '}
            <Link to={paths.forgotPassword.href()}>Ask for a new link</Link> and use the newest mail.
          </p>
          <p>
            If you have just set one with this link, it may have worked: try to{' '}
            <Link to={paths.signIn.href()}>sign in</Link> with it.
          </p>
        </ProblemNote>
      )}
      <NewPasswordFields
        label="New password"
        typed={typed}
        password={field('password', { deps: form.formState.isSubmitted ? ['confirmPassword'] : [] })}
        confirmPassword={field('confirmPassword')}
      />
      <SubmitButton busy={isSubmitting} busyText="Changing your password">
        Change Password
      </SubmitButton>
    </form>
  );
}
