import { RELATIONSHIPS } from '@kinfold/domain/member';
import { useController, useFormContext } from 'react-hook-form';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import type { Relationship } from './campaign-values.ts';

/** The relationships to which a rule applies, in a form with a field `relationships`. */
export function RelationshipBoxes({ legend, hint }: { legend: string; hint?: string }) {
  const { control } = useFormContext<{ relationships: Relationship[] }>();
  const { field, fieldState } = useController({ control, name: 'relationships' });
  const error = fieldState.error?.message;
  return (
    <fieldset className="fields gap-0 column-gap-4 relationships">
      <legend className="form-label">
        {legend} {hint && <span className="form-text">{hint}</span>}
      </legend>
      {RELATIONSHIPS.map((relationship) => (
        <Checkbox
          key={relationship}
          label={relationship}
          checked={field.value.includes(relationship)}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) =>
            field.onChange(
              RELATIONSHIPS.filter((each) =>
                each === relationship ? target.checked : field.value.includes(each),
              ),
            )
          }
        />
      ))}
      {error && <ErrorLine>{error}</ErrorLine>}
    </fieldset>
  );
}
