import { zodResolver } from '@hookform/resolvers/zod';
import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { saveRun } from '../../queries/campaign-runs.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import { newRunDraft, newRunValues, RunFields, RunFieldset } from './run-form.tsx';

/** 'New Campaign Run' of a campaign: it is not active until somebody has seen its preview. */
export function NewRunDialog({
  campaignId,
  onClose,
  onMade,
}: {
  campaignId: string;
  onClose: () => void;
  onMade: (run: CampaignRun) => void;
}) {
  const client = useQueryClient();
  const draft = newRunDraft(campaignId);
  const [first] = useState(() => newRunValues(new Date()));
  const form = useForm({ resolver: zodResolver(RunFields), defaultValues: readDraft(draft, first) });
  const draftNote = useKeepDraft(draft, form, first);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async ({ read: _read, ...run }) => {
    const made = await saveRun(client, { campaignId, ...run });
    forgetDraft(draft);
    onMade(made);
  });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title="New Campaign Run" onClose={cancel}>
      <form {...formProps}>
        {draftNote}
        {failure && (
          <ProblemNote {...failure} title={`The run was not made: ${failure.problem.detail}`}>
            <p>What you typed is still here. Correct it, or press Cancel.</p>
          </ProblemNote>
        )}
        <RunFieldset field={field} />
        <p className="muted">Nobody is charged yet: the next step shows what activating it would do.</p>
        <DialogButtons isBusy={isSubmitting} busyText="Making it" onCancel={cancel}>
          Make run
        </DialogButtons>
      </form>
    </Dialog>
  );
}
