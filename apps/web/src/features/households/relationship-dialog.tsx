import { RELATIONSHIPS } from '@kinfold/domain/member';
import type { HouseholdAdd } from '@kinfold/domain/household-form';
import { useForm } from 'react-hook-form';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { nameOf, type Resident } from './household-row.tsx';

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
  const form = useForm({ defaultValues: { relationship: resident.relationship } });
  const submit = form.handleSubmit(({ relationship }) =>
    onChoose(relationship as HouseholdAdd['relationship']),
  );
  return (
    <Dialog title={`Relationship of ${nameOf(resident)}`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <SelectField label="Relationship" {...form.register('relationship')}>
          {RELATIONSHIPS.map((relationship) => (
            <option key={relationship}>{relationship}</option>
          ))}
        </SelectField>
        <DialogButtons isBusy={false} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
