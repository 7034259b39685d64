import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';

const STATUS: Record<CampaignRun['status'], { word: string; tone: Tone }> = {
  active: { word: 'Active', tone: 'ok' },
  paused: { word: 'Paused', tone: 'warn' },
  ended: { word: 'Ended', tone: 'info' },
};

/** The status of a run: a dot and a word (spec section 4). */
export function RunStatus({ status }: Pick<CampaignRun, 'status'>) {
  const { word, tone } = STATUS[status];
  return <StatusDot tone={tone}>{word}</StatusDot>;
}
