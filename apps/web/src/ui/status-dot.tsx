import type { ReactNode } from 'react';

export type Tone = 'ok' | 'due' | 'warn' | 'danger' | 'info';

/** A status: a coloured dot and a text. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`status status-${tone}`}>
      <span className="status-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
