import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import '../theme/dialog.scss';

/**
 * A modal dialog, open while it is rendered. The browser traps the focus, focuses the first field or button, and
 * restores the focus afterwards; Escape closes it.
 */
export function Dialog({
  title,
  role,
  className = '',
  onClose,
  children,
}: {
  title: ReactNode;
  role?: 'alertdialog';
  className?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed in the layout phase, while it is still in the document; closing it later would lose the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={`dialog ${className}`}
      role={role}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
