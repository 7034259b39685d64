import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** An error in one line, announced, beside the element that it concerns. */
export function ErrorLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-error" role="alert" id={id}>
      <Icon name="alert" size={18} /> {children}
    </p>
  );
}
