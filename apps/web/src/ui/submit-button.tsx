import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import Button from 'react-bootstrap/Button';
import Spinner from 'react-bootstrap/Spinner';

/** A submit button, disabled and labelled `busyText` while busy. Afterwards it regains the focus if it had it. */
export function SubmitButton({
  busy,
  busyText = 'Processing',
  children,
  disabled,
  ...button
}: Omit<ComponentProps<typeof Button>, 'as'> & { busy: boolean; busyText?: string }) {
  const ref = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A disabled button loses the focus, shortly after this effect.
  useLayoutEffect(() => {
    if (busy) hadFocus.current = document.activeElement === ref.current;
    else if (hadFocus.current && document.activeElement === document.body) ref.current?.focus();
  }, [busy]);
  return (
    <Button type="submit" {...button} ref={ref} disabled={busy || disabled} aria-busy={busy || undefined}>
      {busy ? (
        <>
          <Spinner as="span" size="sm" aria-hidden="true" />
          {busyText}
        </>
      ) : (
        children
      )}
    </Button>
  );
}
