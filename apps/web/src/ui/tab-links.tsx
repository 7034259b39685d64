import { useEffect, useRef, type ReactNode } from 'react';
import Nav from 'react-bootstrap/Nav';
import { Link, useLocation, type LinkProps } from 'react-router-dom';
import '../theme/tabs.scss';

/** The parts of a page as tabs that are links: each part has an address. On a phone the current one is in sight. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const { search } = useLocation();
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !current) return;
    strip.current.scrollLeft = current.offsetLeft - (strip.current.clientWidth - current.offsetWidth) / 2;
  }, [search]);
  return (
    <Nav as="nav" variant="tabs" aria-label={label} ref={strip}>
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
