import type { LifeEventPreview } from '@kinfold/domain/death';
import { useId, type ReactNode } from 'react';
import { money } from '../../lib/format.ts';

/** A part of the effects of a life event, under its heading. */
export function MeansPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="d-grid gap-2" aria-labelledby={id}>
      <h3 id={id} className="fs-5">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The effects in sentences, or `none`. */
export function Lines({ lines, none }: { lines: readonly string[]; none?: string }) {
  if (lines.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="plain-list">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The dues that stay open, and what becomes of them. */
export function OpenDues({ dues }: { dues: NonNullable<LifeEventPreview['openDues']> }) {
  return (
    <MeansPart title="Open dues">
      <Lines
        lines={dues.map(({ campaignName, text, balance }) => `${campaignName}, ${money(balance)}. ${text}`)}
        none="Nothing is open."
      />
    </MeansPart>
  );
}
