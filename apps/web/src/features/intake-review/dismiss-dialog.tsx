import { zodResolver } from '@hookform/resolvers/zod';
import { DismissForm, type IntakeRequest } from '@kinfold/domain/intake';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { dismissRequest } from '../../queries/intake-review.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';

/** Dismisses a request, with a reason. */
export function DismissDialog({ request, onClose }: { request: IntakeRequest; onClose: () => void }) {
  const client = useQueryClient();
  const { _id, firstNm, lastNm, email } = request;
  const draft = `dismiss.${_id}`;
  const first = { reason: '' };
  const form = useForm({
    resolver: zodResolver(DismissForm),
    defaultValues: readDraft(draft, first),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (values) => {
    await dismissRequest(client, _id, values);
    forgetDraft(draft);
    onClose();
  });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title={`Dismiss the request of ${firstNm} ${lastNm}`} onClose={cancel}>
      <form {...formProps}>
        {draftNote}
        {failure && <ProblemNote {...failure} />}
        <TextField
          label="Why"
          hint={email ? `They read it in a mail to ${email}` : 'It stands in the history'}
          maxLength={300}
          autoComplete="off"
          {...field('reason')}
        />
        <DialogButtons isBusy={isSubmitting} busyText="Dismissing" onCancel={cancel}>
          Dismiss
        </DialogButtons>
      </form>
    </Dialog>
  );
}
