import type { Member } from '@kinfold/domain/member';
import { sentAddressOf } from '@kinfold/domain/typed-address';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { session } from '../../lib/session.ts';
import { AddressFields, AddressOf, editedAddress } from '../../parts/member/address-fields.tsx';
import { saveOwnParts } from '../../queries/members.ts';
import { EditForm } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** The form for the address. */
export function AddressUpdateForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const client = useQueryClient();
  const done = (stored: Member) => {
    session.rememberMember(stored);
    onDone();
  };
  const edited = { ...editedAddress(member, done), saveLabel: 'Save my address' };
  const edit = useEditForm({
    schema: AddressOf,
    initial: edited.fieldsOf(member),
    draft: `address-update.${member._id}`,
    edited,
    send: ({ address }, { version }) =>
      saveOwnParts(client, { _id: member._id, version, address: sentAddressOf(address) }),
    onSent: done,
  });
  const countryCd = useWatch({ control: edit.form.control, name: 'address.countryCd' });
  return (
    <EditForm
      edit={edit}
      problem={(last) => (
        <ProblemNote
          {...last}
          title="Cannot update your address. Please verify your information and try again."
        >
          <p>Please correct what is marked below. What you typed is still here.</p>
        </ProblemNote>
      )}
    >
      <AddressFields field={(name) => edit.field(`address.${name}`)} countryCd={countryCd} />
      <SubmitButton busy={edit.isSubmitting} busyText="Saving">
        Save my address
      </SubmitButton>
    </EditForm>
  );
}
