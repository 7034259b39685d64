import { isMinor } from '@kinfold/domain/coming-of-age';
import { CONTACT_TITLES, ContactForm, type Contact } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { dayOf } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { addContact } from '../../queries/organizations.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { MemberChoice, NOBODY_CHOSEN } from '../../parts/member/member-choice.tsx';

/** The sent values, and the name and birth date of the chosen member for display. */
const AddContactForm = z.extend(ContactForm, {
  title: z.pipe(z.string(), ContactForm.shape.title),
  name: z.string(),
  birthDt: z.string(),
});

/** 'Add Contact': a member of the organization and a title (spec section 5). */
export function AddContactDialog({
  organizationNumber,
  onClose,
  onAdded,
}: {
  organizationNumber: string;
  onClose: () => void;
  onAdded: (contact: Contact) => void;
}) {
  const client = useQueryClient();
  const today = dayOf(useNow());
  const edit = useEditForm({
    schema: AddContactForm,
    initial: { ...NOBODY_CHOSEN, title: '' },
    draft: `contact.${organizationNumber}`,
    send: (contact) => addContact(client, organizationNumber, contact),
    onSent: onAdded,
    onClose,
  });
  return (
    <EditDialog
      title="Add Contact"
      edit={edit}
      button="Add contact"
      busyText="Adding"
      problem={(last) => (
        <ProblemNote {...last}>
          <p>Nothing was changed. Choose somebody else or another title, or press Cancel.</p>
        </ProblemNote>
      )}
    >
      <MemberChoice
        organizationNumber={organizationNumber}
        findsIds={false}
        offers={({ birthDt: born, deceasedDt }) => !deceasedDt && !isMinor({ birthDt: born }, today)}
      />
      <SelectField label="Title" {...edit.field('title')}>
        <option value="">Choose a title</option>
        {CONTACT_TITLES.map((title) => (
          <option key={title}>{title}</option>
        ))}
      </SelectField>
    </EditDialog>
  );
}
