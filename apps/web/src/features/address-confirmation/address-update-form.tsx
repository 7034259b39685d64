import { zodResolver } from '@hookform/resolvers/zod';
import { AddressForm } from '@kinfold/domain/address';
import type { Member } from '@kinfold/domain/member';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { session } from '../../lib/session.ts';
import { AddressFields, addressOf, storedAddress } from '../../parts/member/address-fields.tsx';
import { MemberUpdateProblem, useMemberUpdate } from '../../parts/changed-meanwhile.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';

/** The form for the address. */
export function AddressUpdateForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const { save, conflict } = useMemberUpdate(member);
  const draft = `address-update.${member._id}`;
  const first = addressOf(member);
  const form = useForm({
    resolver: zodResolver(AddressForm),
    defaultValues: readDraft(draft, first),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (address) => {
    const updated = await save({ address });
    forgetDraft(draft);
    session.rememberMember(updated);
    onDone();
  });
  const takeStored = () => {
    forgetDraft(draft);
    if (conflict) session.rememberMember(conflict.current);
    onDone();
  };
  return (
    <form {...formProps}>
      {draftNote}
      <MemberUpdateProblem
        failure={failure}
        conflict={conflict}
        stored={storedAddress}
        saveLabel="Save my address"
        onTakeStored={takeStored}
        title="Cannot update your address. Please verify your information and try again."
      >
        <p>Look for what is marked below. What you typed is still here.</p>
      </MemberUpdateProblem>
      <AddressFields field={field} />
      <SubmitButton busy={isSubmitting} busyText="Saving">
        Save my address
      </SubmitButton>
    </form>
  );
}
