import { NAME_MAX } from '@kinfold/domain/constants';
import { GroupForm as GroupSchema, type Group } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { addGroup } from '../../queries/organization-changes.ts';
import { EditForm } from '../../ui/edit-form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/**
 * Adds a group; a refusal by the server is shown under the field (spec section 8) until the name or the groups change.
 */
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
  const edit = useEditForm({
    schema: GroupSchema,
    initial: { groupName: '' },
    draft: `group.${organizationNumber}`,
    keepsDraft: true,
    send: async ({ groupName }) => {
      try {
        onAdded(await addGroup(client, organizationNumber, groupName));
        edit.startOver();
        form.setFocus('groupName');
      } catch (error) {
        form.setError('groupName', { message: asProblem(error).detail }, { shouldFocus: true });
      }
    },
  });
  const { form } = edit;
  const names = groups.map(({ groupName }) => groupName).join();
  const { clearErrors } = form;
  useEffect(() => clearErrors('groupName'), [names, clearErrors]);
  return (
    <EditForm edit={edit} className="field-and-button">
      <TextField
        label="Group Name"
        autoComplete="off"
        maxLength={NAME_MAX}
        errorHelp="At least 3 letters, and a name that no other group of the organization has."
        {...edit.field('groupName', { onChange: () => clearErrors('groupName') })}
      />
      <SubmitButton variant="outline-primary" busy={edit.isSubmitting} busyText="Adding">
        Add group
      </SubmitButton>
    </EditForm>
  );
}
