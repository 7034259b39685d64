import type { Organization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { removeOrganization } from '../../queries/organization-changes.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

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
  const edit = useEditForm({
    schema: z.object({
      typed: z.string().check(z.refine((typed) => typed.trim() === organizationName, 'This is another name')),
    }),
    initial: { typed: '' },
    send: async () => {
      await removeOrganization(client, organizationNumber);
      await onRemoved();
    },
    onClose: () => setOpen(false),
  });
  return (
    <section className="danger-zone" aria-labelledby="remove-organization">
      <h2 id="remove-organization">Remove {organizationName}</h2>
      <p>Nothing is left in it: no members, no fundraisers, no groups, no organizations below it.</p>
      <Button variant="outline-primary" onClick={() => setOpen(true)}>
        Remove Organization
      </Button>
      {isOpen && (
        <EditDialog
          title={`Remove ${organizationName}?`}
          role="alertdialog"
          edit={edit}
          button="Remove"
          busyText="Removing"
          problem={(last) => (
            <ProblemNote {...last}>
              <p>Nothing was changed. Close this to see it as it is now.</p>
            </ProblemNote>
          )}
        >
          <p>This cannot be undone. Its history stays.</p>
          <TextField
            label={`Type its name: ${organizationName}`}
            autoComplete="off"
            errorHelp={`Type ${organizationName} to remove it.`}
            {...edit.field('typed')}
          />
        </EditDialog>
      )}
    </section>
  );
}
