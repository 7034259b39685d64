import { useEffect, useRef } from 'react';

/**
 * The ref of what takes the focus when the button that was pressed has gone, and the focus with it: whenever `said` changes,
 * unless it is empty.
 */
export function useFocusWhenLost<E extends HTMLElement>(said: string | undefined) {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (said && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [said]);
  return ref;
}
