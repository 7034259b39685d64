import type { ReactNode } from 'react';

/** The one action of a screen: on a phone it sticks to the bottom edge while what it acts on is in view. */
export function StickyAction({ children }: { children: ReactNode }) {
  return <div className="sticky-action">{children}</div>;
}
