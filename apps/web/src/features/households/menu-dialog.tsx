import type { Household } from '@kinfold/domain/household';
import { useQuery } from '@tanstack/react-query';
import { asProblem } from '../../lib/problem.ts';
import { addPreviewQuery, removePreviewQuery } from '../../queries/households.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { nameOf, type MenuStep, type Resident } from './household-row.tsx';
import { Sentences } from './sentences.tsx';

const titleOf = (step: MenuStep, name: string) =>
  step === 'Make Primary' ? `Make ${name} primary` : `${step} ${name}`;

/** A change of the menu: what it means, then the button that makes it. */
export function MenuDialog({
  household: { _id: household_id, primaryMemberId },
  resident,
  step,
  onClose,
  onConfirm,
}: {
  household: Household;
  resident: Resident;
  step: MenuStep;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { member_id } = resident;
  const change = step === 'Make Primary' ? { isPrimary: true as const } : { isActive: step === 'Activate' };
  const isRemoval = step === 'Remove';
  const removal = useQuery({ ...removePreviewQuery(member_id, household_id), enabled: isRemoval });
  const asked = { member_id, household_id, ...change };
  const others = useQuery({ ...addPreviewQuery(primaryMemberId, asked), enabled: !isRemoval });
  const { data, error } = isRemoval ? removal : others;
  return (
    <Dialog title={titleOf(step, nameOf(resident))} onClose={onClose}>
      <Form className="stack" onSubmit={onConfirm}>
        {data ? (
          <Sentences sentences={data.sentences} />
        ) : error ? (
          <p className="field-error" role="alert">
            {asProblem(error).detail}
          </p>
        ) : (
          <SkeletonRows rows={2} label="Loading what changes" />
        )}
        <DialogButtons isBusy={false} onCancel={onClose}>
          {step}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
