import type { Household } from '@kinfold/domain/household';
import { RELATIONSHIPS, type Member } from '@kinfold/domain/member';
import { MemberForm } from '@kinfold/domain/member-edit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { asProblem } from '../../lib/problem.ts';
import type { Done } from '../../parts/undoable.tsx';
import { addPreviewQuery, addToHousehold } from '../../queries/households.ts';
import { memberQuery } from '../../queries/members.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { chosenMember, MemberChoice, NOBODY_CHOSEN } from '../../parts/member/member-choice.tsx';
import { Sentences } from './sentences.tsx';

const AddExistingForm = z.extend(chosenMember(), {
  relationship: z.pipe(z.string(), MemberForm.shape.relationship),
});

/** The name of the draft of a household. */
export const addExistingDraft = (householdId: string) => `household.${householdId}`;

/** 'Add existing': moves a member who lives elsewhere into this household, after a preview of the changes. */
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
  const edit = useEditForm({
    schema: AddExistingForm,
    initial: { ...NOBODY_CHOSEN, relationship: '' },
    draft: addExistingDraft(household_id),
    send: async ({ member_id, relationship, name }): Promise<Done> => {
      const before = await client.ensureQueryData(memberQuery(member_id));
      await addToHousehold(client, primaryMemberId, { member_id, household_id, relationship, version });
      const back = { member_id, household_id: before.household_id, relationship: before.relationship };
      return {
        text: `${name} lives in this household now.`,
        undo: () => addToHousehold(client, member_id, back as typeof back & { relationship: 'Child' }),
      };
    },
    onSent: onAdded,
    onClose,
  });
  const { control } = edit.form;
  const [member_id, relationship] = useWatch({ control, name: ['member_id', 'relationship'] });
  const asked = MemberForm.shape.relationship.safeParse(relationship).data;
  const preview = useQuery({
    ...addPreviewQuery(member._id, { member_id, household_id, ...(asked && { relationship: asked }) }),
    enabled: member_id !== '' && asked !== undefined,
  });
  return (
    <EditDialog
      title="Add existing member"
      edit={edit}
      button="Add to household"
      busyText="Adding"
      problem={(last) => (
        <ProblemNote {...last}>
          <p>Nothing was changed. Choose somebody else, or press Cancel.</p>
        </ProblemNote>
      )}
    >
      <MemberChoice organizationNumber={member.organizationNumber} />
      <SelectField label="Relationship" {...edit.field('relationship')}>
        <option value="">Choose a relationship</option>
        {RELATIONSHIPS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      {preview.data && <Sentences sentences={preview.data.sentences} />}
      {preview.error && !edit.failure && <p className="field-error">{asProblem(preview.error).detail}</p>}
    </EditDialog>
  );
}
