import type { ClaimState } from '@kinfold/domain/claim';
import { StatusDot } from '../../ui/status-dot.tsx';
import { STATES } from './claim-texts.ts';

/** The state of a claim. */
export function ClaimStatus({ state }: { state: ClaimState }) {
  const { word, tone } = STATES[state];
  return <StatusDot tone={tone}>{word}</StatusDot>;
}
