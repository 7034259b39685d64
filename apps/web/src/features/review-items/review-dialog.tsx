import { REVIEW_ITEM_NAMES, ReviewDoneForm, type ReviewItem } from '@kinfold/domain/review-item';
import { useQueryClient } from '@tanstack/react-query';
import { markReviewed } from '../../queries/review-items.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** The dialog that marks an item as done, with a note on what was done. */
export function ReviewDialog({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: ReviewDoneForm,
    initial: { reason: '' },
    send: (values) => markReviewed(client, item._id, values),
    onSent: onClose,
    onClose,
  });
  return (
    <EditDialog title={`Done with the ${REVIEW_ITEM_NAMES[item.type]}`} edit={edit} button="Done">
      <p>This changes no amount here. It records that the notice was checked, and what was done.</p>
      <ReasonField label="What was done" {...edit.field('reason')} />
    </EditDialog>
  );
}
