import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import '../theme/dialog.scss';

/**
 * A modal dialog: the browser keeps the focus inside, Escape closes it, and the focus goes back to where it was.
 * Show it by rendering it. Its first field or button takes the focus.
 */
export function Dialog({
  title,
  role,
  onClose,
  children,
}: {
  title: ReactNode;
  role?: 'alertdialog';
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // In the layout phase: closed while it is still in the page, or the focus would be lost.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="dialog"
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
