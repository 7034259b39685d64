import { OwnPasswordForm } from '@kinfold/domain/password';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import { useSession } from '../../lib/session.ts';
import { NewPasswordFields } from '../../parts/new-password/new-password-fields.tsx';
import { changeOwnPassword } from '../../queries/identity.ts';
import { Card } from '../../ui/card.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Said } from '../../ui/said.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** The card of the profile for changing the password. */
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
  const edit = useEditForm({
    schema: OwnPasswordForm,
    initial: { oldPassword: '', password: '', confirmPassword: '' },
    send: ({ oldPassword, password }) => changeOwnPassword({ oldPassword, password }),
    onSent: onSaved,
    onClose,
  });
  const { form, field } = edit;
  const typed = useWatch({ control: form.control, name: 'password' });
  return (
    <EditDialog
      title="Change password"
      edit={edit}
      button="Change my password"
      busyText="Changing your password"
      problem={(last) => (
        <ProblemNote {...last} title="Your password is not changed">
          <p>{last.problem.detail}. What you typed is still here.</p>
        </ProblemNote>
      )}
    >
      {/* The user name, for password managers. */}
      <input type="hidden" autoComplete="username" value={email} />
      <PasswordField label="Old password" autoComplete="current-password" {...field('oldPassword')} />
      <NewPasswordFields
        label="New password"
        typed={typed}
        password={field('password', { deps: form.formState.isSubmitted ? ['confirmPassword'] : [] })}
        confirmPassword={field('confirmPassword')}
      />
    </EditDialog>
  );
}
