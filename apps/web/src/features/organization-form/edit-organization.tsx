import { Organization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { saveOrganization } from '../../queries/organization-changes.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { changeOf, fieldsOf, LABELS, OrganizationFields, showField } from './organization-values.ts';
import { OrganizationFieldset } from './organization-fields.tsx';

/** The form that changes an organization. */
export function EditOrganization({
  organization,
  onClose,
  onSaved,
}: {
  organization: Organization;
  onClose: () => void;
  onSaved: () => void;
}) {
  const client = useQueryClient();
  const { organizationNumber } = organization;
  const edit = useEditForm({
    schema: OrganizationFields,
    initial: fieldsOf(organization),
    draft: `organization.${organizationNumber}`,
    edited: { document: organization, schema: Organization, fieldsOf, labels: LABELS, show: showField },
    send: (fields, { version }) =>
      saveOrganization(client, { organizationNumber, version, ...changeOf(fields) }),
    onSent: onSaved,
    onClose,
  });
  return (
    <EditForm edit={edit} className="stack organization-form" failed="It was not saved">
      <OrganizationFieldset field={edit.field} />
      <DialogButtons isBusy={edit.isSubmitting} onCancel={edit.cancel} />
    </EditForm>
  );
}
