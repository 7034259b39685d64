import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

/** The mark of a required field; the field itself tells assistive technology. */
export const Required = () => (
  <span className="required" aria-hidden="true">
    *
  </span>
);

/** A label, the field, and what the provider says of it. */
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
