import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useFocusWhenLost } from '../lib/use-focus-when-lost.ts';
import { Icon } from '../ui/icon.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useCall } from '../ui/use-call.ts';

/** What is said after a change, and how it is undone. */
export type Done = { text: string; undo?: () => Promise<unknown> };

/**
 * Changes that are made at once and can be undone: one request at a time. `outcome` is what `Outcome` shows: what was
 * done, with Undo, or the error.
 */
export function useUndoable() {
  const { isBusy, failure, call, forget } = useCall();
  const [done, setDone] = useState<Done>();
  const run = (change: () => Promise<unknown>, next: Done) =>
    call(async () => {
      setDone(undefined);
      await change();
      setDone(next);
    });
  const undo = done?.undo;
  return {
    run,
    say: (next: Done) => {
      forget();
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

/** What was just done, with Undo where that is possible, or why it was not; brought in sight when it changes, and focused where the pressed button has gone. */
export function Outcome({ text, failure, isBusy, onUndo }: ReturnType<typeof useUndoable>['outcome']) {
  const said = useRef<HTMLDivElement>(null);
  const words = useFocusWhenLost<HTMLOutputElement>(text);
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
      <div
        className={text ? 'd-flex flex-wrap align-items-center gap-2 column-gap-4' : 'visually-hidden'}
        ref={said}
      >
        <output ref={words} tabIndex={-1} className="text-ok">
          {text}
        </output>
        {onUndo && (
          <Button variant="outline-primary" aria-busy={isBusy || undefined} onClick={onUndo}>
            <Icon name="refresh" /> Undo
          </Button>
        )}
      </div>
    </>
  );
}
