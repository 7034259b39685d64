import { zodResolver } from '@hookform/resolvers/zod';
import { AddressForm } from '@kinfold/domain/address';
import type { Member } from '@kinfold/domain/member';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { AddressFields, addressOf, storedAddress } from '../../parts/member/address-fields.tsx';
import { MemberUpdateProblem, useMemberUpdate } from '../../parts/changed-meanwhile.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';

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
  const { save, conflict } = useMemberUpdate(member);
  const draft = addressDraft(member._id);
  const first = addressOf(member);
  const form = useForm({
    resolver: zodResolver(AddressForm),
    defaultValues: readDraft(draft, first),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (address) => {
    await save({ address });
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
        {draftNote}
        <MemberUpdateProblem
          failure={failure}
          conflict={conflict}
          stored={storedAddress}
          saveLabel="Save"
          onTakeStored={cancel}
          title="Cannot update your address. Please verify your information and try again."
        >
          <p>{failure?.problem.detail} What you typed is still here.</p>
        </MemberUpdateProblem>
        <AddressFields field={field} />
        <DialogButtons isBusy={isSubmitting} onCancel={cancel} />
      </form>
    </Dialog>
  );
}
