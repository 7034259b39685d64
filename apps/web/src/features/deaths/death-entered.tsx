import type { CalendarDate } from '@kinfold/domain/dates';
import { deathInWords } from '@kinfold/domain/death-day';
import type { Member } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import { deathTasksQuery, undoPreviewQuery } from '../../queries/deaths.ts';
import { enterLifeEvent } from '../../queries/households.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { DeathTaskRows } from './death-task-rows.tsx';
import { SentenceList } from '../../ui/sentence-list.tsx';

/** `Hans Wolf died on November 23, 2026.` */
export function diedSentence({ deceasedDt, deathDay, ...name }: Member): string {
  const day = deathInWords(deceasedDt as CalendarDate, deathDay);
  if (deathDay === 'unknown') return `${fullName(name)} has died; ${day}.`;
  return deathDay ? `${fullName(name)} died in ${day}.` : `${fullName(name)} died on ${day}.`;
}

/** A stored death: its open tasks, with the buttons to correct and to undo it. */
export function DeathEntered({
  member,
  onCorrect,
  onUndone,
  children,
}: {
  member: Member;
  onCorrect: () => void;
  onUndone: () => void;
  /** The claims of the death. */
  children: ReactNode;
}) {
  const [isUndoing, setUndoing] = useState(false);
  const { say, outcome } = useUndoable();
  const open = useQuery(deathTasksQuery(member.organizationNumber, member._id));
  const finished = useQuery(deathTasksQuery(member.organizationNumber, member._id, 'done'));
  return (
    <>
      <p className="answer-sentence break-anywhere">{diedSentence(member)}</p>
      {children}
      <Card title="Left to do">
        <Outcome {...outcome} />
        <Loaded query={[open, finished]} what="what is left to do">
          {([toDo, before]) => (
            <>
              {toDo.length === 0 && <p>Nothing is left to do.</p>}
              <DeathTaskRows tasks={[...toDo, ...before]} say={say} />
            </>
          )}
        </Loaded>
      </Card>
      <div className="button-row">
        <Button variant="outline-primary" onClick={onCorrect}>
          Correct the day
        </Button>
        <Button variant="outline-primary" onClick={() => setUndoing(true)}>
          Take it back
        </Button>
      </div>
      {isUndoing && <Undo member={member} onClose={() => setUndoing(false)} onUndone={onUndone} />}
    </>
  );
}

/** Undoes a death as a whole: first a preview, or the money that has moved since. */
function Undo({
  member: { _id, ...name },
  onClose,
  onUndone,
}: {
  member: Member;
  onClose: () => void;
  onUndone: () => void;
}) {
  const client = useQueryClient();
  const preview = useQuery(undoPreviewQuery(_id));
  const { isBusy, failure, call } = useCall();
  const undo = async () => {
    await enterLifeEvent(client, _id, { event: 'death', undo: true });
    onUndone();
  };
  return (
    <Dialog title={`Take back the death of ${fullName(name)}`} onClose={onClose}>
      {failure && (
        <ProblemNote {...failure}>
          <p>Nothing was changed.</p>
        </ProblemNote>
      )}
      <Loaded
        query={preview}
        what="what it changes"
        on={{ 409: ({ detail }) => <p role="alert">{detail}</p> }}
      >
        {({ sentences }) => <SentenceList sentences={sentences} />}
      </Loaded>
      <div className="button-row">
        {preview.data && (
          <SubmitButton type="button" busy={isBusy} busyText="Saving" onClick={() => void call(undo)}>
            Take it back
          </SubmitButton>
        )}
        <Button variant="outline-primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
