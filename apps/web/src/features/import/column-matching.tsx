import type { Import, ImportPost } from '@kinfold/domain/import';
import {
  FIELDS_OF_KIND,
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
} from '@kinfold/domain/import-fields';
import { useState } from 'react';
import { countOf, pluralOf } from '@kinfold/domain/text';
import { Callout } from '../../ui/callout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { ImportQuestions } from './import-questions.tsx';

/** The meaning of each column of a file, with samples, and the row that has their names, for correction. */
export function ColumnMatching({
  given,
  isBusy,
  onChange,
  onAnswer,
}: {
  given: Import;
  isBusy: boolean;
  /** Returns whether the change was saved. */
  onChange: (mapping: ImportMapping) => Promise<boolean>;
  onAnswer: (answers: NonNullable<ImportPost['answers']>) => void;
}) {
  const [chosen, setCorrected] = useState<ImportMapping>({});
  // Below another heading there may be other columns.
  const corrected = Object.fromEntries(
    Object.entries(chosen).filter(([name]) => Object.hasOwn(given.mapping, name)),
  );
  const mapping = { ...given.mapping, ...corrected };
  const isLeft = ({ name }: { name: string }) => given.mapping[name] === null;
  const left = given.columns.filter(({ name }) => mapping[name] === null).length;
  // What is left out is what somebody may miss: it comes first.
  const columns = [...given.columns.filter(isLeft), ...given.columns.filter((one) => !isLeft(one))];
  const lost = given.columns.filter((one) => isLeft(one) && one.filled > 0);
  const isOpen = given.problems.length > 0 || Object.keys(corrected).length > 0;
  return (
    <>
      {lost.length > 0 && <LeftOut lost={lost} />}
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
            {columns.map(({ name, samples, filled }) => (
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
                <p className="row-note break-anywhere">
                  {samples.filter(Boolean).join(' · ') || 'Empty'}
                  {filled > 0 && ` · ${countOf(filled, 'cell', 'cells')}`}
                </p>
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
        {given.heading && (
          <div className="mt-4">
            <ImportQuestions questions={[given.heading]} isBusy={isBusy} onAnswer={onAnswer} />
          </div>
        )}
      </details>
    </>
  );
}

/** How many left out columns are named before the list of all. */
const MOST_NAMED = 6;

/** The columns that nothing is read from, each with what is in it. */
function LeftOut({ lost }: { lost: Import['columns'] }) {
  const named = lost.slice(0, MOST_NAMED);
  return (
    <Callout
      title={pluralOf(
        lost.length,
        '# column is left out. Say below what it holds, if it is needed.',
        '# columns are left out. Say below what they hold, if they are needed.',
      )}
    >
      <ul className="plain-list break-anywhere">
        {named.map(({ name, samples, filled }) => (
          <li key={name}>
            <strong>{name}</strong>, {countOf(filled, 'cell', 'cells')}: {samples.join(' · ')}
          </li>
        ))}
        {lost.length > named.length && (
          <li>{pluralOf(lost.length - named.length, 'and # more', 'and # more')}</li>
        )}
      </ul>
    </Callout>
  );
}
