import type { Import } from '@kinfold/domain/import';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCall } from '../../ui/use-call.ts';

/** Takes an import back, after saying what goes and what stays. */
export function UndoImport({ kind, onUndo }: { kind: Import['kind']; onUndo: () => Promise<unknown> }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline-primary" onClick={() => setAsking(true)}>
        <Icon name="refresh" /> Undo this import
      </Button>
      {isAsking && <UndoDialog kind={kind} onUndo={onUndo} onClose={() => setAsking(false)} />}
    </>
  );
}

function UndoDialog({
  kind,
  onUndo,
  onClose,
}: {
  kind: Import['kind'];
  onUndo: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { isBusy, failure, call } = useCall();
  const undo = async () => {
    await onUndo();
    onClose();
  };
  return (
    <Dialog title="Take this import back?" role="alertdialog" onClose={onClose}>
      {failure && <FormProblem title={failure.problem.detail} attempt={failure.attempt} />}
      {kind === 'members' ? (
        <p>
          The people, households and memberships that it made are removed, and what it changed in people who
          were here becomes as it was. Whoever was edited, charged or has paid since, or has a sign-in, stays
          with their household, and you see why.
        </p>
      ) : (
        <p>
          What is owed from before, last payments and what was paid ahead are taken out again. Whatever was
          paid, used or edited since stays, and you see why.
        </p>
      )}
      <div className="button-row">
        <Button variant="outline-primary" onClick={onClose}>
          Leave it
        </Button>
        <Button disabled={isBusy} aria-busy={isBusy || undefined} onClick={() => void call(undo)}>
          Take it back
        </Button>
      </div>
    </Dialog>
  );
}
