import { useEffect, useRef } from 'react';

/**
 * The ref of what takes the focus when the button that was pressed has gone, and the focus with it: whenever `said` changes
 * to something.
 */
export function useFocusWhenLost<E extends HTMLElement>(said: string | undefined) {
  const ref = useRef<E>(null);
  const last = useRef(said);
  useEffect(() => {
    if (said === last.current) return;
    last.current = said;
    if (said && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [said]);
  return ref;
}
