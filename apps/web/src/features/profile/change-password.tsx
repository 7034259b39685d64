import { zodResolver } from '@hookform/resolvers/zod';
import { OwnPasswordForm } from '@kinfold/domain/password';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useForm, useWatch } from 'react-hook-form';
import { useSession } from '../../lib/session.ts';
import { NewPasswordFields } from '../../parts/new-password/new-password-fields.tsx';
import { changeOwnPassword } from '../../queries/identity.ts';
import { Card } from '../../ui/card.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Said } from '../../ui/said.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/** The card of the profile where the password is changed. */
export function ChangePassword() {
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState('');
  return (
    <Card title="Your password">
      <p>You need your old password. When it is changed, your other devices are signed out.</p>
      <div className="button-row">
        <Button
          variant="outline-primary"
          onClick={() => {
            setSaved('');
            setOpen(true);
          }}
        >
          Change password
        </Button>
      </div>
      <Said>{saved}</Said>
      {isOpen && (
        <ChangePasswordDialog
          onClose={() => setOpen(false)}
          onSaved={() => {
            setSaved('Your password is changed. Your other devices are signed out.');
            setOpen(false);
          }}
        />
      )}
    </Card>
  );
}

function ChangePasswordDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const email = useSession()?.email;
  const form = useForm({
    resolver: zodResolver(OwnPasswordForm),
    defaultValues: { oldPassword: '', password: '', confirmPassword: '' },
  });
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async ({ oldPassword, password }) => {
    await changeOwnPassword({ oldPassword, password });
    onSaved();
  });
  const typed = useWatch({ control: form.control, name: 'password' });
  return (
    <Dialog title="Change password" onClose={onClose}>
      <form {...formProps}>
        {failure && (
          <ProblemNote {...failure} title="Your password is not changed">
            <p>{failure.problem.detail}. What you typed is still here.</p>
          </ProblemNote>
        )}
        {/* For password managers: whose password it is. */}
        <input type="hidden" autoComplete="username" value={email} />
        <PasswordField label="Old password" autoComplete="current-password" {...field('oldPassword')} />
        <NewPasswordFields
          label="New password"
          typed={typed}
          password={field('password', { deps: form.formState.isSubmitted ? ['confirmPassword'] : [] })}
          confirmPassword={field('confirmPassword')}
        />
        <DialogButtons isBusy={isSubmitting} busyText="Changing your password" onCancel={onClose}>
          Change my password
        </DialogButtons>
      </form>
    </Dialog>
  );
}
