import type { ComponentProps, ReactNode } from 'react';
import '../../theme/checkbox.scss';
import './choice.scss';

/** A checkbox or radio button whose whole row is the target. */
export function Choice({
  name,
  note,
  side,
  ...input
}: Omit<ComponentProps<'input'>, 'className' | 'children' | 'name'> & {
  type: 'checkbox' | 'radio';
  name: ReactNode;
  note?: ReactNode;
  side?: ReactNode;
  /** The name of the radio group. */
  group?: string;
}) {
  const { group, ...rest } = input;
  return (
    <label className="choice">
      <input className="form-check-input" name={group} {...rest} />
      <span className="choice-body">
        <span className="choice-name fw-semibold">
          {name}
          {note && <span className="d-block muted small fw-normal">{note}</span>}
        </span>
        {side && <span className="ms-auto">{side}</span>}
      </span>
    </label>
  );
}
