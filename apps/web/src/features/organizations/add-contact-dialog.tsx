import { zodResolver } from '@hookform/resolvers/zod';
import type { FoundMember } from '@kinfold/domain/member';
import { isMinor } from '@kinfold/domain/coming-of-age';
import { CONTACT_TITLES, ContactForm, type Contact } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useController, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { date, dayOf } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { addContact } from '../../queries/organizations.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import { MemberField } from '../../parts/member/member-field.tsx';

/** The sent values, and the name and birth date of the chosen member for display. */
const AddContactForm = z.extend(ContactForm, {
  title: z.pipe(z.string(), ContactForm.shape.title),
  name: z.string(),
  birthDt: z.string(),
});
const EMPTY = { member_id: '', name: '', birthDt: '', title: '' };

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
  const draft = `contact.${organizationNumber}`;
  const form = useForm({
    resolver: zodResolver(AddContactForm),
    defaultValues: readDraft(draft, EMPTY),
  });
  const draftNote = useKeepDraft(draft, form, EMPTY);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (contact) => {
    const added = await addContact(client, organizationNumber, contact);
    forgetDraft(draft);
    onAdded(added);
  });
  const member = useController({ control: form.control, name: 'member_id' });
  const [name, birthDt] = useWatch({ control: form.control, name: ['name', 'birthDt'] });
  const setMember = (shown: { name: string; birthDt: string }, id: string) => {
    form.setValue('name', shown.name);
    form.setValue('birthDt', shown.birthDt);
    member.field.onChange(id);
  };
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title="Add Contact" onClose={cancel}>
      <form {...formProps}>
        {draftNote}
        {failure && (
          <ProblemNote {...failure}>
            <p>Nothing was changed. Choose somebody else or another title, or press Cancel.</p>
          </ProblemNote>
        )}
        <MemberField
          organizationNumber={organizationNumber}
          offers={({ birthDt: born, deceasedDt }) => !deceasedDt && !isMinor({ birthDt: born }, today)}
          text={name}
          onText={(text) => setMember({ name: text, birthDt: '' }, '')}
          chosen={member.field.value && `Born ${date(birthDt || null)}`}
          onChoose={(found: FoundMember) =>
            setMember({ name: `${found.firstNm} ${found.lastNm}`, birthDt: found.birthDt ?? '' }, found.id)
          }
          error={member.fieldState.error?.message}
          inputRef={member.field.ref}
        />
        <SelectField label="Title" {...field('title')}>
          <option value="">Choose a title</option>
          {CONTACT_TITLES.map((title) => (
            <option key={title}>{title}</option>
          ))}
        </SelectField>
        <DialogButtons isBusy={isSubmitting} busyText="Adding" onCancel={cancel}>
          Add contact
        </DialogButtons>
      </form>
    </Dialog>
  );
}
