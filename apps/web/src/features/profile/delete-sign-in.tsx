import { zodResolver } from '@hookform/resolvers/zod';
import { DeleteSignInForm } from '@kinfold/domain/erasure';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useForm } from 'react-hook-form';
import { useSession } from '../../lib/session.ts';
import { deleteSignIn } from '../../queries/identity.ts';
import { Card } from '../../ui/card.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/** The card of the profile where the owner of a sign-in deletes it. */
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
  const form = useForm({ resolver: zodResolver(DeleteSignInForm), defaultValues: { password: '' } });
  // Ends the session, which leaves this page.
  const { formProps, field, failure, isSubmitting } = useFormCall(form, deleteSignIn);
  return (
    <Dialog title="Delete your sign-in?" onClose={onClose}>
      <form {...formProps}>
        {failure && (
          <ProblemNote {...failure} title="Your sign-in is not deleted">
            <p>{failure.problem.detail}</p>
          </ProblemNote>
        )}
        <p className="break-anywhere">
          {email} is signed out everywhere and deleted, with its roles. It cannot be undone. You can sign up
          again later.
        </p>
        {/* For password managers: whose password it is. */}
        <input type="hidden" autoComplete="username" value={email} />
        <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
        <DialogButtons isBusy={isSubmitting} busyText="Deleting" onCancel={onClose}>
          Delete my sign-in
        </DialogButtons>
      </form>
    </Dialog>
  );
}
