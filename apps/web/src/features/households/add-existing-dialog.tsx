import { zodResolver } from '@hookform/resolvers/zod';
import type { Household } from '@kinfold/domain/household';
import { RELATIONSHIPS, type Member } from '@kinfold/domain/member';
import { MemberForm } from '@kinfold/domain/member-edit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { asProblem } from '../../lib/problem.ts';
import type { Done } from '../../parts/undoable.tsx';
import { addPreviewQuery, addToHousehold } from '../../queries/households.ts';
import { memberQuery } from '../../queries/members.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import { MemberChoice, NOBODY_CHOSEN } from './member-choice.tsx';
import { Sentences } from './sentences.tsx';

/** The sent values, and the name and birth date of the chosen member for display. */
const AddExistingForm = z.object({
  member_id: z.string().check(z.minLength(1, 'Member Id is required')),
  relationship: z.pipe(z.string(), MemberForm.shape.relationship),
  name: z.string(),
  birthDt: z.string(),
});
const EMPTY = { ...NOBODY_CHOSEN, relationship: '' };

/** Where what is chosen for a household is kept. */
export const addExistingDraft = (householdId: string) => `household.${householdId}`;

/** 'Add existing': a member who lives elsewhere comes into this household; what that changes is said before. */
export function AddExistingDialog({
  member,
  household: { _id: household_id, version, primaryMemberId },
  onClose,
  onAdded,
}: {
  member: Member;
  household: Household;
  onClose: () => void;
  onAdded: (done: Done) => void;
}) {
  const client = useQueryClient();
  const draft = addExistingDraft(household_id);
  const form = useForm({ resolver: zodResolver(AddExistingForm), defaultValues: readDraft(draft, EMPTY) });
  const draftNote = useKeepDraft(draft, form, EMPTY);
  const { formProps, field, failure, isSubmitting } = useFormCall(
    form,
    async ({ member_id, relationship, name }) => {
      const before = await client.ensureQueryData(memberQuery(member_id));
      await addToHousehold(client, primaryMemberId, { member_id, household_id, relationship, version });
      forgetDraft(draft);
      const back = { member_id, household_id: before.household_id, relationship: before.relationship };
      onAdded({
        text: `${name} lives in this household now.`,
        undo: () => addToHousehold(client, member_id, back as typeof back & { relationship: 'Child' }),
      });
    },
  );
  const [member_id, relationship] = useWatch({ control: form.control, name: ['member_id', 'relationship'] });
  const asked = MemberForm.shape.relationship.safeParse(relationship).data;
  const preview = useQuery({
    ...addPreviewQuery(member._id, { member_id, household_id, ...(asked && { relationship: asked }) }),
    enabled: member_id !== '' && asked !== undefined,
  });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title="Add existing member" onClose={cancel}>
      <FormProvider {...form}>
        <form {...formProps}>
          {draftNote}
          {failure && (
            <ProblemNote {...failure}>
              <p>Nothing was changed. Choose somebody else, or press Cancel.</p>
            </ProblemNote>
          )}
          <MemberChoice organizationNumber={member.organizationNumber} />
          <SelectField label="Relationship" {...field('relationship')}>
            <option value="">Choose a relationship</option>
            {RELATIONSHIPS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          {preview.data && <Sentences sentences={preview.data.sentences} />}
          {preview.error && !failure && <p className="field-error">{asProblem(preview.error).detail}</p>}
          <DialogButtons isBusy={isSubmitting} busyText="Adding" onCancel={cancel}>
            Add to household
          </DialogButtons>
        </form>
      </FormProvider>
    </Dialog>
  );
}
