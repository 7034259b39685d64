import type { Organization, OrganizationChoice } from '@kinfold/domain/organization';
import { permittedAt, ROOT } from '@kinfold/domain/permission';
import type { Scope } from '@kinfold/domain/scope';
import { useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { saveOrganization } from '../../queries/organization-changes.ts';
import { EditForm } from '../../ui/edit-form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { changeOf, EMPTY, OrganizationFields } from './organization-values.ts';
import { OrganizationFieldset } from './organization-fields.tsx';
import { ParentField } from './parent-field.tsx';

const CHOOSE = 'Choose the organization above it';

/** The fields, and the organization above by its number and name; its name alone is not unique. */
const NewFields = z.extend(OrganizationFields, { parentOrganization: z.string(), parentName: z.string() });
const AtTheTopToo = NewFields.check(
  z.refine(({ parentOrganization, parentName }) => Boolean(parentOrganization) || !parentName.trim(), {
    error: CHOOSE,
    path: ['parentOrganization'],
  }),
);
const BelowAnother = NewFields.check(
  z.refine(({ parentOrganization }) => Boolean(parentOrganization), {
    error: CHOOSE,
    path: ['parentOrganization'],
  }),
);

/** The form of a new organization, below `parent` unless another is chosen. */
export function NewOrganization({
  scope,
  parent,
  onMade,
}: {
  scope: Scope;
  parent: OrganizationChoice | undefined;
  onMade: (organization: Organization) => void;
}) {
  const client = useQueryClient();
  const given = permittedAt(scope.roles, 'organizations.create');
  const mayBeAtTop = given.includes(ROOT);
  const [only] = scope.roles.filter(({ organizationNumber }) => given.includes(organizationNumber));
  const above = parent ?? (mayBeAtTop ? undefined : only);
  const edit = useEditForm({
    schema: mayBeAtTop ? AtTheTopToo : BelowAnother,
    initial: {
      ...EMPTY,
      parentName: above?.organizationName ?? '',
      parentOrganization: above?.organizationNumber ?? '',
    },
    draft: 'organization.new',
    send: (values) =>
      saveOrganization(client, {
        ...changeOf(values),
        parentOrganization: values.parentOrganization || null,
      }),
    onSent: onMade,
  });
  const { control } = edit.form;
  const number = useController({ control, name: 'parentOrganization' });
  const name = useController({ control, name: 'parentName' });
  return (
    <EditForm edit={edit} className="stack organization-form" failed="It was not added">
      <ParentField
        label="Below which organization"
        hint={
          mayBeAtTop
            ? 'From 2 letters of its name. Leave it empty for one at the top.'
            : 'From 2 letters of its name'
        }
        text={name.field.value}
        isChosen={number.field.value !== ''}
        onText={(text) => {
          name.field.onChange(text);
          number.field.onChange('');
        }}
        onChoose={(found) => {
          name.field.onChange(found.organizationName);
          number.field.onChange(found.organizationNumber);
        }}
        error={number.fieldState.error?.message}
        inputRef={number.field.ref}
      />
      <OrganizationFieldset field={edit.field} />
      <div className="button-row">
        <SubmitButton busy={edit.isSubmitting} busyText="Adding">
          Add organization
        </SubmitButton>
      </div>
    </EditForm>
  );
}
