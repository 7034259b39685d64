import { zodResolver } from '@hookform/resolvers/zod';
import { NAME_MAX } from '@kinfold/domain/constants';
import { GroupForm as GroupSchema, type Group } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { asProblem } from '../../lib/problem.ts';
import { addGroup } from '../../queries/organization-changes.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';

const EMPTY = { groupName: '' };

/** Adds a group; what the server refuses stands under the field (spec section 8) until the name or the groups are others. */
export function GroupForm({
  organizationNumber,
  groups,
  onAdded,
}: {
  organizationNumber: string;
  groups: readonly Group[];
  onAdded: (group: Group) => void;
}) {
  const client = useQueryClient();
  const draft = `group.${organizationNumber}`;
  const form = useForm({ resolver: zodResolver(GroupSchema), defaultValues: readDraft(draft, EMPTY) });
  const draftNote = useKeepDraft(draft, form, EMPTY);
  const names = groups.map(({ groupName }) => groupName).join();
  const { clearErrors } = form;
  useEffect(() => clearErrors('groupName'), [names, clearErrors]);
  const { formProps, field, isSubmitting } = useFormCall(form, async ({ groupName }) => {
    try {
      onAdded(await addGroup(client, organizationNumber, groupName));
      form.reset(EMPTY);
      forgetDraft(draft);
      form.setFocus('groupName');
    } catch (error) {
      form.setError('groupName', { message: asProblem(error).detail }, { shouldFocus: true });
    }
  });
  return (
    <form {...formProps} className="field-and-button">
      {draftNote}
      <TextField
        label="Group Name"
        autoComplete="off"
        maxLength={NAME_MAX}
        errorHelp="At least 3 letters, and a name that no other group of it has."
        {...field('groupName', { onChange: () => clearErrors('groupName') })}
      />
      <SubmitButton variant="outline-primary" busy={isSubmitting} busyText="Adding">
        Add group
      </SubmitButton>
    </form>
  );
}
