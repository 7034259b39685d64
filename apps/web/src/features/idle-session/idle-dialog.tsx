import { IDLE_SECONDS } from '@kinfold/domain/constants';
import { countOf } from '@kinfold/domain/text';
import Button from 'react-bootstrap/Button';
import { Dialog } from '../../ui/dialog.tsx';

/** The seconds at which the countdown is announced. */
const ANNOUNCED = [30, 10];

/** The warning before the idle timeout; Escape keeps the session. */
export function IdleDialog({
  secondsLeft,
  onStay,
  onLogout,
}: {
  secondsLeft: number;
  onStay: () => void;
  onLogout: () => void;
}) {
  const announced = ANNOUNCED.findLast((seconds) => secondsLeft <= seconds);
  return (
    <Dialog title="Are you still here?" onClose={onStay}>
      <p>
        Nothing has happened here for {IDLE_SECONDS / 60} minutes. To keep your account safe, you are signed
        out in <strong className="tabular">{countOf(secondsLeft, 'second', 'seconds')}</strong>. What you have
        typed is kept.
      </p>
      <output className="visually-hidden">
        {announced !== undefined && `You are signed out in ${announced} seconds.`}
      </output>
      <div className="button-row">
        <Button onClick={onStay}>Keep me Signed In</Button>
        <Button variant="outline-primary" onClick={onLogout}>
          Logout
        </Button>
      </div>
    </Dialog>
  );
}
