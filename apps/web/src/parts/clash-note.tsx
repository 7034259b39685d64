import Button from 'react-bootstrap/Button';
import { dateInWords } from '../lib/format.ts';
import type { Clash } from '../lib/merge-fields.ts';
import type { ChangedMeanwhile } from '../queries/changed-meanwhile.ts';
import { FormProblem } from '../ui/form-problem.tsx';

/** The fields that somebody else changed while the user was typing in them: both values, to choose from. */
export function ClashNote<Name extends string>({
  conflict: { by = 'Somebody', at },
  clashes,
  attempt,
  labels,
  typed,
  show = (_name, value) => value,
  onTake,
}: {
  conflict: Pick<ChangedMeanwhile<unknown>, 'by' | 'at'>;
  clashes: readonly Clash<Name>[];
  attempt: number | undefined;
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
      <dl className="merge-list">
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
