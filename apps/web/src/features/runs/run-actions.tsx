import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { hasDraft } from '../../lib/form-draft.ts';
import { useSession } from '../../lib/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Said } from '../../ui/said.tsx';
import { EditRunDialog } from './edit-run-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';

const PAUSED = 'The run is paused.';

/** What may be done with a run beside activating it: change it or extend its end, and pause it. */
export function RunActions({ run }: { run: CampaignRun }) {
  const isDraft = hasDraft(`run.${run._id}.${useSession()?.email}`);
  // A form that was open at a reload, or when the session ended, opens again.
  const [open, setOpen] = useState<'edit' | 'pause' | undefined>(isDraft ? 'edit' : undefined);
  const [saidLast, setSaid] = useState('');
  const said = saidLast === PAUSED && run.status !== 'paused' ? '' : saidLast;
  const close = (text = '') => {
    setOpen(undefined);
    setSaid(text);
  };
  return (
    <div className="button-row no-print">
      <Button variant="outline-primary" onClick={() => setOpen('edit')}>
        <Icon name="edit" /> {run.status === 'ended' ? 'Extend' : 'Edit or extend'}
      </Button>
      {run.status === 'active' && (
        <Button variant="outline-primary" onClick={() => setOpen('pause')}>
          Pause
        </Button>
      )}
      <Said>{said}</Said>
      {open === 'edit' && (
        <EditRunDialog run={run} onClose={() => close()} onSaved={() => close('The changes are saved.')} />
      )}
      {open === 'pause' && <PauseDialog run={run} onClose={() => close()} onPaused={() => close(PAUSED)} />}
    </div>
  );
}
