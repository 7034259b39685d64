import { passwordChecks } from '@kinfold/domain/password';
import '../../theme/shapes.scss';
import { Icon } from '../../ui/icon.tsx';
import './new-password.scss';

/** The rules of a password, checked while it is typed. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="rows d-grid gap-1 small muted" aria-label="What the password needs">
      {passwordChecks(password).map(({ label, isMet, problem }) => {
        const isDone = isMet && password !== '';
        return (
          <li key={label} className={`d-flex align-items-center gap-2 ${isDone ? 'checklist-done' : ''}`}>
            <span className="checklist-mark">{isDone && <Icon name="check" size={18} />}</span>
            <span>
              {label}
              {problem && <strong className="text-danger">. {problem}.</strong>}{' '}
              <span className="visually-hidden">{isDone ? '(done)' : '(still to do)'}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
