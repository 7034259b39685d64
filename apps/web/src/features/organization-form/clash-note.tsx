import Button from 'react-bootstrap/Button';
import { date } from '../../lib/format.ts';
import type { OrganizationConflict } from '../../queries/organization-changes.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { LABELS, type Clash } from './form-values.ts';

/** The fields that somebody else changed while the user was typing in them: both values, to choose from. */
export function ClashNote({
  conflict: { by = 'Somebody', at },
  clashes,
  attempt,
  typed,
  onTake,
}: {
  conflict: Pick<OrganizationConflict, 'by' | 'at'>;
  clashes: readonly Clash[];
  attempt: number | undefined;
  typed: Readonly<Record<Clash['name'], string>>;
  onTake: (clash: Clash) => void;
}) {
  return (
    <FormProblem title="This was changed while you were typing" attempt={attempt} tone="warn">
      <p>
        {by} changed the same{at && ` on ${date(at)}`}. Nothing of yours is saved yet, and what you typed is
        still here: choose Save to keep it, or take what is stored.
      </p>
      <dl className="merge-list">
        {clashes.map((clash) => (
          <div key={clash.name}>
            <dt>{LABELS[clash.name]}</dt>
            <dd>Stored now: {clash.stored || 'nothing'}</dd>
            <dd>You typed: {typed[clash.name] || 'nothing'}</dd>
            <dd>
              <Button variant="outline-primary" onClick={() => onTake(clash)}>
                Take what is stored <span className="visually-hidden">as {LABELS[clash.name]}</span>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </FormProblem>
  );
}
