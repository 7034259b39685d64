import { TOAST_MS } from '@kinfold/domain/constants';
import BootstrapToast from 'react-bootstrap/Toast';
import { toast } from '../lib/toast.ts';
import '../theme/toast.scss';
import { Icon } from './icon.tsx';

/** The error toast in the footer; hides after 5 seconds (spec section 2). */
export function Toast({ message }: { message: string }) {
  return (
    <div className="toast-place">
      <BootstrapToast
        key={message}
        show
        autohide
        animation={false}
        delay={TOAST_MS}
        onClose={toast.dismiss}
        role="alert"
      >
        <div className="toast-body d-flex align-items-center gap-3">
          <Icon name="alert" size={22} />
          <p>{message}</p>
          <button type="button" className="field-button" onClick={toast.dismiss}>
            <Icon name="close" /> <span className="visually-hidden">Close</span>
          </button>
        </div>
      </BootstrapToast>
    </div>
  );
}
