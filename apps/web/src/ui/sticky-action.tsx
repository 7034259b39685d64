import type { ReactNode } from 'react';
import '../theme/sticky-action.scss';

/** The main action of a page: sticky at the bottom edge on a phone. */
export function StickyAction({ children }: { children: ReactNode }) {
  return <div className="sticky-action">{children}</div>;
}
