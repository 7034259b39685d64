/** For `NavbarContext`: has react-bootstrap position a menu by CSS, not by measuring at each opening. */
export const IN_NAVBAR = { onToggle: () => undefined, expanded: false };
