import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { disconnectAccount } from '../../queries/connected-accounts.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote, type Failure } from '../../ui/problem-note.tsx';

/** Says what disconnecting means, and does it: it cannot be undone but by the owner of the account. */
export function DisconnectDialog({
  organization: { organizationNumber, organizationName },
  onClose,
  onDone,
}: {
  organization: { organizationNumber: string; organizationName: string };
  onClose: () => void;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const disconnect = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await disconnectAccount(client, organizationNumber);
      onClose();
      onDone();
    } catch (error) {
      setFailure({ problem: asProblem(error), attempt: (failure?.attempt ?? 0) + 1 });
      setBusy(false);
    }
  };
  return (
    <Dialog title="Disconnect the payment account" onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void disconnect(event)}>
        {failure && (
          <ProblemNote {...failure} title={`It was not disconnected: ${failure.problem.detail}`}>
            <p>Nothing was changed. Please try again, or press Cancel.</p>
          </ProblemNote>
        )}
        <p>
          From now on dues of the campaigns of {organizationName} are paid to the account of this portal. What
          was paid before stays where it is. A payment that is under way now is not charged, and can be made
          again.
        </p>
        <p>To connect the account again, its owner must agree again on the page of the card provider.</p>
        <DialogButtons isBusy={isBusy} busyText="Disconnecting" onCancel={onClose}>
          Disconnect
        </DialogButtons>
      </form>
    </Dialog>
  );
}
