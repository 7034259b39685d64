import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Callout } from './callout.tsx';
import type { Tone } from './status-dot.tsx';

/**
 * The error of a form, above its fields. It takes the focus when it appears and whenever `attempt` changes, so that a
 * repeated error is announced again.
 */
export function FormProblem({
  title,
  attempt,
  tone = 'danger',
  children,
}: {
  title: ReactNode;
  attempt?: number;
  /** `warn` if it is unknown whether the request succeeded. */
  tone?: Extract<Tone, 'danger' | 'warn'>;
  /** The second line: how to correct it. */
  children?: ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  // A layout effect: the focus moves in the frame that shows the text.
  useLayoutEffect(() => ref.current?.focus(), [attempt]);
  return (
    <Callout tone={tone} title={title} role="alert" tabIndex={-1} ref={ref}>
      {children}
    </Callout>
  );
}
