import { DuesReference } from '@kinfold/domain/dues-by-reference';
import type { Cents } from '@kinfold/domain/money';
import { findDuesByReference } from '../../queries/payments.ts';
import { EditForm } from '../../ui/edit-form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/** Dues that were found: what was typed, and what is due. */
export type FoundDues = DuesReference & { amount: Cents };

/** Asks for the reference and the last name on a letter. */
export function ReferenceForm({
  initial,
  onFound,
}: {
  initial: DuesReference | undefined;
  onFound: (found: FoundDues) => void;
}) {
  const edit = useFormCall({
    schema: DuesReference,
    initial: initial ?? { reference: '', lastName: '' },
    send: async (asked) => onFound({ ...asked, ...(await findDuesByReference(asked)) }),
  });
  return (
    <EditForm edit={edit}>
      <TextField
        label="Reference"
        hint="It is on the letter and looks like INV-0002-000012."
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        {...edit.field('reference')}
      />
      <TextField
        label="Last name"
        hint="Of the family, as on the letter."
        autoComplete="off"
        maxLength={100}
        {...edit.field('lastName')}
      />
      <div className="button-row">
        <SubmitButton busy={edit.form.formState.isSubmitting} busyText="Looking">
          See what is due
        </SubmitButton>
      </div>
    </EditForm>
  );
}
