import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem } from '../lib/problem.ts';
import { Icon } from '../ui/icon.tsx';
import { ProblemNote, type Failure } from '../ui/problem-note.tsx';

/** What is said after a change, and how it is undone. */
export type Done = { text: string; undo?: () => Promise<unknown> };

/**
 * Changes that are made at once and can be undone: one request at a time. `outcome` is what `Outcome` shows: what was
 * done, with Undo, or the error.
 */
export function useUndoable() {
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<Done>();
  const [failure, setFailure] = useState<Failure>();
  const run = async (change: () => Promise<unknown>, next: Done) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setDone(undefined);
    setFailure(undefined);
    try {
      await change();
      setDone(next);
    } catch (error) {
      setFailure({ problem: asProblem(error) });
    }
    isRunning.current = false;
    setBusy(false);
  };
  const undo = done?.undo;
  return {
    run,
    say: (next: Done) => {
      setFailure(undefined);
      setDone(next);
    },
    isBusy,
    outcome: {
      text: done?.text ?? '',
      failure,
      isBusy,
      onUndo: undo && (() => void run(undo, { text: 'Undone.' })),
    },
  };
}

/** What was just done, with Undo where that is possible, or why it was not; brought in sight when it changes. */
export function Outcome({ text, failure, isBusy, onUndo }: ReturnType<typeof useUndoable>['outcome']) {
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) said.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <>
      {failure && (
        <ProblemNote {...failure}>
          <p>Nothing was changed.</p>
        </ProblemNote>
      )}
      <div className={text ? 'outcome' : 'visually-hidden'} ref={said}>
        <output className="text-ok">{text}</output>
        {onUndo && (
          <Button variant="outline-primary" aria-busy={isBusy || undefined} onClick={onUndo}>
            <Icon name="refresh" /> Undo
          </Button>
        )}
      </div>
    </>
  );
}
