import Button from 'react-bootstrap/Button';
import { dateInWords } from '../lib/format.ts';
import type { Clash } from '../lib/merge-fields.ts';
import { FormProblem } from './form-problem.tsx';

/** The labels and values of fields, for users who compare two values. */
export type ShownFields<Fields> = {
  labels: Readonly<Record<keyof Fields & string, string>>;
  /** Returns a value as text, if it is not readable by itself. */
  show?: (name: keyof Fields & string, value: Fields[keyof Fields & string]) => string;
  /** The text of the form's button. */
  saveLabel?: string;
};

/** The fields that another user changed while this one was editing them: both values, to choose from. */
export function ChangedFields<Fields extends object>({
  by = 'Somebody',
  at,
  clashes,
  attempt,
  labels,
  typed,
  show = (_name, value) => String(value),
  saveLabel = 'Save',
  onTake,
}: ShownFields<Fields> & {
  by?: string | undefined;
  at?: Date | undefined;
  clashes: readonly Clash<Fields>[];
  attempt?: number | undefined;
  typed: Fields;
  onTake: (clash: Clash<Fields>) => void;
}) {
  return (
    <FormProblem title="This was changed while you were typing" attempt={attempt} tone="warn">
      {clashes.length === 0 ? (
        <p>You took what is stored. Nothing of yours is saved yet: choose {saveLabel} to keep the rest.</p>
      ) : (
        <p className="break-anywhere">
          {at ? `${by} changed the same fields on ${dateInWords(at)}.` : `${by} changed the same fields.`}{' '}
          Nothing of yours is saved yet, and what you typed is still here: choose {saveLabel} to keep it, or
          take what is stored.
        </p>
      )}
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
