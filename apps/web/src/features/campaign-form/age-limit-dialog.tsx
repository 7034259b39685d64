import { AGE_MAX } from '@kinfold/domain/price-rules';
import * as z from 'zod/mini';
import { EditDialog } from '../../ui/edit-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { Relationships, type AgeLimitRule } from './campaign-values.ts';
import { RelationshipBoxes } from './relationship-boxes.tsx';

const AgeLimitFields = z.object({
  relationships: Relationships.check(z.minLength(1, 'Tick at least one')),
  turning: z.string().check(
    z.refine((text) => {
      const age = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
      return age >= 1 && age <= AGE_MAX;
    }, `An age is a whole number from 1 to ${AGE_MAX}`),
  ),
});

/** The dialog for an age limit: the relationships, and the age up to which they are covered. */
export function AgeLimitDialog({
  rule,
  onClose,
  onSave,
}: {
  rule: AgeLimitRule | undefined;
  onClose: () => void;
  onSave: (rule: AgeLimitRule) => void;
}) {
  const edit = useEditForm({
    schema: AgeLimitFields,
    initial: {
      relationships: rule?.relationships ?? ['Son', 'Daughter', 'Child'],
      turning: rule ? String(rule.maxAge + 1) : '18',
    },
    send: async ({ relationships, turning }) => onSave({ relationships, maxAge: Number(turning) - 1 }),
    onClose,
  });
  return (
    <EditDialog
      title={rule ? 'Change the age limit' : 'Add an age limit'}
      edit={edit}
      button={rule ? 'Change' : 'Add'}
    >
      <RelationshipBoxes legend="For whom" />
      <TextField
        label="Covered until the day of turning"
        hint="An age in years"
        inputMode="numeric"
        maxLength={3}
        {...edit.field('turning')}
      />
    </EditDialog>
  );
}
