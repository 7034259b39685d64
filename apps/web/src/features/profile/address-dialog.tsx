import { zodResolver } from '@hookform/resolvers/zod';
import { AddressForm } from '@kinfold/domain/address';
import type { Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import { AddressFields, addressOf } from '../../parts/address-fields.tsx';
import { updateMember } from '../../queries/members.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

export const addressDraft = (memberId: string) => `address.${memberId}`;

/** The dialog 'Update Address'. */
export function AddressDialog({
  member,
  onClose,
  onSaved,
}: {
  member: Member;
  onClose: () => void;
  onSaved: () => void;
}) {
  const client = useQueryClient();
  const draft = addressDraft(member._id);
  const form = useForm({
    resolver: zodResolver(AddressForm),
    defaultValues: readDraft(draft, addressOf(member)),
  });
  useKeepDraft(draft, form.subscribe);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (address) => {
    await updateMember(client, member._id, { address });
    forgetDraft(draft);
    onSaved();
  });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title="Update Address" onClose={cancel}>
      <form {...formProps}>
        {failure && (
          <ProblemNote
            {...failure}
            title="Cannot update your address. Please verify your information and try again."
          >
            <p>{failure.problem.detail} What you typed is still here.</p>
          </ProblemNote>
        )}
        <AddressFields field={field} />
        <DialogButtons isBusy={isSubmitting} onCancel={cancel} />
      </form>
    </Dialog>
  );
}
