import type { Import, ImportRow } from '@kinfold/domain/import';
import { FIELDS_OF_KIND, IMPORT_FIELDS } from '@kinfold/domain/import-fields';
import { useEffect, useState } from 'react';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { EditForm } from '../../ui/edit-form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const CELL_MAX = 500;
const Cell = z.string().check(z.trim(), z.maxLength(CELL_MAX, `At most ${CELL_MAX} characters`));

/**
 * The columns of a row that can be mended, those with a fault or a detail to be completed first; these may be about a field
 * that has no column.
 */
function columnsOf({ columns, mapping, kind }: Import, { faults, left }: ImportRow): string[] {
  const faulty = [...faults, ...left].map(({ column }) => column);
  const ofFile = columns.map(({ name }) => name);
  const labels = FIELDS_OF_KIND[kind].map((field): string => IMPORT_FIELDS[field].label);
  const known = [
    ...faulty.filter((name) => ofFile.includes(name) || labels.includes(name)),
    ...ofFile.filter((name) => mapping[name] !== null),
  ];
  return [...new Set(known)];
}

/**
 * A row of a file in place, with each fault beside its cell. Enter sends it; it is checked at once with its family. The
 * form stays while something is wrong with it.
 */
export function MendRow({
  given,
  row,
  hasNext,
  onMend,
  onMended,
  onClose,
}: {
  given: Import;
  row: ImportRow;
  hasNext: boolean;
  onMend: (row: number, cells: Record<string, string>) => Promise<unknown>;
  onMended: () => void;
  onClose: () => void;
}) {
  // The fields stay where they are while their faults disappear.
  const [names] = useState(() => columnsOf(given, row));
  const keyOf = (name: string) => `c${names.indexOf(name)}`;
  const [schema] = useState(() => z.object(Object.fromEntries(names.map((name) => [keyOf(name), Cell]))));
  const edit = useEditForm({
    schema,
    initial: Object.fromEntries(names.map((name) => [keyOf(name), row.cells[name] ?? ''])),
    fieldOf: (path) => names.map(keyOf).find((key) => path === `rows.0.cells.${names[Number(key.slice(1))]}`),
    send: (values) => {
      const changed = names.filter((name) => values[keyOf(name)] !== (row.cells[name] ?? ''));
      return onMend(row.row, Object.fromEntries(changed.map((name) => [name, values[keyOf(name)] ?? ''])));
    },
    onSent: onMended,
  });
  const textOf = (found: ImportRow['faults'], name: string) =>
    found
      .filter(({ column }) => column === name)
      .map(({ message }) => message)
      .join('. ') || undefined;
  /** A detail that is not taken is no error: the person is. */
  const leftIn = (name: string) => {
    const text = textOf(row.left, name);
    return text && `To be completed, not taken from the file: ${text}`;
  };
  const { ref } = edit.formProps;
  const faults = JSON.stringify(row.faults);
  useEffect(() => {
    const field = ref.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    (field ?? ref.current?.querySelector<HTMLElement>('input'))?.focus();
  }, [ref, faults]);
  const others = [...row.faults, ...row.left].filter(({ column }) => !names.includes(column));
  return (
    <EditForm edit={edit}>
      {others.map(({ column, message }) => (
        <p key={`${column} ${message}`}>
          <strong>{column}:</strong> {message}
        </p>
      ))}
      <div className="fields">
        {names.map((name) => {
          const { error, required: _required, ...field } = edit.field(keyOf(name));
          return (
            <TextField
              key={name}
              label={<span className="break-anywhere">{name}</span>}
              autoComplete="off"
              maxLength={CELL_MAX}
              {...field}
              hint={leftIn(name)}
              error={error ?? textOf(row.faults, name)}
            />
          );
        })}
      </div>
      <div className="button-row">
        <SubmitButton busy={edit.isSubmitting} busyText="Checking">
          {hasNext ? 'Correct it and go on' : 'Correct it'}
        </SubmitButton>
        <Button variant="outline-primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </EditForm>
  );
}
