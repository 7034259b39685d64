import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { saveRun } from '../../queries/campaign-runs.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useCall } from '../../ui/use-call.ts';

/** The effects of pausing a run, shown before it is done. */
export function PauseDialog({
  run,
  onClose,
  onPaused,
}: {
  run: CampaignRun;
  onClose: () => void;
  onPaused: () => void;
}) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  const pause = async () => {
    await saveRun(client, { _id: run._id, isActive: false });
    onPaused();
  };
  return (
    <Dialog title={`Pause ${run.name}`} onClose={onClose}>
      <div className="stack">
        {failure && (
          <ProblemNote {...failure} title={`The run was not paused: ${failure.problem.detail}`}>
            <p>Nothing was changed.</p>
          </ProblemNote>
        )}
        <ul className="plain-list">
          <li>Members no longer see what they owe in this run, and cannot pay it.</li>
          <li>Nobody gets new dues in it.</li>
          <li>Nothing is deleted: what was paid stays paid, and activating it shows all dues again.</li>
        </ul>
        <div className="button-row">
          <Button aria-busy={isBusy || undefined} onClick={() => void call(pause)}>
            Pause run
          </Button>
          <Button variant="outline-primary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
