import { useId, useRef, useState, type ReactNode } from 'react';
import '../theme/fold-out.scss';
import { Icon } from './icon.tsx';

/** Items in a row; on a phone a menu that a button opens. Escape and leaving it close it. */
export function FoldOut({ opener, children }: { opener: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div
      className="fold-out"
      role="group"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Null while a press is under way, in some browsers also on a link of this menu.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="btn btn-outline-primary small fold-out-button d-md-none"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {opener} <Icon name="chevron-down" size={18} />
      </button>
      <div id={id} className={isOpen ? 'fold-out-items is-open' : 'fold-out-items'}>
        {children}
      </div>
    </div>
  );
}
