import type { Household } from '@kinfold/domain/household';
import { useQuery } from '@tanstack/react-query';
import { addPreviewQuery, removePreviewQuery } from '../../queries/households.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded, REFUSED } from '../../ui/loaded.tsx';
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
  return (
    <Dialog title={titleOf(step, nameOf(resident))} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Loaded
          query={isRemoval ? removal : others}
          what="what changes"
          title="We cannot say at the moment what changes."
          rows={2}
          on={REFUSED}
        >
          {({ sentences }) => <Sentences sentences={sentences} />}
        </Loaded>
        <DialogButtons isBusy={false} onCancel={onClose}>
          {step}
        </DialogButtons>
      </form>
    </Dialog>
  );
}
