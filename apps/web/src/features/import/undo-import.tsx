import type { Import } from '@kinfold/domain/import';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { stayingQuery } from '../../queries/imports.ts';
import { useCall } from '../../ui/use-call.ts';
import { stayingSentence, undoneSentences } from './import-texts.ts';

/** Takes an import back, after saying with figures what goes, and what stays. */
export function UndoImport({ given, onUndo }: { given: Import; onUndo: () => Promise<unknown> }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline-primary" onClick={() => setAsking(true)}>
        <Icon name="refresh" /> Take this import back
      </Button>
      {isAsking && <UndoDialog given={given} onUndo={onUndo} onClose={() => setAsking(false)} />}
    </>
  );
}

function UndoDialog({
  given,
  onUndo,
  onClose,
}: {
  given: Import;
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
      <ul>
        {undoneSentences(given).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {given.kind === 'members' ? (
        <Staying given={given} />
      ) : (
        <p>Whatever was paid, used or edited since stays. You see what stayed, and why.</p>
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

/** Who would stay, with figures. */
function Staying({ given: { organizationNumber, _id } }: { given: Import }) {
  const query = useQuery(stayingQuery({ organizationNumber, importId: _id }));
  return (
    <>
      <p>
        Whoever was edited, charged or has paid since, or has a sign-in, stays with their household. You see
        who stayed, and why.
      </p>
      <Loaded query={query} what="who would stay" rows={1}>
        {(now) => <p role="status">{stayingSentence(now)}</p>}
      </Loaded>
    </>
  );
}
