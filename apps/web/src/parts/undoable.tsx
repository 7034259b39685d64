import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useFocusWhenLost } from '../lib/use-focus-when-lost.ts';
import { Icon } from '../ui/icon.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useCall } from '../ui/use-call.ts';

/** The message after a change, and the function that undoes it. */
export type Done = { text: string; undo?: () => Promise<unknown> };

/**
 * For changes that are made at once and can be undone, one request at a time. The result has what `Outcome` shows: the
 * message with Undo, or the error.
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

/**
 * The message of the last change, with Undo where possible, or its error; scrolled into view when it changes, and
 * focused if the pressed button is gone.
 */
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
