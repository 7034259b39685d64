import { zodResolver } from '@hookform/resolvers/zod';
import { AddressForm } from '@kinfold/domain/address';
import type { Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import { session } from '../../lib/session.ts';
import { AddressFields, addressOf } from '../../parts/address-fields.tsx';
import { updateMember } from '../../queries/members.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/** The form for the address. */
export function AddressUpdateForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const client = useQueryClient();
  const draft = `address-update.${member._id}`;
  const form = useForm({
    resolver: zodResolver(AddressForm),
    defaultValues: readDraft(draft, addressOf(member)),
  });
  useKeepDraft(draft, form.subscribe);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (address) => {
    const updated = await updateMember(client, member._id, { address });
    forgetDraft(draft);
    session.rememberMember(updated);
    onDone();
  });
  return (
    <form {...formProps}>
      {failure && (
        <ProblemNote
          {...failure}
          title="Cannot update your address. Please verify your information and try again."
        >
          <p>Look for what is marked below. What you typed is still here.</p>
        </ProblemNote>
      )}
      <AddressFields field={field} />
      <SubmitButton busy={isSubmitting} busyText="Saving">
        Save my address
      </SubmitButton>
    </form>
  );
}
