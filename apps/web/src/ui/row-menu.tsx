import type { ReactNode } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import NavbarContext from 'react-bootstrap/NavbarContext';
import '../theme/menu.scss';
import '../theme/households.scss';
import { IN_NAVBAR } from './in-navbar.ts';

/** The menu at the end of a row: `children` are its `Dropdown.Item`s. */
export function RowMenu({ toggle, children }: { toggle: ReactNode; children: ReactNode }) {
  return (
    <NavbarContext value={IN_NAVBAR}>
      <Dropdown align="end" className="row-menu">
        <Dropdown.Toggle variant="outline-primary">{toggle}</Dropdown.Toggle>
        <Dropdown.Menu>{children}</Dropdown.Menu>
      </Dropdown>
    </NavbarContext>
  );
}
