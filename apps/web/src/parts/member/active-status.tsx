import type { CalendarDate } from '@kinfold/domain/dates';
import { date } from '../../lib/format.ts';
import { StatusDot } from '../../ui/status-dot.tsx';

/** Whether a member or a membership is active; null is unknown (spec section 4). Of a member who died, the day. */
export function ActiveStatus({
  isActive,
  deceasedDt,
}: {
  isActive: boolean | null;
  deceasedDt?: CalendarDate | null | undefined;
}) {
  if (deceasedDt) return <StatusDot tone="info">Deceased {date(deceasedDt)}</StatusDot>;
  if (isActive === null) return <StatusDot tone="warn">Unknown</StatusDot>;
  return isActive ? <StatusDot tone="ok">Active</StatusDot> : <StatusDot tone="danger">Inactive</StatusDot>;
}
