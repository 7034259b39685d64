import { DismissForm, type IntakeRequest } from '@kinfold/domain/intake';
import { useQueryClient } from '@tanstack/react-query';
import { dismissRequest } from '../../queries/intake-review.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** The dialog that dismisses a request, with a reason. */
export function DismissDialog({ request, onClose }: { request: IntakeRequest; onClose: () => void }) {
  const client = useQueryClient();
  const { _id, firstNm, lastNm, email } = request;
  const edit = useEditForm({
    schema: DismissForm,
    initial: { reason: '' },
    draft: `dismiss.${_id}`,
    send: (values) => dismissRequest(client, _id, values),
    onSent: onClose,
    onClose,
  });
  return (
    <EditDialog
      title={`Dismiss the request of ${firstNm} ${lastNm}`}
      edit={edit}
      button="Dismiss"
      busyText="Dismissing"
    >
      <TextField
        label="Why"
        hint={email ? `They read it in a mail to ${email}` : 'It is kept in the history'}
        maxLength={300}
        autoComplete="off"
        {...edit.field('reason')}
      />
    </EditDialog>
  );
}
