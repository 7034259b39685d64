import { FoundOrganization, type Organization, type OrganizationChoice } from '@kinfold/domain/organization';
import { ROOT } from '@kinfold/domain/permission';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useController, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { saveOrganization } from '../../queries/organization-changes.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { MoveConsequences } from './move-consequences.tsx';
import { ParentField } from './parent-field.tsx';

/** Moves an organization below another one, or to the top, after showing the effects. */
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
      <h2 id="move-organization" className="fs-5">
        Move {organizationName}
      </h2>
      <p>
        Move it below another organization, together with everything below it. You see the changes before they
        are made.
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

const MoveForm = z
  .object({ text: z.string(), parent: z.nullable(FoundOrganization), isAtTop: z.boolean() })
  .check(
    z.refine(({ parent, isAtTop }) => isAtTop || parent !== null, {
      error: 'Choose an organization',
      path: ['parent'],
    }),
  );

const placeOf = ({ isAtTop, parent }: Pick<z.infer<typeof MoveForm>, 'isAtTop' | 'parent'>) =>
  isAtTop ? 'at the top, below none' : parent && `below ${parent.organizationName}`;

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
  const { organizationNumber, organizationName, version, parentOrganization } = organization;
  const mayBeAtTop = usePermissions(ROOT)?.('organizations.create') === true;
  const edit = useEditForm({
    schema: MoveForm,
    initial: { text: '', parent: null, isAtTop: false },
    send: (to) =>
      saveOrganization(client, {
        organizationNumber,
        version,
        parentOrganization: to.isAtTop ? null : (to.parent?.organizationNumber ?? null),
      }),
    onSent: (_saved, to) => onMoved(`${organizationName} stands ${placeOf(to)} now.`),
    onClose,
  });
  const { control, register, setValue } = edit.form;
  const [text, parent, isAtTop] = useWatch({ control, name: ['text', 'parent', 'isAtTop'] });
  const { field, fieldState } = useController({ control, name: 'parent' });
  const choose = (typed: string, found: FoundOrganization | null) => {
    setValue('text', typed);
    field.onChange(found);
  };
  const place = placeOf({ isAtTop, parent });
  return (
    <EditDialog
      title={`Move ${organizationName}`}
      edit={edit}
      button="Move"
      busyText="Moving"
      problem={(last) => (
        <ProblemNote {...last} title={`It was not moved: ${last.problem.detail}`}>
          <p>Nothing was changed. Choose another organization, try again, or press Cancel.</p>
        </ProblemNote>
      )}
    >
      {!isAtTop && (
        <ParentField
          label="Below which organization"
          hint="From 2 letters of its name"
          text={text}
          isChosen={parent !== null}
          except={organizationNumber}
          onText={(typed) => choose(typed, null)}
          onChoose={(found) => choose(found.organizationName, found)}
          error={fieldState.error?.message}
          inputRef={field.ref}
        />
      )}
      {mayBeAtTop && parentOrganization !== null && (
        <Checkbox label="Below none: at the top" {...register('isAtTop')} />
      )}
      {place && (
        <MoveConsequences
          organization={organization}
          place={place}
          from={above}
          to={isAtTop || !parent ? [] : [...parent.above, parent]}
        />
      )}
    </EditDialog>
  );
}
