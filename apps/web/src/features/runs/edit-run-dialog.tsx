import { CampaignRun, CampaignRunForm } from '@kinfold/domain/campaign-run';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { saveRun } from '../../queries/campaign-runs.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { LastDayMeans } from './last-day-means.tsx';
import { LABELS, RunFieldset, valuesOf } from '../../parts/run-form.tsx';

/** The form that changes a run, for example its end. It sends only changed fields. */
export function EditRunDialog({
  run,
  onClose,
  onSaved,
}: {
  run: CampaignRun;
  onClose: () => void;
  onSaved: () => void;
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: CampaignRunForm,
    initial: valuesOf(run),
    draft: `run.${run._id}`,
    edited: { document: run, schema: CampaignRun, fieldsOf: valuesOf, labels: LABELS },
    send: (fields, { version, changed }) =>
      saveRun(client, {
        ...{ _id: run._id, version },
        ...Object.fromEntries(changed.map((name) => [name, fields[name]])),
      }),
    onSent: onSaved,
    onClose,
  });
  const lastDay = useWatch({ control: edit.form.control, name: 'endDt' });
  return (
    <EditDialog title="Edit run" edit={edit} failed="It was not saved">
      <RunFieldset field={edit.field} />
      <LastDayMeans run={run} typed={lastDay} />
    </EditDialog>
  );
}
