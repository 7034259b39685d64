/** How many claims wait for somebody, for the staff home. */
import type { ClaimState } from '@kinfold/domain/claim';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import { countClaims } from './claim.model.ts';

/** The open claims where one may propose and the proposed ones of funds where one may approve, up to 1,000: one query where that is the same place. */
export async function countWaitingClaims(
  proposesAt: readonly string[],
  approvesAt: readonly string[],
): Promise<number> {
  const isSame = proposesAt.toSorted().join(' ') === approvesAt.toSorted().join(' ');
  const asked: [readonly string[], ClaimState[]][] = isSame
    ? [[proposesAt, ['open', 'proposed']]]
    : [
        [proposesAt, ['open']],
        [approvesAt, ['proposed']],
      ];
  const counts = asked
    .filter(([at]) => at.length)
    .map(([at, states]) => countClaims(at, states, ATTENTION_MAX));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
