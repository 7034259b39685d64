import type { Household } from '@kinfold/domain/household';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addPreviewQuery, removePreviewQuery } from '../../queries/households.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded, REFUSED } from '../../ui/loaded.tsx';
import { MENU_STEPS, nameOf, type MenuStep, type Resident } from './household-row.tsx';
import { Sentences } from './sentences.tsx';

const titleOf = (step: MenuStep, name: string) =>
  step === 'make_primary' ? `Make ${name} primary` : `${MENU_STEPS[step]} ${name}`;

/** A change from the menu: a preview, and the button that makes it. */
export function MenuDialog({
  household: { _id: household_id, primaryMemberId },
  resident,
  step,
  lifeEvent,
  onClose,
  onConfirm,
}: {
  household: Household;
  resident: Resident;
  step: MenuStep;
  /** Leads to the life events of the resident. */
  lifeEvent: ReactNode;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { member_id } = resident;
  const change = step === 'make_primary' ? { isPrimary: true as const } : { isActive: step === 'activate' };
  const isRemoval = step === 'remove';
  const removal = useQuery({ ...removePreviewQuery(member_id, household_id), enabled: isRemoval });
  const asked = { member_id, household_id, ...change };
  const others = useQuery({ ...addPreviewQuery(primaryMemberId, asked), enabled: !isRemoval });
  return (
    <Dialog title={titleOf(step, nameOf(resident))} onClose={onClose}>
      <Form className="stack" onSubmit={onConfirm}>
        <Loaded
          query={isRemoval ? removal : others}
          what="what changes"
          title="We cannot show the changes at the moment."
          rows={2}
          on={REFUSED}
        >
          {({ sentences }) => <Sentences sentences={sentences} />}
        </Loaded>
        {step !== 'activate' && (
          <p className="row-note">
            This changes no membership: who is covered and who pays stays as it is. Has somebody moved,
            married, divorced or left? A life event changes both. {lifeEvent}
          </p>
        )}
        <DialogButtons isBusy={false} onCancel={onClose}>
          {MENU_STEPS[step]}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
