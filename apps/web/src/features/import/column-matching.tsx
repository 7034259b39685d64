import type { Import } from '@kinfold/domain/import';
import {
  FIELDS_OF_KIND,
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
} from '@kinfold/domain/import-fields';
import { useState } from 'react';
import { pluralOf } from '@kinfold/domain/text';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';

/** The meaning of each column of a file, with samples, for correction. */
export function ColumnMatching({
  given,
  isBusy,
  onChange,
}: {
  given: Import;
  isBusy: boolean;
  /** Returns whether the change was saved. */
  onChange: (mapping: ImportMapping) => Promise<boolean>;
}) {
  const [corrected, setCorrected] = useState<ImportMapping>({});
  const mapping = { ...given.mapping, ...corrected };
  const left = given.columns.filter(({ name }) => mapping[name] === null).length;
  const isOpen = given.problems.length > 0 || Object.keys(corrected).length > 0;
  return (
    <details className="import-columns" open={isOpen || undefined}>
      <summary>
        Columns: {given.columns.length - left} matched
        {left > 0 && pluralOf(left, ', # is left out', ', # are left out')}
      </summary>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void onChange(corrected).then((isKept) => isKept && setCorrected({}));
        }}
      >
        <ul className="fields">
          {given.columns.map(({ name, samples }) => (
            <li key={name}>
              <SelectField
                label={<span className="break-anywhere">{name}</span>}
                value={mapping[name] ?? ''}
                onChange={({ target }) =>
                  setCorrected({ ...corrected, [name]: (target.value || null) as ImportField | null })
                }
              >
                <option value="">Leave it out</option>
                {FIELDS_OF_KIND[given.kind].map((field) => (
                  <option key={field} value={field}>
                    {IMPORT_FIELDS[field].label}
                  </option>
                ))}
              </SelectField>
              <p className="row-note break-anywhere">{samples.filter(Boolean).join(' · ') || 'Empty'}</p>
            </li>
          ))}
        </ul>
        <div className="button-row">
          <SubmitButton
            busy={isBusy}
            variant="outline-primary"
            disabled={Object.keys(corrected).length === 0}
          >
            Check again
          </SubmitButton>
        </div>
      </form>
    </details>
  );
}
