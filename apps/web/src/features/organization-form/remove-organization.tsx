import type { Organization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { removeOrganization } from '../../queries/organization-changes.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCall } from '../../ui/use-call.ts';

/** Whether nothing is left in an organization, so that it can be removed (rules.md "Oddities of the spec"). */
export function isRemovable({
  membersCnt,
  campaignsCnt,
  groupsCnt,
  hasChildren,
  participationsCnt,
}: Pick<
  Organization,
  'membersCnt' | 'campaignsCnt' | 'groupsCnt' | 'hasChildren' | 'participationsCnt'
>): boolean {
  return !membersCnt && !campaignsCnt && !groupsCnt && !hasChildren && !participationsCnt;
}

/** Removes an organization in which nothing is left; its name is typed first, for it cannot be undone. */
export function RemoveOrganization({
  organization: { organizationNumber, organizationName },
  onRemoved,
}: {
  organization: Organization;
  /** Leaves the page. */
  onRemoved: () => Promise<void>;
}) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const { isBusy, failure, call } = useCall();
  const remove = async () => {
    if (typed.trim() !== organizationName) return setError('This is another name');
    await call(async () => {
      await removeOrganization(client, organizationNumber);
      await onRemoved();
    });
  };
  return (
    <section className="danger-zone" aria-labelledby="remove-organization">
      <h2 id="remove-organization">Remove {organizationName}</h2>
      <p>Nothing is left in it: no members, no fundraisers, no groups, no organizations below it.</p>
      <Button variant="outline-primary" onClick={() => setOpen(true)}>
        Remove Organization
      </Button>
      {isOpen && (
        <Dialog title={`Remove ${organizationName}?`} role="alertdialog" onClose={() => setOpen(false)}>
          <Form className="stack" onSubmit={remove}>
            {failure && (
              <ProblemNote {...failure}>
                <p>Nothing was changed. Close this to see it as it is now.</p>
              </ProblemNote>
            )}
            <p>This cannot be undone. Its history stays.</p>
            <TextField
              label={`Type its name: ${organizationName}`}
              autoComplete="off"
              value={typed}
              error={error}
              errorHelp={`Type ${organizationName} to remove it.`}
              required
              onChange={({ target }) => {
                setTyped(target.value);
                setError(undefined);
              }}
            />
            <DialogButtons isBusy={isBusy} busyText="Removing" onCancel={() => setOpen(false)}>
              Remove
            </DialogButtons>
          </Form>
        </Dialog>
      )}
    </section>
  );
}
