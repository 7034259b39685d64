import { useId, type ComponentProps, type ReactNode } from 'react';
import { Field, fieldInput } from './field.tsx';

/** A multi-line text field with label and error. Takes the props of `register(...)`. */
export function TextArea({
  label,
  hint,
  error,
  required,
  ...input
}: Omit<ComponentProps<'textarea'>, 'className' | 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea rows={9} {...input} {...fieldInput({ id, hint, error })} aria-required={required} />
    </Field>
  );
}
