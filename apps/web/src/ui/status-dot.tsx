import type { ReactNode } from 'react';

export type Tone = 'ok' | 'due' | 'warn' | 'danger' | 'info';

/** A status: a dot and a text, coloured by the tone if there is one. */
export function StatusDot({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={tone ? `status status-${tone}` : 'status'}>
      <span className="status-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
