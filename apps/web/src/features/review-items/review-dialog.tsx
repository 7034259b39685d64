import { zodResolver } from '@hookform/resolvers/zod';
import { REVIEW_ITEM_NAMES, ReviewDoneForm, type ReviewItem } from '@kinfold/domain/review-item';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { markReviewed } from '../../queries/review-items.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/** Marks an item as looked at, with what was done about it. */
export function ReviewDialog({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(ReviewDoneForm), defaultValues: { reason: '' } });
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (values) => {
    await markReviewed(client, item._id, values);
    onClose();
  });
  return (
    <Dialog title={`Done with the ${REVIEW_ITEM_NAMES[item.type]}`} onClose={onClose}>
      <form {...formProps}>
        {failure && <ProblemNote {...failure} />}
        <p>This changes no amount here. It says that somebody looked, and what was done.</p>
        <TextField
          label="What was done"
          hint="It is kept in the history"
          maxLength={300}
          autoComplete="off"
          {...field('reason')}
        />
        <DialogButtons isBusy={isSubmitting} busyText="Saving" onCancel={onClose}>
          Done
        </DialogButtons>
      </form>
    </Dialog>
  );
}
