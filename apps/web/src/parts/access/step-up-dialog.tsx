import { StepUpForm } from '@kinfold/domain/step-up';
import { useSession } from '../../lib/session.ts';
import { endStepUp } from '../../lib/step-up.ts';
import { confirmPassword } from '../../queries/step-up.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** Asks for the password again, before money moves. */
export function StepUpDialog() {
  const email = useSession()?.email;
  const edit = useEditForm({
    schema: StepUpForm,
    initial: { password: '' },
    send: confirmPassword,
    onSent: () => endStepUp(true),
    onClose: () => endStepUp(false),
  });
  return (
    <EditDialog title="Is it you?" edit={edit} button="Continue" failed="Nothing was done yet">
      <p className="break-anywhere">
        You signed in a while ago as {email}. Before money moves, type your password again. What you entered
        is kept.
      </p>
      {/* The user name, for password managers. */}
      <input type="hidden" autoComplete="username" value={email} />
      <PasswordField label="Your password" autoComplete="current-password" {...edit.field('password')} />
    </EditDialog>
  );
}
