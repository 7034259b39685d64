import type { PersonCoverage } from '@kinfold/domain/coverage';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';

const tones: Record<'true' | 'false' | 'null', Tone> = { true: 'ok', false: 'due', null: 'warn' };

/** The cover of a person in one fund, with the reasons. */
export function CoverStatus({ cover }: { cover: PersonCoverage }) {
  return (
    <>
      <StatusDot tone={tones[`${cover.isCovered}`]}>{cover.sentence}</StatusDot>
      {cover.reasons.length > 0 && (
        <ul className="plain-list">
          {cover.reasons.map((reason) => (
            <li key={reason.text}>{reason.text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
