import { useEffect, useId, useRef, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { Icon } from '../ui/icon.tsx';

/** A row that was deleted with Undo, which takes the focus. */
export function DeletedRow({
  className = 'row-item',
  children,
  isBusy,
  onUndo,
}: {
  className?: string;
  /** What was deleted, as a sentence. */
  children: ReactNode;
  isBusy: boolean;
  /** Undefined without the permission to add. */
  onUndo: (() => void) | undefined;
}) {
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => (row.current?.querySelector('button') ?? row.current)?.focus(), []);
  return (
    <li className={className} ref={row} tabIndex={-1}>
      <p className="muted break-anywhere" id={id}>
        {children}
      </p>
      {onUndo && (
        <Button
          variant="outline-primary"
          aria-busy={isBusy || undefined}
          aria-describedby={id}
          onClick={onUndo}
        >
          <Icon name="refresh" /> Undo
        </Button>
      )}
    </li>
  );
}
