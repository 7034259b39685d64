import type { ReactNode } from 'react';
import './card-form.scss';
import { Icon } from '../../ui/icon.tsx';

/** The visual mark of a required field; the input has `aria-required`. */
export const Required = () => (
  <span className="text-danger" aria-hidden="true">
    *
  </span>
);

/** A card field with label and error. */
export function CardFieldFrame({
  id,
  label,
  problem,
  children,
}: {
  id: string;
  label: string;
  problem: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label className="form-label" htmlFor={id}>
        {label} <Required />
      </label>
      {children}
      <div aria-live="polite">
        {problem && (
          <p className="field-error" id={`${id}-error`}>
            <Icon name="alert" size={18} /> {problem}
          </p>
        )}
      </div>
    </div>
  );
}
