import { zodResolver } from '@hookform/resolvers/zod';
import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { forgetDraft } from '../../lib/form-draft.ts';
import { readJsonDraft } from '../../lib/json-draft.ts';
import { mergeFields } from '../../lib/merge-fields.ts';
import { SaveProblem, type Conflict } from '../../parts/save-problem.tsx';
import { runConflict, saveRun } from '../../queries/campaign-runs.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import { LastDayMeans } from './last-day-means.tsx';
import { FIELD_NAMES, LABELS, RunFields, RunFieldset, valuesOf, type RunFieldName } from './run-form.tsx';

/** What the form keeps of the run that it was filled with: its version, and what it said. */
const readOf = (run: CampaignRun) => JSON.stringify({ version: run.version, ...valuesOf(run) });
const Text = z.string();
const Read = z.object({ version: z.number(), name: Text, description: Text, startDt: Text, endDt: Text });

/**
 * The form that changes a run, as to extend its end. It sends what was changed in it; where somebody changed the same field
 * meanwhile, both values are shown.
 */
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
  const draft = `run.${run._id}`;
  const first = { ...valuesOf(run), read: readOf(run) };
  const form = useForm({
    resolver: zodResolver(RunFields),
    defaultValues: readJsonDraft(draft, first, { read: Read }),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const [conflict, setConflict] = useState<Conflict<RunFieldName>>();

  const save = async ({ read, ...fields }: Record<RunFieldName | 'read', string>): Promise<void> => {
    const { version, ...before } = z.parse(Read, JSON.parse(read));
    const changed = FIELD_NAMES.filter((name) => fields[name] !== before[name]);
    const change = Object.fromEntries(changed.map((name) => [name, fields[name]]));
    try {
      await saveRun(client, { _id: run._id, version, ...change });
    } catch (error) {
      const meanwhile = runConflict(error);
      if (!meanwhile) throw error;
      const merged = mergeFields<RunFieldName>(before, fields, valuesOf(meanwhile.current));
      for (const name of FIELD_NAMES) form.setValue(name, merged.fields[name]);
      form.setValue('read', readOf(meanwhile.current));
      if (merged.clashes.length === 0) return save(form.getValues());
      setConflict({ ...meanwhile, clashes: merged.clashes });
      throw error;
    }
  };
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async () => {
    setConflict(undefined);
    await save(form.getValues());
    forgetDraft(draft);
    onSaved();
  });
  const lastDay = useWatch({ control: form.control, name: 'endDt' });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title="Edit run" onClose={cancel}>
      <form {...formProps}>
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
        <RunFieldset field={field} />
        <LastDayMeans run={run} typed={lastDay} />
        <DialogButtons isBusy={isSubmitting} onCancel={cancel} />
      </form>
    </Dialog>
  );
}
