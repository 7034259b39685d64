import { useId, type ComponentProps, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A select with label and error. Takes the props of `register(...)`. */
export function SelectField({
  label,
  error,
  required,
  children,
  ...select
}: Omit<ComponentProps<'select'>, 'className' | 'id'> & {
  label: ReactNode;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className={error ? 'form-select is-invalid' : 'form-select'}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-required={required}
      >
        {children}
      </select>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" size={18} /> {error}
        </p>
      )}
    </div>
  );
}
