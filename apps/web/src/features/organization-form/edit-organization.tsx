import { Organization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { saveOrganization } from '../../queries/organization-changes.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { editedOf, EditedFields, EDITED_LABELS, editOf, showField } from './organization-values.ts';
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
    schema: EditedFields,
    initial: editedOf(organization),
    draft: `organization.${organizationNumber}`,
    edited: {
      document: organization,
      schema: Organization,
      fieldsOf: editedOf,
      labels: EDITED_LABELS,
      show: showField,
    },
    send: (fields, { version }) =>
      saveOrganization(client, { organizationNumber, version, ...editOf(fields, organization) }),
    onSent: onSaved,
    onClose,
  });
  return (
    <EditForm edit={edit} className="stack organization-form" failed="It was not saved">
      <OrganizationFieldset field={edit.field} />
      <fieldset className="stack">
        <legend>Two people</legend>
        <p className="muted">
          What a second person approves, here and everywhere below. Who asks never approves.
        </p>
        <AmountField
          label={EDITED_LABELS.refundLimit}
          hint="In dollars. Leave it empty, and nobody is asked."
          {...edit.field('refundLimit')}
          required={false}
        />
        <AmountField
          label={EDITED_LABELS.claimLimit}
          hint="In dollars. Two people approve it then, besides who proposed it."
          {...edit.field('claimLimit')}
          required={false}
        />
        <Checkbox label={EDITED_LABELS.waiver} {...edit.form.register('waiver')} />
        <Checkbox label={EDITED_LABELS.batchClose} {...edit.form.register('batchClose')} />
      </fieldset>
      <DialogButtons isBusy={edit.isSubmitting} onCancel={edit.cancel} />
    </EditForm>
  );
}
