import Button from 'react-bootstrap/Button';
import { SubmitButton } from '../../ui/submit-button.tsx';

/** Save and Cancel of a dialog. */
export function DialogButtons({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  return (
    <div className="button-row">
      <SubmitButton busy={isBusy} busyText="Saving">
        Save
      </SubmitButton>
      <Button variant="outline-primary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
