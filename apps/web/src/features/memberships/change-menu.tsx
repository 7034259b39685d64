import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';

/** The menu of a membership or a covered member; on a phone only its arrow. `name` is that of its subject. */
export function ChangeMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <RowMenu
      toggle={
        <>
          <span className="d-none d-md-inline" aria-hidden="true">
            Change
          </span>{' '}
          <Icon name="chevron-down" size={18} />
          <span className="visually-hidden">Change {name}</span>
        </>
      }
    >
      {children}
    </RowMenu>
  );
}
