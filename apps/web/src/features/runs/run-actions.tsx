import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { isJobOpen } from '@kinfold/domain/job';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { hasDraft } from '../../lib/form-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Said } from '../../ui/said.tsx';
import { EditRunDialog } from './edit-run-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { RunPreview } from './run-preview.tsx';

const PAUSED = 'The run is paused.';
const ADDING = 'The missing dues are being made.';

/**
 * The actions for a run besides activating it: change it or extend its end, pause it, and in a fund add the dues of
 * people who joined since it was activated.
 */
export function RunActions({ run, isOfFund }: { run: CampaignRun; isOfFund: boolean }) {
  const isDraft = hasDraft(`run.${run._id}`);
  // A form that was open at a reload, or when the session ended, is reopened.
  const [open, setOpen] = useState<'edit' | 'pause' | 'add' | undefined>(isDraft ? 'edit' : undefined);
  const [saidLast, setSaid] = useState('');
  const isMakingDues = run.job !== undefined && isJobOpen(run.job);
  const isOwn = run.status === 'active' && !run.source;
  const isOver = { [PAUSED]: run.status !== 'paused', [ADDING]: !isMakingDues }[saidLast] === true;
  const close = (text = '') => {
    setOpen(undefined);
    setSaid(text);
  };
  return (
    <div className="button-row d-print-none">
      <Button variant="outline-primary" onClick={() => setOpen('edit')}>
        <Icon name="edit" /> {run.status === 'ended' ? 'Extend' : 'Edit or extend'}
      </Button>
      {isOwn && (
        <Button variant="outline-primary" onClick={() => setOpen('pause')}>
          Pause
        </Button>
      )}
      {isOwn && isOfFund && !isMakingDues && (
        <Button variant="outline-primary" onClick={() => setOpen('add')}>
          Add missing dues
        </Button>
      )}
      <Said>{isOver ? '' : saidLast}</Said>
      {open === 'edit' && (
        <EditRunDialog run={run} onClose={() => close()} onSaved={() => close('The changes are saved.')} />
      )}
      {open === 'pause' && <PauseDialog run={run} onClose={() => close()} onPaused={() => close(PAUSED)} />}
      {open === 'add' && (
        <Dialog title={`Add missing dues of ${run.name}`} onClose={() => close()}>
          <RunPreview
            ids={{ campaignId: run.campaignId, campaignRunId: run._id }}
            adds
            onActivated={() => close(ADDING)}
            cancel={
              <Button variant="outline-primary" onClick={() => close()}>
                Cancel
              </Button>
            }
          />
        </Dialog>
      )}
    </div>
  );
}
