import type { FoundOrganization, Organization, OrganizationChoice } from '@kinfold/domain/organization';
import { ROOT } from '@kinfold/domain/permission';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { saveOrganization } from '../../queries/organization-changes.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useCall } from '../../ui/use-call.ts';
import { MoveConsequences } from './move-consequences.tsx';
import { ParentField } from './parent-field.tsx';

/** Puts an organization below another one, or below none, and says first what that means. */
export function MoveOrganization({
  organization,
  above,
  onMoved,
}: {
  organization: Organization;
  above: readonly OrganizationChoice[];
  onMoved: (message: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { organizationName } = organization;
  return (
    <section className="danger-zone" aria-labelledby="move-organization">
      <h2 id="move-organization">Move {organizationName}</h2>
      <p>
        Put it below another organization, together with all that stands below it. You see what changes before
        anything does.
      </p>
      <Button variant="outline-primary" onClick={() => setOpen(true)}>
        Move below another organization
      </Button>
      {isOpen && (
        <MoveDialog
          organization={organization}
          above={above}
          onClose={() => setOpen(false)}
          onMoved={(message) => {
            setOpen(false);
            onMoved(message);
          }}
        />
      )}
    </section>
  );
}

function MoveDialog({
  organization,
  above,
  onClose,
  onMoved,
}: {
  organization: Organization;
  above: readonly OrganizationChoice[];
  onClose: () => void;
  onMoved: (message: string) => void;
}) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [parent, setParent] = useState<FoundOrganization>();
  const [isAtTop, setAtTop] = useState(false);
  const [missing, setMissing] = useState<string>();
  const { isBusy, failure, call } = useCall();
  const { organizationNumber, organizationName, version, parentOrganization } = organization;
  const mayBeAtTop = usePermissions(ROOT)?.('organizations.create') === true;
  const place = isAtTop ? 'at the top, below none' : parent && `below ${parent.organizationName}`;

  const move = async () => {
    if (!place) return setMissing('Choose an organization');
    await call(async () => {
      const to = isAtTop ? null : (parent?.organizationNumber ?? null);
      await saveOrganization(client, { organizationNumber, version, parentOrganization: to });
      onMoved(`${organizationName} stands ${place} now.`);
    });
  };
  return (
    <Dialog title={`Move ${organizationName}`} onClose={onClose}>
      <Form className="stack" onSubmit={move}>
        {failure && (
          <ProblemNote {...failure} title={`It was not moved: ${failure.problem.detail}`}>
            <p>Nothing was changed. Choose another organization, try again, or press Cancel.</p>
          </ProblemNote>
        )}
        {!isAtTop && (
          <ParentField
            label="Below which organization"
            hint="From 2 letters of its name"
            text={text}
            isChosen={parent !== undefined}
            except={organizationNumber}
            onText={(typed) => {
              setText(typed);
              setParent(undefined);
              setMissing(undefined);
            }}
            onChoose={(found) => {
              setText(found.organizationName);
              setParent(found);
            }}
            error={missing}
          />
        )}
        {mayBeAtTop && parentOrganization !== null && (
          <Checkbox
            label="Below none: at the top"
            checked={isAtTop}
            onChange={({ target }) => setAtTop(target.checked)}
          />
        )}
        {place && (
          <MoveConsequences
            organization={organization}
            place={place}
            from={above}
            to={isAtTop || !parent ? [] : [...parent.above, parent]}
          />
        )}
        <DialogButtons isBusy={isBusy} busyText="Moving" onCancel={onClose}>
          Move
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
