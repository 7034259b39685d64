import { MemberForm } from '@kinfold/domain/member-edit';
import { RELATIONSHIPS } from '@kinfold/domain/member';
import type { HouseholdAdd } from '@kinfold/domain/household-form';
import * as z from 'zod/mini';
import { EditDialog } from '../../ui/edit-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { nameOf, type Resident } from './household-row.tsx';

const RelationshipForm = z.object({ relationship: z.pipe(z.string(), MemberForm.shape.relationship) });

/** The relationship of a member of a household. */
export function RelationshipDialog({
  resident,
  onClose,
  onChoose,
}: {
  resident: Resident;
  onClose: () => void;
  onChoose: (relationship: HouseholdAdd['relationship']) => void;
}) {
  const edit = useEditForm({
    schema: RelationshipForm,
    initial: { relationship: resident.relationship },
    send: async ({ relationship }) => onChoose(relationship),
    onClose,
  });
  return (
    <EditDialog title={`Relationship of ${nameOf(resident)}`} edit={edit}>
      <SelectField label="Relationship" {...edit.field('relationship')} required={false}>
        {RELATIONSHIPS.map((relationship) => (
          <option key={relationship}>{relationship}</option>
        ))}
      </SelectField>
    </EditDialog>
  );
}
