import type { CalendarDate } from '@kinfold/domain/dates';
import { showDeathDay, type DeathDay } from '@kinfold/domain/death-day';
import { StatusDot } from '../../ui/status-dot.tsx';

/**
 * Whether a member or a membership is active; null is unknown (spec section 4). For a member who died, the day as far
 * as it is known.
 */
export function ActiveStatus({
  isActive,
  deceasedDt,
  deathDay,
}: {
  isActive: boolean | null;
  deceasedDt?: CalendarDate | null | undefined;
  deathDay?: DeathDay | undefined;
}) {
  if (deceasedDt) return <StatusDot tone="info">Deceased {showDeathDay(deceasedDt, deathDay)}</StatusDot>;
  if (isActive === null) return <StatusDot tone="warn">Unknown</StatusDot>;
  // Not green: it says nothing about cover.
  return isActive ? <StatusDot>Active</StatusDot> : <StatusDot tone="danger">Inactive</StatusDot>;
}
