import { useId, type ComponentProps, type ReactNode } from 'react';
import FormSelect from 'react-bootstrap/FormSelect';
import '../theme/select.scss';
import { describedBy, Field } from './field.tsx';

/** A select with label and error. Takes the props of `register(...)`. */
export function SelectField({
  label,
  error,
  required,
  ...select
}: Omit<ComponentProps<'select'>, 'className' | 'id' | 'size'> & {
  label: ReactNode;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error}>
      <FormSelect
        {...select}
        {...describedBy({ id, error })}
        isInvalid={error !== undefined}
        aria-required={required}
      />
    </Field>
  );
}
