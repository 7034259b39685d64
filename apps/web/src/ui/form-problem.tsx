import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { Tone } from './status-dot.tsx';

/**
 * Why a form was not accepted, above its fields. It takes the focus when it appears and whenever `attempt`
 * changes, so that the same failure twice is noticed twice.
 */
export function FormProblem({
  title,
  attempt,
  tone = 'danger',
  children,
}: {
  title: ReactNode;
  attempt?: number;
  /** Warn for what is not known to have failed. */
  tone?: Extract<Tone, 'danger' | 'warn'>;
  /** The second line: what to do. */
  children?: ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  // With the text itself, not a moment after it.
  useLayoutEffect(() => ref.current?.focus(), [attempt]);
  return (
    <div className={`callout callout-${tone}`} role="alert" tabIndex={-1} ref={ref}>
      <Icon name="alert" size={22} />
      <div className="callout-body">
        <p className="callout-title">{title}</p>
        {children}
      </div>
    </div>
  );
}
