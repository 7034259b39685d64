import type { ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { SubmitButton } from './submit-button.tsx';

/** The submit button of a form in a dialog (Save by default) and Cancel. */
export function DialogButtons({
  isBusy,
  busyText = 'Saving',
  onCancel,
  children = 'Save',
}: {
  isBusy: boolean;
  busyText?: string;
  onCancel: () => void;
  children?: ReactNode;
}) {
  return (
    <div className="button-row">
      <SubmitButton busy={isBusy} busyText={busyText}>
        {children}
      </SubmitButton>
      <Button variant="outline-primary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
