import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';

const STATUS: Record<CampaignRun['status'], { word: string; tone: Tone }> = {
  active: { word: 'Active', tone: 'ok' },
  paused: { word: 'Paused', tone: 'warn' },
  ended: { word: 'Ended', tone: 'info' },
};

/** The status of a run: a dot and a word (spec section 4); of one that was never active also that it has not begun. */
export function RunStatus({ status, hasBegun = true }: Pick<CampaignRun, 'status' | 'hasBegun'>) {
  const { word, tone } = STATUS[status];
  return (
    <span className="d-inline-flex flex-wrap column-gap-2">
      <StatusDot tone={tone}>{word}</StatusDot>
      {status === 'paused' && !hasBegun && <span className="muted">not begun yet</span>}
    </span>
  );
}
