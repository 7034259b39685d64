import { Member } from '@kinfold/domain/member';
import { PhoneForm } from '@kinfold/domain/member-edit';
import { formatTypedPhone, isValidPhone, storedPhone } from '@kinfold/domain/phone';
import { useQueryClient } from '@tanstack/react-query';
import { saveOwnParts } from '../../queries/members.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

export const phoneDraft = (memberId: string) => `phone.${memberId}`;

const fieldsOf = ({ phones: [first] }: Member) => ({ phoneNbr: formatTypedPhone(first?.phoneNbr ?? '') });

/** The dialog 'Update Phone' (rules.md "Oddities of the spec"): changes the first number and keeps the others. */
export function PhoneDialog({
  member,
  onClose,
  onSaved,
}: {
  member: Member;
  onClose: () => void;
  onSaved: () => void;
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: PhoneForm,
    initial: fieldsOf(member),
    draft: phoneDraft(member._id),
    edited: {
      document: member,
      schema: Member,
      fieldsOf,
      labels: { phoneNbr: 'Phone number' },
      onTaken: onClose,
    },
    send: ({ phoneNbr }, { version, document }) => {
      // Drops invalid numbers, because the server would refuse the request.
      const kept = document.phones.slice(1).filter((other) => isValidPhone(other.phoneNbr));
      const phones = [{ phoneNbr: storedPhone(phoneNbr) }, ...kept];
      return saveOwnParts(client, { _id: member._id, version, phones });
    },
    onSent: onSaved,
    onClose,
  });
  return (
    <EditDialog
      title="Update Phone"
      edit={edit}
      problem={(last) => (
        <ProblemNote {...last} title="Your phone number is not saved">
          <p>{last.problem.detail} What you typed is still here; please try again.</p>
        </ProblemNote>
      )}
    >
      <PhoneField
        label="Phone number"
        hint="Ten digits, with the area code"
        autoComplete="tel-national"
        errorHelp="Type ten digits, for example (301) 555-0142."
        {...edit.field('phoneNbr')}
      />
    </EditDialog>
  );
}
