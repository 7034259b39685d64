import { useQueryClient } from '@tanstack/react-query';
import { disconnectAccount } from '../../queries/connected-accounts.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useCall } from '../../ui/use-call.ts';

/** Explains and confirms disconnecting an account, which only the owner of the account can undo. */
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
  const { isBusy, failure, call } = useCall();
  const disconnect = async () => {
    await disconnectAccount(client, organizationNumber);
    onClose();
    onDone();
  };
  return (
    <Dialog title="Disconnect the payment account" onClose={onClose}>
      <Form className="stack" onSubmit={() => call(disconnect)}>
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
      </Form>
    </Dialog>
  );
}
