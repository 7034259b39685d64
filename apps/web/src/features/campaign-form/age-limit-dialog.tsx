import { AGE_MAX } from '@kinfold/domain/price-rules';
import { useState, type FormEvent } from 'react';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { AgeLimitRule, Relationship } from './campaign-values.ts';
import { RelationshipBoxes } from './relationship-boxes.tsx';

const CHILDREN: Relationship[] = ['Son', 'Daughter', 'Child'];

/** The dialog for an age limit: who is covered until the day of turning how old. */
export function AgeLimitDialog({
  rule,
  onClose,
  onSave,
}: {
  rule: AgeLimitRule | undefined;
  onClose: () => void;
  onSave: (rule: AgeLimitRule) => void;
}) {
  const [relationships, setRelationships] = useState(rule?.relationships ?? CHILDREN);
  const [turning, setTurning] = useState(rule ? String(rule.maxAge + 1) : '18');
  const [isSent, setSent] = useState(false);
  const age = /^\d{1,3}$/.test(turning.trim()) ? Number(turning) : 0;
  const isAge = age >= 1 && age <= AGE_MAX;
  const save = (event: FormEvent) => {
    event.stopPropagation();
    setSent(true);
    if (isAge && relationships.length) onSave({ relationships, maxAge: age - 1 });
  };
  return (
    <Dialog title={rule ? 'Change the age limit' : 'Add an age limit'} onClose={onClose}>
      <Form className="stack" onSubmit={save}>
        <RelationshipBoxes
          legend="For whom"
          value={relationships}
          onChange={setRelationships}
          error={isSent && !relationships.length ? 'Tick at least one' : undefined}
        />
        <TextField
          label="Covered until the day of turning"
          hint="An age in years"
          inputMode="numeric"
          maxLength={3}
          value={turning}
          onChange={({ target }) => setTurning(target.value)}
          error={isSent && !isAge ? `An age is a whole number from 1 to ${AGE_MAX}` : undefined}
          required
        />
        <DialogButtons isBusy={false} onCancel={onClose}>
          {rule ? 'Change' : 'Add'}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
