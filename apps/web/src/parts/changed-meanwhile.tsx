import type { Member } from '@kinfold/domain/member';
import type { MemberUpdate } from '@kinfold/domain/member-edit';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { dateInWords } from '../lib/format.ts';
import { memberConflict, updateMember, type MemberConflict } from '../queries/members.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { ProblemNote, type Failure } from '../ui/problem-note.tsx';

/**
 * Saves changes to a member as they were when the form opened. `conflict` is set where somebody changed the same meanwhile;
 * the user has seen both then, and saving once more keeps what they typed.
 */
export function useMemberUpdate(member: Member) {
  const client = useQueryClient();
  const [read, setRead] = useState(member);
  const [conflict, setConflict] = useState<MemberConflict>();
  const save = async (change: Omit<MemberUpdate, 'version'>) => {
    setConflict(undefined);
    try {
      return await updateMember(client, read, change);
    } catch (error) {
      const changed = memberConflict(error);
      if (changed) setRead(changed.current);
      setConflict(changed);
      throw error;
    }
  };
  return { save, conflict };
}

/** The error of a form that updates a member: who changed the same meanwhile, with what is stored now, or any other. */
export function MemberUpdateProblem({
  failure,
  conflict,
  stored,
  saveLabel,
  onTakeStored,
  title,
  children,
}: {
  failure: Failure | undefined;
  conflict: MemberConflict | undefined;
  /** What of the member the form is about, as it is stored now. */
  stored: (current: Member) => ReactNode;
  saveLabel: string;
  onTakeStored: () => void;
  title: string;
  children: ReactNode;
}) {
  if (!failure) return null;
  if (!conflict)
    return (
      <ProblemNote {...failure} title={title}>
        {children}
      </ProblemNote>
    );
  const { current, by = 'Somebody', at } = conflict;
  return (
    <FormProblem title="This was changed while you were typing" attempt={failure.attempt} tone="warn">
      <p>
        {by} changed it{at && ` on ${dateInWords(at)}`}. Stored now:
      </p>
      <p>
        <strong>{stored(current)}</strong>
      </p>
      <p>What you typed is still here. To keep yours, choose {saveLabel}.</p>
      <div className="button-row">
        <Button variant="outline-primary" onClick={onTakeStored}>
          Keep what is stored
        </Button>
      </div>
    </FormProblem>
  );
}
