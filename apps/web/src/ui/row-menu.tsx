import type { ReactNode } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import '../theme/menu.scss';

/** The menu at the end of a row: `children` are its `Dropdown.Item`s. */
export function RowMenu({ toggle, children }: { toggle: ReactNode; children: ReactNode }) {
  return (
    <Dropdown align="end" className="row-menu">
      <Dropdown.Toggle variant="outline-primary">{toggle}</Dropdown.Toggle>
      <Dropdown.Menu>{children}</Dropdown.Menu>
    </Dropdown>
  );
}
