import type { ReactNode } from 'react';
import Nav from 'react-bootstrap/Nav';
import { Link, type LinkProps } from 'react-router-dom';
import '../theme/tabs.scss';

/** The parts of a page as tabs that are links: each part has an address. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Nav as="nav" variant="tabs" aria-label={label}>
      {children}
    </Nav>
  );
}

/** One of the tabs; `isCurrent` if its part is shown. */
export function TabLink({ isCurrent = false, ...link }: LinkProps & { isCurrent?: boolean }) {
  return (
    <Nav.Link
      as={Link}
      active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      preventScrollReset
      {...link}
    />
  );
}
