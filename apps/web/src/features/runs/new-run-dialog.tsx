import { CampaignRunForm, type CampaignRun } from '@kinfold/domain/campaign-run';
import { useQueryClient } from '@tanstack/react-query';
import { saveRun } from '../../queries/campaign-runs.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { newRunDraft, newRunValues, RunFieldset } from '../../parts/run-form.tsx';

/** 'New Campaign Run' of a campaign: it is not active until it was activated from its preview. */
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
  const edit = useEditForm({
    schema: CampaignRunForm,
    initial: newRunValues(new Date()),
    draft: newRunDraft(campaignId),
    send: (run) => saveRun(client, { campaignId, ...run }),
    onSent: onMade,
    onClose,
  });
  return (
    <EditDialog
      title="New Campaign Run"
      edit={edit}
      button="Make run"
      busyText="Making it"
      problem={(last) => (
        <ProblemNote {...last} title={`The run was not made: ${last.problem.detail}`}>
          <p>What you typed is still here. Correct it, or press Cancel.</p>
        </ProblemNote>
      )}
    >
      <RunFieldset field={edit.field} />
      <p className="muted">Nobody is charged yet: the next step shows what activating it would do.</p>
    </EditDialog>
  );
}
