import type { ComponentProps } from 'react';
import Button from 'react-bootstrap/Button';

/** Submits a form; disabled and labelled `busyText` while busy. */
export function SubmitButton({
  busy,
  busyText = 'Processing',
  children,
  disabled,
  ...button
}: Omit<ComponentProps<typeof Button>, 'as'> & { busy: boolean; busyText?: string }) {
  return (
    <Button type="submit" {...button} disabled={busy || disabled} aria-busy={busy || undefined}>
      {busy ? (
        <>
          <span className="spinner" aria-hidden="true" />
          {busyText}
        </>
      ) : (
        children
      )}
    </Button>
  );
}
