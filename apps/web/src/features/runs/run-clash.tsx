import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { date } from '../../lib/format.ts';
import type { RunConflict } from '../../queries/campaign-runs.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FIELD_NAMES, LABELS, valuesOf, type RunFieldName } from './run-form.tsx';

/** The fields of a run that somebody else changed while the user was typing in them: both values, to choose from. */
export function RunClash({
  conflict: { current, by = 'Somebody', at },
  attempt,
  typed,
  onTake,
}: {
  conflict: RunConflict;
  attempt: number | undefined;
  typed: Readonly<Record<RunFieldName, string>>;
  onTake: (name: RunFieldName, value: string) => void;
}) {
  const stored = valuesOf(current);
  const [clashes, setClashes] = useState(() => FIELD_NAMES.filter((name) => typed[name] !== stored[name]));
  return (
    <FormProblem title="This was changed while you were typing" attempt={attempt} tone="warn">
      <p>
        {by} changed the same{at && ` on ${date(at)}`}. Nothing of yours is saved yet, and what you typed is
        still here: choose Save to keep it, or take what is stored.
      </p>
      <dl className="merge-list">
        {clashes.map((name) => (
          <div key={name}>
            <dt>{LABELS[name]}</dt>
            <dd>Stored now: {stored[name]}</dd>
            <dd>You typed: {typed[name]}</dd>
            <dd>
              <Button
                variant="outline-primary"
                onClick={() => {
                  onTake(name, stored[name]);
                  setClashes(clashes.filter((other) => other !== name));
                }}
              >
                Take what is stored <span className="visually-hidden">as {LABELS[name]}</span>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </FormProblem>
  );
}
