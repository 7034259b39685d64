import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type FieldParts = {
  /** The input's id. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The message beside the input. */
  error?: string | undefined;
  /** What to do about the error, below it. */
  errorHelp?: string | undefined;
};

/** What stands around an input: its label and hint above, its error below. */
export function Field({ id, label, hint, error, errorHelp, children }: FieldParts & { children: ReactNode }) {
  return (
    <div className="field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <div id={`${id}-error`}>
          <p className="field-error">
            <Icon name="alert" size={18} /> {error}
          </p>
          {errorHelp && <p className="field-hint">{errorHelp}</p>}
        </div>
      )}
    </div>
  );
}

/** What ties the input to its `Field`, and marks it when it has an error. */
export function fieldInput({ id, hint, error }: Pick<FieldParts, 'id' | 'hint' | 'error'>) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    className: error ? 'form-control is-invalid' : 'form-control',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
}
