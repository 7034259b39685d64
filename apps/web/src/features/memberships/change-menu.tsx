import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';

/** The menu of a membership or a covered member. `name` is that of its subject. */
export function ChangeMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <RowMenu
      toggle={
        <>
          <span>
            Change <span className="visually-hidden">{name}</span>
          </span>
          <Icon name="chevron-down" size={18} />
        </>
      }
    >
      {children}
    </RowMenu>
  );
}
