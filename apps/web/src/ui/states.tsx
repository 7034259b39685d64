import type { ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import type { Problem } from '../lib/problem.ts';
import '../theme/shapes.scss';
import { Icon } from './icon.tsx';

/** An error in place of content: what failed, what was kept, and a retry button. */
export function ErrorPanel({
  problem,
  title,
  kept,
  isBusy,
  onRetry,
}: {
  problem: Problem;
  /** What failed, in the spec's words if it has any. */
  title?: ReactNode;
  kept?: ReactNode;
  /** True during a retry. */
  isBusy?: boolean;
  onRetry?: () => void;
}) {
  if (problem.status === 403) return <NoPermission detail={problem.detail} />;
  return (
    <div className="state state-error" role="alert">
      <Icon name="alert" size={24} />
      <div>
        <p className="text-danger fw-semibold">{title ?? problem.detail}</p>
        {title && <p>{problem.detail}</p>}
        {kept && <p>{kept}</p>}
        {problem.instance && <p className="small muted">Reference for support: {problem.instance}</p>}
        {/* What is not there is not there the second time either. */}
        {onRetry && problem.status !== 404 && (
          <Button variant="outline-primary" aria-busy={isBusy || undefined} onClick={onRetry}>
            <Icon name="refresh" /> {isBusy ? 'Trying again' : 'Try again'}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The state of an empty list: what it will contain, and the next step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="state">
      <div>
        <p>{title}</p>
        {children && <p className="muted">{children}</p>}
        {action}
      </div>
    </div>
  );
}

const NOT_AUTHORIZED = 'You are not authorized to view this page';

/** The state without permission; the `detail` of a 403 is shown if it differs from the standard text. */
export function NoPermission({
  title = NOT_AUTHORIZED,
  detail = NOT_AUTHORIZED,
}: {
  /** In other words of the specification. */
  title?: string;
  detail?: string;
}) {
  return (
    <div className="state state-error" role="alert">
      <Icon name="lock" size={24} />
      <div>
        <p className="text-danger fw-semibold">{title}</p>
        {!detail.startsWith(NOT_AUTHORIZED) && <p>{detail}</p>}
        <p>If you should see it, ask the office of your church or organization to give you access.</p>
      </div>
    </div>
  );
}
