import type { Member } from '@kinfold/domain/member';
import { sentAddressOf } from '@kinfold/domain/typed-address';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { AddressFields, AddressOf, editedAddress } from '../../parts/member/address-fields.tsx';
import { saveOwnParts } from '../../queries/members.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

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
  const edited = editedAddress(member, onClose);
  const edit = useEditForm({
    schema: AddressOf,
    initial: edited.fieldsOf(member),
    draft: addressDraft(member._id),
    edited,
    send: ({ address }, { version }) =>
      saveOwnParts(client, { _id: member._id, version, address: sentAddressOf(address) }),
    onSent: onSaved,
    onClose,
  });
  const countryCd = useWatch({ control: edit.form.control, name: 'address.countryCd' });
  return (
    <EditDialog
      title="Update Address"
      edit={edit}
      problem={(last) => (
        <ProblemNote
          {...last}
          title="Cannot update your address. Please verify your information and try again."
        >
          <p>{last.problem.detail} What you typed is still here.</p>
        </ProblemNote>
      )}
    >
      <AddressFields field={(name) => edit.field(`address.${name}`)} countryCd={countryCd} />
    </EditDialog>
  );
}
