import { zodResolver } from '@hookform/resolvers/zod';
import type { Organization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { forgetDraft } from '../../lib/form-draft.ts';
import { readJsonDraft } from '../../lib/json-draft.ts';
import { mergeFields } from '../../lib/merge-fields.ts';
import { SaveProblem, type Conflict } from '../../parts/save-problem.tsx';
import { organizationConflict, saveOrganization } from '../../queries/organization-changes.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import { changeOf, fieldsOf, LABELS, OrganizationFields } from './organization-values.ts';
import { OrganizationFieldset } from './organization-fields.tsx';

/** The fields, and the organization as it was read: a draft of yesterday must not hide what was stored since. */
const EditFields = z.extend(OrganizationFields, { read: z.string() });
const Read = z.object({
  fields: z.record(z.enum(Object.keys(LABELS) as (keyof typeof LABELS)[]), z.string()),
  version: z.optional(z.number()),
  phones: z.array(z.object({ phoneNbr: z.string() })),
});
const readOf = (organization: Organization) =>
  JSON.stringify({
    fields: fieldsOf(organization),
    version: organization.version,
    phones: organization.phones.map(({ phoneNbr }) => ({ phoneNbr })),
  });

/**
 * The form that changes an organization. Where somebody changed it meanwhile, fields that only one of the two changed are
 * brought together and saved; those that both changed are shown with both values.
 */
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
  const draft = `organization.${organizationNumber}`;
  const first = { ...fieldsOf(organization), read: readOf(organization) };
  const form = useForm({
    resolver: zodResolver(EditFields),
    defaultValues: readJsonDraft(draft, first, { read: Read }),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const [conflict, setConflict] = useState<Conflict<keyof typeof LABELS>>();

  const save = async (fields: z.output<typeof EditFields>): Promise<void> => {
    const read = z.parse(Read, JSON.parse(fields.read));
    try {
      const change = changeOf(fields, read.phones);
      await saveOrganization(client, { organizationNumber, version: read.version, ...change });
    } catch (error) {
      const changed = organizationConflict(error);
      if (!changed) throw error;
      const { read: _read, ...typed } = fields;
      const merged = mergeFields(read.fields, typed, fieldsOf(changed.current));
      const next = { ...merged.fields, read: readOf(changed.current) };
      form.reset(next, { keepDefaultValues: true, keepSubmitCount: true });
      if (merged.clashes.length === 0) return save(next);
      setConflict({ ...changed, clashes: merged.clashes });
      throw error;
    }
  };
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (fields) => {
    setConflict(undefined);
    await save(fields);
    forgetDraft(draft);
    onSaved();
  });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <form {...formProps} className="stack organization-form">
      {draftNote}
      {failure && (
        <SaveProblem
          {...failure}
          conflict={conflict}
          onConflict={setConflict}
          labels={LABELS}
          typed={form.getValues()}
          onTake={({ name, stored }) => form.setValue(name, stored)}
        />
      )}
      <OrganizationFieldset field={field} />
      <DialogButtons isBusy={isSubmitting} onCancel={cancel} />
    </form>
  );
}
