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
  if (problem.status === 403)
    return <NoPermission>{problem.code !== 'forbidden' && <p>{problem.detail}</p>}</NoPermission>;
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

/** The state without permission; `children` say more than that. */
export function NoPermission({
  title = 'You are not authorized to view this page',
  children,
}: {
  /** In other words of the specification. */
  title?: string;
  children?: ReactNode;
}) {
  return (
    <div className="state state-error" role="alert">
      <Icon name="lock" size={24} />
      <div>
        <p className="text-danger fw-semibold">{title}</p>
        {children}
        <p>If you should see it, ask the office of your church or organization to give you access.</p>
      </div>
    </div>
  );
}
