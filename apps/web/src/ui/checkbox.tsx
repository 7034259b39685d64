import { useId, type ComponentProps, type ReactNode } from 'react';
import '../theme/checkbox.scss';

/** A checkbox with its label; the whole row is the target. */
export function Checkbox({
  label,
  ...input
}: Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> & { label: ReactNode }) {
  const id = useId();
  return (
    <div className="form-check">
      <input className="form-check-input" type="checkbox" {...input} id={id} />
      <label className="form-check-label" htmlFor={id}>
        {label}
      </label>
    </div>
  );
}
