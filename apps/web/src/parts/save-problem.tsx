import type { ComponentProps } from 'react';
import Button from 'react-bootstrap/Button';
import { dateInWords } from '../lib/format.ts';
import type { Clash } from '../lib/merge-fields.ts';
import type { ChangedMeanwhile } from '../queries/changed-meanwhile.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { ProblemNote, type Failure } from '../ui/problem-note.tsx';

/** Who changed the same fields meanwhile, and how they are stored now. */
export type Conflict<Name extends string> = Pick<ChangedMeanwhile<unknown>, 'by' | 'at'> & {
  clashes: readonly Clash<Name>[];
};

/** Why a form was not saved: fields that somebody else changed too, to choose from, or the error. */
export function SaveProblem<Name extends string>({
  problem,
  attempt,
  conflict,
  onConflict,
  onTake,
  ...fields
}: Failure &
  Omit<ComponentProps<typeof ClashNote<Name>>, 'conflict'> & {
    conflict: Conflict<Name> | undefined;
    /** With what is left to choose from. */
    onConflict: (left: Conflict<Name>) => void;
  }) {
  if (!conflict)
    return <ProblemNote problem={problem} attempt={attempt} title={`It was not saved: ${problem.detail}`} />;
  return (
    <ClashNote
      {...fields}
      conflict={conflict}
      attempt={attempt}
      onTake={(taken) => {
        onTake(taken);
        onConflict({ ...conflict, clashes: conflict.clashes.filter(({ name }) => name !== taken.name) });
      }}
    />
  );
}

/** The fields that somebody else changed while the user was typing in them: both values, to choose from. */
function ClashNote<Name extends string>({
  conflict: { by = 'Somebody', at, clashes },
  attempt,
  labels,
  typed,
  show = (_name, value) => value,
  onTake,
}: {
  conflict: Conflict<Name>;
  attempt?: number | undefined;
  labels: Readonly<Record<Name, string>>;
  typed: Readonly<Record<Name, string>>;
  /** A value in words, where it is not what people read. */
  show?: (name: Name, value: string) => string;
  onTake: (clash: Clash<Name>) => void;
}) {
  return (
    <FormProblem title="This was changed while you were typing" attempt={attempt} tone="warn">
      <p>
        {by} changed the same{at && ` on ${dateInWords(at)}`}. Nothing of yours is saved yet, and what you
        typed is still here: choose Save to keep it, or take what is stored.
      </p>
      <dl className="vstack gap-3">
        {clashes.map((clash) => (
          <div key={clash.name}>
            <dt>{labels[clash.name]}</dt>
            <dd>Stored now: {show(clash.name, clash.stored) || 'nothing'}</dd>
            <dd>You typed: {show(clash.name, typed[clash.name]) || 'nothing'}</dd>
            <dd>
              <Button variant="outline-primary" onClick={() => onTake(clash)}>
                Take what is stored <span className="visually-hidden">as {labels[clash.name]}</span>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </FormProblem>
  );
}
