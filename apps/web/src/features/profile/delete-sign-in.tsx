import { DeleteSignInForm } from '@kinfold/domain/erasure';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useSession } from '../../lib/session.ts';
import { deleteSignIn } from '../../queries/identity.ts';
import { Card } from '../../ui/card.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** The card of the profile for deleting one's own sign-in. */
export function DeleteSignIn() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete your sign-in">
      <p>
        You can no longer sign in then. Your memberships and what you paid stay with your community: to have
        these erased too, ask its office.
      </p>
      <div className="button-row">
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete my sign-in
        </Button>
      </div>
      {isOpen && <DeleteDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const email = useSession()?.email;
  const edit = useEditForm({
    schema: DeleteSignInForm,
    initial: { password: '' },
    // This ends the session, which leaves the page.
    send: deleteSignIn,
    onClose,
  });
  return (
    <EditDialog
      title="Delete your sign-in?"
      edit={edit}
      button="Delete my sign-in"
      busyText="Deleting"
      problem={(last) => (
        <ProblemNote {...last} title="Your sign-in is not deleted">
          <p>{last.problem.detail}</p>
        </ProblemNote>
      )}
    >
      <p className="break-anywhere">
        {email} is signed out everywhere and deleted, with its roles and saved cards. Dues that are paid by
        themselves are no longer paid. It cannot be undone. You can sign up again later.
      </p>
      {/* The user name, for password managers. */}
      <input type="hidden" autoComplete="username" value={email} />
      <PasswordField label="Your password" autoComplete="current-password" {...edit.field('password')} />
    </EditDialog>
  );
}
