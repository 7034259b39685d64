import { StatusDot } from '../ui/status-dot.tsx';

/** Whether a member or a membership is active; null is unknown (spec section 4). */
export function ActiveStatus({ isActive }: { isActive: boolean | null }) {
  if (isActive === null) return <StatusDot tone="warn">Unknown</StatusDot>;
  return isActive ? <StatusDot tone="ok">Active</StatusDot> : <StatusDot tone="danger">Inactive</StatusDot>;
}
