import { useId, useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import '../theme/staff.scss';
import { Icon } from './icon.tsx';

/** Filters that stand side by side where there is room, and unfold on a phone; `count` of them are set. */
export function FoldedFilters({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="outline-primary"
        className="d-md-none me-auto"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{count > 0 && ` (${count})`} <Icon name="chevron-down" size={18} />
      </Button>
      <div className={isOpen ? 'folded-filters is-open' : 'folded-filters'} id={id}>
        {children}
      </div>
    </>
  );
}
