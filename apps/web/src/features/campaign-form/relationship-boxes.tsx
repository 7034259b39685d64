import { RELATIONSHIPS } from '@kinfold/domain/member';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import type { Relationship } from './campaign-values.ts';

/** The relationships for which a rule is. */
export function RelationshipBoxes({
  legend,
  hint,
  error,
  value,
  onChange,
}: {
  legend: string;
  hint?: string;
  error?: string | undefined;
  value: readonly Relationship[];
  onChange: (relationships: Relationship[]) => void;
}) {
  return (
    <fieldset className="fields gap-0 column-gap-4 relationships">
      <legend className="form-label">
        {legend} {hint && <span className="form-text">{hint}</span>}
      </legend>
      {RELATIONSHIPS.map((relationship) => (
        <Checkbox
          key={relationship}
          label={relationship}
          checked={value.includes(relationship)}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) =>
            onChange(
              RELATIONSHIPS.filter((each) => (each === relationship ? target.checked : value.includes(each))),
            )
          }
        />
      ))}
      {error && <ErrorLine>{error}</ErrorLine>}
    </fieldset>
  );
}
