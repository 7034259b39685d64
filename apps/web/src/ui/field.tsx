import type { ReactNode } from 'react';
import FormText from 'react-bootstrap/FormText';
import { Icon } from './icon.tsx';

type FieldParts = {
  /** The id of the input. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The error message. */
  error?: string | undefined;
  /** How to correct it, below the error. */
  errorHelp?: ReactNode;
};

/** Label, hint and error of an input. */
export function Field({ id, label, hint, error, errorHelp, children }: FieldParts & { children: ReactNode }) {
  return (
    <div className="field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <FormText as="p" id={`${id}-hint`}>
          {hint}
        </FormText>
      )}
      {children}
      {error && (
        <div id={`${id}-error`}>
          <p className="field-error">
            <Icon name="alert" size={18} /> {error}
          </p>
          {errorHelp && <FormText as="p">{errorHelp}</FormText>}
        </div>
      )}
    </div>
  );
}

/** Attributes that connect an input to its `Field` and mark it as invalid. */
export function describedBy({ id, hint, error }: Pick<FieldParts, 'id' | 'hint' | 'error'>) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
}

/** The same attributes with the class of a Bootstrap form control. */
export function fieldInput(field: Pick<FieldParts, 'id' | 'hint' | 'error'>) {
  return { ...describedBy(field), className: field.error ? 'form-control is-invalid' : 'form-control' };
}
